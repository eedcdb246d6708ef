import CanonicalJSON
import SyncBridge
import SyncMerge

/// The merge of two payloads in memory, `--input` both: rows in order, or in any order.
///
/// Rows that are the same on both sides share their storage, as those of a device do that has merged before; with
/// `--shared no` they lie apart and are compared value by value.
let mergeBenchmarks: [String: Benchmark] = [
    "merge-sorted": { context in try merge(&context) },
    "merge-unsorted": { context in try merge(&context) },
]

private func merge(_ context: inout BenchmarkContext) throws -> Measurement {
    let bytes = (try context.input(0), try context.input(1))
    let first = try Payload(parsing: bytes.0)
    var second = try Payload(parsing: bytes.1)
    if context.options["shared"]?.last != "no" { share(&second, with: first) }
    let inputs = [first, second]
    let rows = inputs.reduce(0) { $0 + $1.collections.reduce(0) { $0 + $1.rows.count } }
    return try context.measure(bytes: bytes.0.count + bytes.1.count, items: rows) {
        keep(try Merge(.blobCASLWW).payloads(inputs))
    }
}

/// Takes from `other` every row that it has as well.
private func share(_ payload: inout Payload, with other: Payload) {
    for place in payload.collections.indices {
        var known: [JSONString: Row] = [:]
        for row in other.rows(of: payload.collections[place].name) { known[row.id] = row }
        for index in payload.collections[place].rows.indices {
            let row = payload.collections[place].rows[index]
            if let same = known[row.id], same == row { payload.collections[place].rows[index] = same }
        }
    }
}

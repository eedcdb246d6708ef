import CanonicalJSON
import SyncBridge
import SyncMerge
package import SyncStore

/// Counts in a store, together with others who count in the same one.
package struct Counter {
    private let store: Store
    private let replica: String

    package init(at path: String, replica: String) throws {
        store = try Store(at: path)
        self.replica = replica
    }

    /// Counts so many times: each time the next sequence number of one document, and a row that says it.
    package func count(_ times: Int) throws {
        for time in 0..<times {
            try store.transaction { transaction in
                let next = try store.nextSequence(of: "counter")
                let operation = try SyncMerge.Operation([
                    "id": .string(JSONString("\(replica) \(time)")), "doc": "counter", "seq": .integer(next),
                    "replica": .string(JSONString(replica)), "wroteAt": 1, "patch": ["n": ["set": .integer(next)]],
                ])
                let row = Row(id: "counter", updatedAt: next, content: .data(["n": .integer(next)]))
                let mutation = Mutation(kind: "count", replica: JSONString(replica), wroteAt: next)
                try transaction.put(row, in: "counters", by: mutation, sending: operation)
            }
        }
    }

    /// The count as three tables have it, read at one moment: the row, the journal and the sequence.
    package static func counts(_ store: Store) throws -> [Int64] {
        try store.read { store in
            let row = try store.row("counter", in: "counters")?.updatedAt ?? 0
            let entries = Int64(try store.journal().count)
            return [row, entries, try store.nextSequence(of: "counter") - 1]
        }
    }
}

import CanonicalJSON
import SyncBridge

/// Goes through several payloads at once, so that what has the same place in them comes together.
struct PayloadAlignment {
    /// What comes next, in the order in which a payload is written.
    enum Step {
        /// A member of the payload that this version does not know; ``present`` are the streams that have it.
        case member(JSONString)
        /// The collections begin, and with them what sorts before and after `rows`.
        case beginOfRows
        case collection(JSONString)
        /// A record, of which the streams in ``present`` have a row.
        case record
        case endOfCollection
        case endOfRows
        case finished
    }

    private enum Phase { case start, beforeRows, rows, collection, afterRows }

    let streams: [PayloadStream]
    /// The streams that have what came last, by their positions.
    private(set) var present: [Int] = []
    /// The streams that have the collection.
    private var open: [Int] = []
    private var phase = Phase.start

    /// Makes an alignment of streams that nothing was read from.
    init(_ streams: [PayloadStream]) {
        self.streams = streams
    }

    /// Moves on; errors as in ``PayloadStream``.
    mutating func next() throws -> Step {
        for index in present { try streams[index].advance() }
        present.removeAll(keepingCapacity: true)
        switch phase {
        case .start:
            for stream in streams { try stream.advance() }
            phase = .beforeRows
            return try next()
        case .beforeRows:
            if let key = takeLeastKey(of: .member, below: "rows") { return .member(key) }
            phase = .rows
            return .beginOfRows
        case .rows:
            guard let name = takeLeastKey(of: .collection) else {
                phase = .afterRows
                return .endOfRows
            }
            open = present
            for index in open { try streams[index].advance() }
            present.removeAll(keepingCapacity: true)
            phase = .collection
            return .collection(name)
        case .collection:
            takeLeastRow()
            if !present.isEmpty { return .record }
            present = open
            phase = .rows
            return .endOfCollection
        case .afterRows:
            if let key = takeLeastKey(of: .member) { return .member(key) }
            return .finished
        }
    }

    /// The row that a stream has of the record, or nil.
    func row(of index: Int) throws(BridgeError) -> Row? {
        present.contains(index) ? try Row(parsing: streams[index].text) : nil
    }

    /// Finds the streams that have the least key of this kind.
    private mutating func takeLeastKey(of kind: PayloadBatch.Kind, below limit: JSONString? = nil) -> JSONString? {
        let keys = streams.lazy.filter { $0.head.kind == kind }.map(\.key)
        guard let key = keys.min(), limit.map({ key < $0 }) ?? true else { return nil }
        present = streams.indices.filter { streams[$0].head.kind == kind && streams[$0].key == key }
        return key
    }

    /// Finds the streams that have the row with the least id.
    private mutating func takeLeastRow() {
        for index in open where streams[index].head.kind == .row {
            let order = present.first.map { streams[index].compareID(with: streams[$0]) } ?? 0
            if order < 0 { present.removeAll(keepingCapacity: true) }
            if order <= 0 { present.append(index) }
        }
    }
}

import CanonicalJSON
import SyncBridge

/// One payload in canonical form, read from pieces as far as it has been looked at.
package final class PayloadStream {
    /// Gives the next bytes into an empty array; none at the end.
    package typealias Input = (_ piece: inout [UInt8]) throws -> Void

    /// What comes next in the payload.
    enum Head { case member, collection, row, endOfCollection, finished }

    private var reader = PayloadReader(.payload)
    private var piece: [UInt8] = []
    private let input: Input
    private(set) var head = Head.finished
    /// The name of the collection or member that came last.
    private(set) var key: JSONString = ""

    /// Makes a stream of what `input` gives.
    package init(_ input: @escaping Input) {
        self.input = input
    }

    /// The id of the row at the head, as WTF-8.
    var rowID: [UInt8] { reader.rowID }
    /// The stamp of the row at the head.
    var rowStamp: Int64 { reader.rowStamp }
    /// The row at the head, decoded.
    func row() throws(BridgeError) -> Row { try reader.row() }
    /// Appends the canonical bytes of the row or member at the head.
    func appendCanonical(to output: inout [UInt8]) { reader.appendCanonical(to: &output) }

    /// The value of the member at the head.
    func value() throws(BridgeError) -> JSONValue {
        var bytes: [UInt8] = []
        appendCanonical(to: &bytes)
        return try JSONValue(bridging: bytes)
    }

    /// Moves on; throws `NOT_CANONICAL`, also for a member that is too large to be read as a whole, and what the input
    /// throws.
    func advance() throws {
        while true {
            switch try reader.next() {
            case .part: continue
            case .needsInput:
                piece.removeAll(keepingCapacity: true)
                try input(&piece)
                if piece.isEmpty { reader.finish() } else { reader.update(piece.span) }
                continue
            case .largeMember:
                throw BridgeError(.notCanonical, path: Pointer.member(reader.key), reason: "too large for a stream")
            case .collection: head = .collection
            case .member: head = .member
            case .row:
                head = .row
                return
            case .endOfCollection:
                head = .endOfCollection
                return
            case .finished:
                head = .finished
                return
            }
            key = reader.key
            return
        }
    }
}

/// Goes through several payloads at once, so that what has the same place in them comes together.
package struct PayloadAlignment {
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

    /// Finds the streams that have the least key of this kind.
    private mutating func takeLeastKey(of head: PayloadStream.Head, below limit: JSONString? = nil) -> JSONString? {
        let keys = streams.lazy.filter { $0.head == head }.map(\.key)
        guard let key = keys.min(), limit.map({ key < $0 }) ?? true else { return nil }
        present = streams.indices.filter { streams[$0].head == head && streams[$0].key == key }
        return key
    }

    /// Finds the streams that have the row with the least id.
    private mutating func takeLeastRow() {
        for index in open where streams[index].head == .row {
            let order = present.first.map { UTF16Order.compare(wtf8: streams[index].rowID, streams[$0].rowID) } ?? 0
            if order < 0 { present.removeAll(keepingCapacity: true) }
            if order <= 0 { present.append(index) }
        }
    }
}

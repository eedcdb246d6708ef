import CanonicalJSON
import SyncBridge

extension Merge {
    /// Merges payloads in canonical form while they are read, in memory for one row of each.
    ///
    /// Gives the canonical bytes of what ``payloads(_:detail:)`` makes of them to `output`, each row that someone has to
    /// look at to `report`, and what ``SyncBridge/Payload/futureStamps(now:)`` finds in the result to `found`. Throws what
    /// these and the inputs throw, and ``BridgeError`` wherever the payloads have to be looked at as wholes: they are not
    /// canonical, or cannot be merged. What was given out is worthless then.
    package func stream(
        _ inputs: [PayloadStream], now: Int64, report: (RowTrace) throws -> Void, found: (FutureStamp) throws -> Void,
        into output: (Span<UInt8>) throws -> Void
    ) throws {
        var alignment = PayloadAlignment(inputs)
        var writer = PayloadWriter()
        var settling = Settling(merge: self)
        loop: while true {
            switch try alignment.next() {
            case .member(let key):
                try writer.append(key)
                Self.greatest(of: alignment).appendText(to: &writer.bytes)
            case .beginOfRows: try writer.beginRows()
            case .collection(let name):
                try writer.begin(name)
                settling.begin(name)
            case .record:
                writer.beginRow()
                let settled = try settling.append(alignment, to: &writer.bytes)
                if let conflict = settled.conflict { try report(conflict) }
                if FutureStamp.isFuture(settled.stamp, now: now), let row = try alignment.row(of: alignment.present[0])
                {
                    try found(FutureStamp(collection: settling.collection, id: row.id, updatedAt: settled.stamp))
                }
            case .endOfCollection: writer.endCollection()
            case .endOfRows: writer.endRows()
            case .finished: break loop
            }
            if writer.bytes.count > Self.pieceCount {
                try output(writer.bytes.span)
                writer.bytes.removeAll(keepingCapacity: true)
            }
        }
        try writer.end()
        try output(writer.bytes.span)
    }

    private static let pieceCount = 1 << 16

    /// The stream that has the largest canonical text of a member.
    private static func greatest(of alignment: PayloadAlignment) -> PayloadStream {
        var greatest = alignment.streams[alignment.present[0]]
        for index in alignment.present.dropFirst() where alignment.streams[index].compareText(with: greatest) > 0 {
            greatest = alignment.streams[index]
        }
        return greatest
    }
}

/// Settles the rows of one collection, as bytes where these say enough.
private struct Settling {
    let merge: Merge
    private(set) var collection: JSONString = ""
    private var rules = CollectionRules()

    init(merge: Merge) {
        self.merge = merge
    }

    mutating func begin(_ collection: JSONString) {
        self.collection = collection
        rules = CollectionRules(merge.profile, collection)
    }

    /// Appends the row that stays of those that are there; gives its stamp, and its trace if someone has to look at it.
    func append(
        _ alignment: PayloadAlignment, to output: inout [UInt8]
    ) throws -> (stamp: Int64, conflict: RowTrace?) {
        let (streams, present) = (alignment.streams, alignment.present)
        if !rules.isByFields, let stream = plain(streams, present) {
            stream.appendText(to: &output)
            return (stream.head.stamp, nil)
        }
        var versions: [Row?] = []
        for index in streams.indices { versions.append(try alignment.row(of: index)) }
        guard let (row, trace) = try merge.rows(versions, in: collection) else { return (0, nil) }
        output += try row.canonicalBytes()
        return (row.updatedAt, trace.isConflict ? trace : nil)
    }

    /// The stream whose row stays, where stamps and texts say enough.
    private func plain(_ streams: [PayloadStream], _ present: [Int]) -> PayloadStream? {
        var latest = streams[present[0]]
        var isUnanimous = true
        for index in present.dropFirst() {
            let stream = streams[index]
            if stream.head.stamp == latest.head.stamp {
                let order = stream.compareText(with: latest)
                if order == 0 { continue }
                guard rules.textsDecide else { return nil }
                isUnanimous = false
                if order > 0 { latest = stream }
            } else {
                isUnanimous = false
                if stream.head.stamp > latest.head.stamp { latest = stream }
            }
        }
        return isUnanimous || rules.stampsDecide ? latest : nil
    }
}

/// The text of a payload in canonical form, written from the front.
private struct PayloadWriter {
    var bytes: [UInt8] = [0x7B]
    private var isFirst = true
    private var hasSchema = false

    mutating func append(_ key: JSONString) throws(JSONError) {
        if !hasSchema, key > "schema" { try appendSchema() }
        try begin(member: key)
    }

    mutating func beginRows() throws(JSONError) {
        try begin(member: "rows")
        bytes.append(0x7B)
        isFirst = true
    }

    mutating func begin(_ collection: JSONString) throws(JSONError) {
        try begin(member: collection)
        bytes.append(0x5B)
        isFirst = true
    }

    mutating func beginRow() {
        if !isFirst { bytes.append(0x2C) }
        isFirst = false
    }

    mutating func endCollection() {
        bytes.append(0x5D)
        isFirst = false
    }

    mutating func endRows() {
        bytes.append(0x7D)
        isFirst = false
    }

    mutating func end() throws(JSONError) {
        if !hasSchema { try appendSchema() }
        bytes.append(0x7D)
    }

    private mutating func appendSchema() throws(JSONError) {
        hasSchema = true
        try begin(member: "schema")
        bytes += "\(Payload.schema)".utf8
    }

    private mutating func begin(member key: JSONString) throws(JSONError) {
        beginRow()
        try JSONValue.string(key).appendCanonical(to: &bytes)
        bytes.append(0x3A)
    }
}

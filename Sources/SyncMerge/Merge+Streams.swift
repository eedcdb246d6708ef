import CanonicalJSON
import SyncBridge

extension Merge {
    /// Merges payloads in canonical form while they are read, in memory for one row of each.
    ///
    /// Gives the canonical bytes of what ``payloads(_:detail:)`` makes of them to `output`, and each row that someone has
    /// to look at to `report`. Throws what these and the inputs throw, and ``BridgeError`` wherever the payloads have to be
    /// looked at as wholes: they are not canonical, or cannot be merged. What was given out is worthless then.
    package func stream(
        _ inputs: [PayloadStream], report: (RowTrace) throws -> Void, into output: (Span<UInt8>) throws -> Void
    ) throws {
        var alignment = PayloadAlignment(inputs)
        var writer = PayloadWriter()
        var settling = Settling(merge: self)
        loop: while true {
            switch try alignment.next() {
            case .member(let key): try writer.append(key, try Self.greatest(of: alignment))
            case .beginOfRows: try writer.beginRows()
            case .collection(let name):
                try writer.begin(name)
                settling.begin(name)
            case .record:
                writer.beginRow()
                if let conflict = try settling.append(alignment, to: &writer.bytes) { try report(conflict) }
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

    /// The largest canonical text of a member.
    private static func greatest(of alignment: PayloadAlignment) throws -> [UInt8] {
        var greatest: [UInt8] = []
        for index in alignment.present {
            var text: [UInt8] = []
            alignment.streams[index].appendCanonical(to: &text)
            if greatest.isEmpty || UTF16Order.compare(wtf8: text, greatest) > 0 { greatest = text }
        }
        return greatest
    }
}

/// Settles the rows of one collection, as bytes where these say enough.
private struct Settling {
    let merge: Merge
    private var collection: JSONString = ""
    private var rules = CollectionRules()
    private var texts: (a: [UInt8], b: [UInt8]) = ([], [])

    init(merge: Merge) {
        self.merge = merge
    }

    mutating func begin(_ collection: JSONString) {
        self.collection = collection
        rules = CollectionRules(merge.profile, collection)
    }

    /// Appends the row that stays of those that are there; gives its trace if someone has to look at it.
    mutating func append(_ alignment: PayloadAlignment, to output: inout [UInt8]) throws -> RowTrace? {
        let (streams, present) = (alignment.streams, alignment.present)
        if !rules.isByFields, let stream = try plain(streams, present) {
            stream.appendCanonical(to: &output)
            return nil
        }
        var versions = [Row?](repeating: nil, count: streams.count)
        for index in present { versions[index] = try streams[index].row() }
        guard let (row, trace) = try merge.rows(versions, in: collection) else { return nil }
        output += try row.canonicalBytes()
        return trace.isConflict ? trace : nil
    }

    /// The stream whose row stays, where its stamp is the latest and no other row has it.
    private mutating func plain(_ streams: [PayloadStream], _ present: [Int]) throws -> PayloadStream? {
        var latest = streams[present[0]]
        var isUnanimous = true
        for index in present.dropFirst() {
            let stream = streams[index]
            if stream.rowStamp == latest.rowStamp {
                guard isSame(stream, latest) else { return nil }
            } else {
                isUnanimous = false
                if stream.rowStamp > latest.rowStamp { latest = stream }
            }
        }
        return isUnanimous || rules.stampsDecide ? latest : nil
    }

    private mutating func isSame(_ a: PayloadStream, _ b: PayloadStream) -> Bool {
        texts.a.removeAll(keepingCapacity: true)
        texts.b.removeAll(keepingCapacity: true)
        a.appendCanonical(to: &texts.a)
        b.appendCanonical(to: &texts.b)
        return UTF16Order.compare(wtf8: texts.a, texts.b) == 0
    }
}

/// The text of a payload in canonical form, written from the front.
private struct PayloadWriter {
    var bytes: [UInt8] = [0x7B]
    private var isFirst = true
    private var hasSchema = false

    mutating func append(_ key: JSONString, _ value: [UInt8]) throws(JSONError) {
        if !hasSchema, key > "schema" { try appendSchema() }
        try begin(member: key)
        bytes += value
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

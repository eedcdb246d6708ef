import CanonicalJSON
import SyncBridge

extension FuzzTarget {
    /// Payloads and rows: the check of streams, the check of values, and what is written.
    static let rows = FuzzTarget(
        "rows", seeds: { [Array(JSONSeeds.payload.utf8), Array(#"{"id":"a","updatedAt":1,"data":{}}"#.utf8)] }
    ) { bytes in
        if let row = try? Row(parsing: bytes) {
            let canonical = try row.canonicalBytes()
            try law(try Row(parsing: canonical).canonicalBytes() == canonical, "a row's form is no fixed point")
        }
        let check = outcome { () throws(BridgeError) in
            try PayloadCheck.check(bytes)
            return true
        }
        var checker = ContentChecker(.payload)
        let streamed = outcome { () throws(BridgeError) in
            for piece in bytes.pieces(greatest: 50) { try checker.update(Array(piece).span) }
            try checker.finish()
            return true
        }
        try same(streamed, check, "pieces make a difference")
        _ = try? SnapshotCheck.check(bytes)
        guard let payload = try? Payload(parsing: bytes) else {
            return try law((try? check.get()) == nil, "accepted, though no payload")
        }
        let canonical = try payload.canonicalBytes()
        try law(((try? check.get()) != nil) == (canonical == bytes), "accepted and not what is written, or the reverse")
        try PayloadCheck.check(canonical)
        try SnapshotCheck.check(canonical)
        try law(try Payload(parsing: canonical).canonicalBytes() == canonical, "a payload's form is no fixed point")
    }

    /// Records: the first byte names the collection.
    static let records = FuzzTarget(
        "records",
        seeds: { (0..<17).map { [UInt8($0)] + Array(#"{"id":"a","updatedAt":1,"data":{"name":"n"}}"#.utf8) } }
    ) { bytes in
        guard let first = bytes.first else { return }
        let type = RecordSchema.types[Int(first) % RecordSchema.types.count]
        let name = type.schema.collection
        let text = Array(bytes.dropFirst())
        let record = outcome { () throws(BridgeError) in try RecordCodec.decode(collection: name, row: text) }
        if let record = try? record.get() {
            let row = try RecordCodec.encode(collection: name, record: record)
            try law(try RecordCodec.decode(collection: name, row: row) == record, "a record does not come back")
        }
        if let row = try? Row(parsing: text), case .data = row.content {
            let typed = outcome { () throws(BridgeError) in try type.init(row: row).row() }
            let (isTyped, isRead) = ((try? typed.get()) != nil, (try? record.get()) != nil)
            try law(isTyped == isRead, "the type reads what the table does not, or the reverse")
            if let typed = try? typed.get() {
                try law(typed.extra == row.extra && typed.updatedAt == row.updatedAt, "the type loses what is unknown")
                let canonical = try typed.canonicalBytes()
                let again = try type.init(row: Row(parsing: canonical)).row().canonicalBytes()
                try law(again == canonical, "a typed record does not come back")
            }
        }
        if let row = try? RecordCodec.encode(collection: name, record: text) {
            let record = try RecordCodec.decode(collection: name, row: row)
            try law(try RecordCodec.encode(collection: name, record: record) == row, "a row does not come back")
        }
    }
}

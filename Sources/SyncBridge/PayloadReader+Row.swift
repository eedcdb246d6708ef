import CanonicalJSON

extension PayloadReader {
    /// Takes in the row that the stream has in hand.
    mutating func readRow() throws(BridgeError) {
        swap(&previousID, &rowID)
        rowID.removeAll(keepingCapacity: true)
        if !readPlainRow() { try readCheckedRow() }
        // No id is empty, so the first one is greater than what the collection began with.
        let order = UTF16Order.compare(wtf8: previousID, rowID)
        guard order < 0 else {
            let reason = order == 0 ? "the id is there twice" : "the rows are not sorted by id"
            throw BridgeError(.notCanonical, path: path.pointer + "/id", reason: reason, offset: idOffset)
        }
    }

    /// A row that has its three keys in order and is right in everything; false for any other, which is looked at more
    /// closely.
    private mutating func readPlainRow() -> Bool {
        var members = stream.members()
        guard let first = members.next(in: stream), let second = members.next(in: stream),
            let third = members.next(in: stream), members.next(in: stream) == nil,
            stream.isString(second.key, "id"), stream.isString(third.key, "updatedAt"),
            let stamp = stream.integer(third.value), Row.stamps.contains(stamp), stream.kind(second.value) == .string
        else { return false }
        rowIsTombstone = stream.isString(first.key, "deletedAt")
        guard
            rowIsTombstone
                ? stream.integer(first.value) == stamp
                : stream.isString(first.key, "data") && stream.kind(first.value) == .object
        else { return false }
        stream.appendContent(second.value, to: &rowID)
        rowStamp = stamp
        // A shorter id is short in UTF-16 too, and without these leading bytes it has no surrogate.
        return (1...255).contains(rowID.count) && !rowID.contains(0xED)
    }

    private mutating func readCheckedRow() throws(BridgeError) {
        let row: Row
        do {
            row = try self.row()
        } catch {
            let key = JSONString(wtf8: Array(error.path.utf8.dropFirst()))
            throw fault(error.reason, ofMember: key, path.pointer + error.path)
        }
        var previous: JSONString = ""
        var members = stream.members()
        while let member = members.next(in: stream) {
            let key = JSONString(wtf8: stream.content(member.key)) ?? previous
            guard previous <= key else {
                throw BridgeError(
                    .notCanonical, path: Pointer.member(key, of: path.pointer), reason: "the keys are not sorted",
                    offset: stream.start(of: member.key))
            }
            previous = key
        }
        rowID = row.id.wtf8
        rowStamp = row.updatedAt
        rowIsTombstone = row.content == .tombstone
    }

    /// A fault in a member of the row, or in the row where it has no such member.
    private func fault(_ reason: String, ofMember key: JSONString?, _ pointer: String) -> BridgeError {
        var offset = stream.valueStart
        var members = stream.members()
        while let member = members.next(in: stream) {
            if stream.content(member.key) == key?.wtf8 { offset = stream.start(of: member.value) }
        }
        return BridgeError(.notCanonical, path: pointer, reason: reason, offset: offset)
    }

    /// Where the id of the row begins in the text.
    private var idOffset: Int {
        var members = stream.members()
        while let member = members.next(in: stream) {
            if stream.isString(member.key, "id") { return stream.start(of: member.value) }
        }
        return stream.valueStart
    }
}

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
            throw BridgeError(
                .notCanonical, path: Pointer.member("id", of: path.pointer), reason: reason, offset: idOffset)
        }
    }

    /// A row that has its three keys in order and is right in everything; false for any other, which is looked at more
    /// closely.
    private mutating func readPlainRow() -> Bool {
        guard let row = stream.plainRow(id: &rowID) else { return false }
        rowStamp = row.stamp
        rowIsTombstone = row.isTombstone
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

extension JSONStream {
    /// A row that has its three keys in order and values of their kinds, or nil; its id is appended to `id`.
    ///
    /// Here and not in the reader, which would hand on a copy of all that the stream consists of with every question.
    fileprivate func plainRow(id: inout [UInt8]) -> (stamp: Int64, isTombstone: Bool)? {
        var members = members()
        guard let first = members.next(in: self), let second = members.next(in: self),
            let third = members.next(in: self), members.next(in: self) == nil,
            isString(second.key, "id"), isString(third.key, "updatedAt"),
            let stamp = integer(third.value), Row.stamps.contains(stamp), kind(second.value) == .string
        else { return nil }
        let isTombstone = isString(first.key, "deletedAt")
        guard
            isTombstone
                ? integer(first.value) == stamp : isString(first.key, "data") && kind(first.value) == .object
        else { return nil }
        appendContent(second.value, to: &id)
        return (stamp, isTombstone)
    }
}

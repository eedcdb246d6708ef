import CanonicalJSON
import SyncBridge

/// Consecutive parts of a payload in canonical form, which have been read and checked.
package struct PayloadBatch: Sendable {
    /// What a part is.
    enum Kind: Sendable { case member, collection, row, endOfCollection, finished, fault }

    /// A part: the name or id, then the canonical text, both in the bytes of the batch.
    struct Item: Sendable {
        var kind: Kind
        var start: Int
        var middle: Int
        var end: Int
        var stamp: Int64 = 0
    }

    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var items: [Item] = []
    /// Why the last part is a fault.
    fileprivate(set) var fault: BridgeError?

    /// A batch of nothing.
    package init() {}
}

/// Cuts a payload that comes in pieces into batches.
package struct PayloadBatcher: ~Copyable, Sendable {
    private var reader = PayloadReader(.payload)

    /// Makes a batcher before the first piece.
    package init() {}

    /// What has become complete with the next piece; no bytes are the end.
    ///
    /// What is not canonical, or too large a member to be read as a whole, is a fault, and nothing follows it.
    package mutating func batch(_ piece: Span<UInt8>) -> PayloadBatch {
        if piece.isEmpty { reader.finish() } else { reader.update(piece) }
        var batch = PayloadBatch()
        batch.bytes.reserveCapacity(piece.count)
        do throws(BridgeError) {
            while try append(to: &batch) {}
        } catch {
            batch.fault = error
            batch.append(.fault)
        }
        return batch
    }

    /// Appends the next part; false when it needs more bytes, or after the last.
    private mutating func append(to batch: inout PayloadBatch) throws(BridgeError) -> Bool {
        switch try reader.next() {
        case .needsInput: return false
        case .part: break
        case .collection: batch.append(.collection, reader.key.wtf8)
        case .endOfCollection: batch.append(.endOfCollection)
        case .member:
            batch.append(.member, reader.key.wtf8)
            reader.appendCanonical(to: &batch.bytes)
            batch.items[batch.items.count - 1].end = batch.bytes.count
        case .row:
            batch.append(.row, reader.rowID)
            reader.appendCanonical(to: &batch.bytes)
            batch.items[batch.items.count - 1].end = batch.bytes.count
            batch.items[batch.items.count - 1].stamp = reader.rowStamp
        case .largeMember:
            throw BridgeError(.notCanonical, path: Pointer.member(reader.key), reason: "too large for a stream")
        case .finished:
            batch.append(.finished)
            return false
        }
        return true
    }
}

extension PayloadBatch {
    fileprivate mutating func append(_ kind: Kind, _ name: [UInt8] = []) {
        let start = bytes.count
        bytes += name
        items.append(Item(kind: kind, start: start, middle: bytes.count, end: bytes.count))
    }
}

import CanonicalJSON
import SyncBridge

/// One payload in canonical form, as far as it has been read.
package final class PayloadStream {
    private let next: () throws -> PayloadBatch
    private var batch = PayloadBatch()
    private var index = -1
    /// The part that comes next in the payload.
    private(set) var head = PayloadBatch.Item(kind: .finished, start: 0, middle: 0, end: 0)
    /// The name of the collection or member that came last.
    private(set) var key: JSONString = ""

    /// Makes a stream of batches, which `next` gives in their order.
    package init(_ next: @escaping () throws -> PayloadBatch) {
        self.next = next
    }

    /// Moves on; throws `NOT_CANONICAL`, and what the source of the batches throws.
    func advance() throws {
        index += 1
        while index == batch.items.count {
            batch = try next()
            index = 0
        }
        head = batch.items[index]
        switch head.kind {
        case .collection, .member: key = JSONString(wellFormed: Array(batch.bytes[head.start..<head.middle]))
        case .fault: if let fault = batch.fault { throw fault }
        case .row, .endOfCollection, .finished: break
        }
    }

    /// The canonical bytes of the row or member at the head.
    var text: [UInt8] { Array(batch.bytes[head.middle..<head.end]) }

    /// Appends the canonical bytes of the row or member at the head.
    func appendText(to output: inout [UInt8]) { output += batch.bytes[head.middle..<head.end] }

    /// -1, 0 or 1 as the row at the head has the smaller id, the same, or the larger one.
    func compareID(with other: PayloadStream) -> Int {
        compare(head.start..<head.middle, with: other, other.head.start..<other.head.middle)
    }

    /// -1, 0 or 1 as what is at the head has the smaller canonical text, the same, or the larger one.
    func compareText(with other: PayloadStream) -> Int {
        compare(head.middle..<head.end, with: other, other.head.middle..<other.head.end)
    }

    private func compare(_ range: Range<Int>, with other: PayloadStream, _ otherRange: Range<Int>) -> Int {
        let (own, others) = (batch.bytes, other.batch.bytes)
        return UTF16Order.compare(wtf8: own.span.extracting(range), others.span.extracting(otherRange))
    }
}

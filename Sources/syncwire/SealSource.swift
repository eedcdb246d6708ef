import CanonicalJSON
import CommandLineKit
import SyncBridge
import SyncEnvelope

/// What is to be sealed, of which an archive needs the length before the first byte.
///
/// An ordinary file tells its length, and is checked while it is sealed. Anything else is spooled first, and checked on the
/// way there. Both take the same little memory for any length.
final class SealSource {
    private static let pieceSize = 1 << 16

    private let input: InputStream
    private let contentType: ContentType
    private var checker: ContentChecker?
    /// What has been read of an input that can be read only once.
    private var spool: Spool?

    /// Creates a source of a content that must be in canonical form unless it is an attachment.
    init(_ input: InputStream, _ contentType: ContentType) {
        self.input = input
        self.contentType = contentType
        checker = ContentChecker.Rule(contentType).map { ContentChecker($0) }
    }

    /// How many bytes there are; throws `NOT_CANONICAL`, with a hint, if all had to be read to know.
    func count() throws -> Int {
        // The files of /proc say that they are empty.
        if let count = input.count, count > 0 { return count }
        spool = Spool()
        var piece: [UInt8] = []
        repeat { try read(into: &piece) } while !piece.isEmpty
        return spool?.count ?? 0
    }

    /// Gives `sink` all `count` bytes, piece by piece; throws `NOT_CANONICAL`, with a hint, at the latest after the last.
    func pass(_ count: Int, to sink: (Span<UInt8>) throws -> Void) throws {
        var piece: [UInt8] = []
        var left = count
        repeat {
            piece.removeAll(keepingCapacity: true)
            if try spool?.read(upTo: Self.pieceSize, into: &piece) == nil { try read(into: &piece) }
            guard piece.count <= left, !piece.isEmpty || left == 0 else {
                throw CommandLineError(.inputOutput, "\(input.path) changed while it was read")
            }
            left -= piece.count
            if !piece.isEmpty { try sink(piece.span) }
        } while !piece.isEmpty
    }

    private func read(into piece: inout [UInt8]) throws {
        try input.next(Self.pieceSize, into: &piece)
        try spool?.write(piece.span)
        do throws(BridgeError) {
            if piece.isEmpty { try checker?.finish() } else { try checker?.update(piece.span) }
        } catch {
            throw try hint().map {
                CommandLineError(.malformedInput, printable("\(error); use 'syncwire canonicalize\($0)' first"))
            } ?? error
        }
    }

    /// The options of the command that makes a canonical content of this one; nil if it is no JSON at all.
    private func hint() throws -> String? {
        guard spool != nil || input.rewind() else { return nil }
        var stream = JSONStream()
        var piece: [UInt8] = []
        var hasRows = false
        do {
            while true {
                switch try stream.next(stream.depth == 0 ? .always : .whenLarge) {
                case .needsInput:
                    piece.removeAll(keepingCapacity: true)
                    if try (spool?.read(upTo: Self.pieceSize, into: &piece) ?? 0) == 0 {
                        try input.next(Self.pieceSize, into: &piece)
                    }
                    if piece.isEmpty { stream.finish() } else { stream.update(piece.span) }
                case .key where stream.depth == 1: if stream.content() == Self.rows { hasRows = true }
                case .finished: return contentType == .snapshot && hasRows ? " --payload" : ""
                default: break
                }
            }
        } catch is JSONError {
            return nil
        }
    }

    private static let rows = Array("rows".utf8)
}

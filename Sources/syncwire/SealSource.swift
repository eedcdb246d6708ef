import CanonicalJSON
import CommandLineKit
import SyncBridge
import SyncEnvelope

/// What is to be sealed, of which an archive needs the length before the first byte.
///
/// An ordinary file tells its length, and is checked while it is sealed. Anything else is spooled first, and checked on the
/// way there. Both take the same little memory for any length.
final class SealSource {
    private static let pieceSize = 1 << 17

    private let input: InputStream
    private let contentType: ContentType
    private var checker: ContentChecker?
    /// What has been read of an input that can be read only once.
    private var spool: Spool?

    /// Creates a source of a content that must be in canonical form unless it is an attachment.
    init(_ input: InputStream, _ contentType: ContentType) {
        self.input = input
        self.contentType = contentType
        checker = ContentChecker.Kind(contentType).map { ContentChecker($0) }
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
            throw try hint(after: error).map {
                CommandLineError(.malformedInput, printable("\(error); use 'syncwire canonicalize\($0)' first"))
            } ?? error
        }
    }

    /// The options of the command that makes a canonical content of this one; nil if it is no JSON at all.
    private func hint(after error: BridgeError) throws -> String? {
        var content: [UInt8] = []
        if spool == nil {
            guard input.rewind() else { return nil }
        } else {
            while try (spool?.read(upTo: Self.pieceSize, into: &content) ?? 0) > 0 {}
        }
        content += try input.rest()
        guard let document = try? JSONDocument(parsing: content) else { return nil }
        return contentType == .snapshot && document.root.member("rows") != nil ? " --payload" : ""
    }
}

import CommandLineKit
import SyncBridge
import SyncMerge

/// An input that can be read more than once: an ordinary file as it is, anything else from a copy without a name.
final class RepeatableInput {
    private static let pieceSize = 1 << 16

    private let path: String
    private let input: InputStream?
    private var spool: Spool?

    /// Takes an input of which nothing but its head was looked at.
    init(_ input: InputStream) throws {
        path = input.path
        if input.rewind() {
            self.input = input
            return
        }
        self.input = nil
        var copy = Spool()
        var piece: [UInt8] = []
        repeat {
            try input.next(Self.pieceSize, into: &piece)
            try copy.write(piece.span)
        } while !piece.isEmpty
        spool = consume copy
    }

    /// Takes what was made of the input of that name.
    init(_ content: consuming Spool, of path: String) {
        self.path = path
        input = nil
        spool = consume content
    }

    /// Puts the next bytes, at most `maximum`, in the place of `bytes`; none at the end.
    func next(_ maximum: Int, into bytes: inout [UInt8]) throws {
        if let input { return try input.next(maximum, into: &bytes) }
        bytes.removeAll(keepingCapacity: true)
        _ = try spool?.read(upTo: maximum, into: &bytes)
    }

    /// Begins again from the first byte.
    func rewind() throws {
        spool?.rewind()
        guard input?.rewind() ?? true else {
            throw CommandLineError(.inputOutput, "\(path) cannot be read again")
        }
    }

    /// The content, from the first byte on, as a stream of what is to be a payload in canonical form.
    func stream() throws -> PayloadStream {
        try rewind()
        let parser = PayloadParser { [self] piece in try next(Self.pieceSize, into: &piece) }
        return PayloadStream { try parser.next() }
    }

    /// All bytes.
    func bytes() throws -> [UInt8] {
        try rewind()
        var bytes: [UInt8] = []
        var piece: [UInt8] = []
        repeat {
            try next(Self.pieceSize, into: &piece)
            bytes += piece
        } while !piece.isEmpty
        return bytes
    }

    /// The payload in any spelling, as a whole; errors name the file.
    func payload() throws -> Payload {
        do { return try Payload(parsing: bytes()) } catch { throw translate(error, file: path) }
    }
}

/// The part of a text that a reader of a stream has in memory, and where in the text it lies.
struct StreamWindow: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Whether the text ends with the window.
    var isLast = false
    /// The first offset in the text that is known to differ from the canonical form.
    private(set) var firstDifference: Int?
    /// The position in the window.
    private var at = 0
    /// The offset in the text of the window's first byte.
    private var base = 0
    /// How many lines end before the window, and the offset in the text at which the last line begins.
    private var lines = 0
    private var lineStart = 0
    /// Whether there may be line feeds before the position, which canonical text has none of.
    private var mayHaveLineFeeds = false
    /// Where in the window the value that came last begins, which was parsed or entered.
    private(set) var start = 0

    /// More of a number, a literal or a pair of escapes may follow within so many bytes of what was understood.
    private static let lookahead = 16

    mutating func append(_ piece: Span<UInt8>) {
        precondition(!isLast, "the text has been declared complete")
        forgetRead()
        bytes.append(piece, from: 0, to: piece.count)
    }

    private mutating func forgetRead() {
        guard at > 0 else { return }
        (lines, lineStart) = lines(before: at)
        mayHaveLineFeeds = false
        bytes.removeFirst(at)
        base += at
        start = 0
        at = 0
    }

    var hasByte: Bool { at < bytes.count }
    /// Whether the character at the position, or the end of the text, is there to be judged.
    var hasCharacter: Bool { isLast || at < bytes.count && (bytes[at] < 0x80 || remaining >= 4) }
    /// The byte at the position, or 0 at the end.
    var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }
    /// How many bytes follow the position.
    var remaining: Int { bytes.count - at }
    /// The offset in the text of the position.
    var position: Int { base + at }
    /// The offset in the text of the value that came last.
    var valueStart: Int { base + start }

    /// Hands the bytes from the value that came last on to `body`, which offsets on its tape count from.
    @inline(__always)
    func withValue<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(bytes.span.extracting(start...)) }

    /// Moves behind a comma, a colon or a closing bracket.
    mutating func advance() { at += 1 }

    /// Moves behind an opening bracket.
    mutating func enter() {
        start = at
        at += 1
    }

    mutating func skipSpace() {
        guard at < bytes.count, bytes[at] <= 0x20 else { return }
        let end = Tape.endOfSpace(bytes.span, at)
        guard end > at else { return }
        noteDifference(at: position)
        mayHaveLineFeeds = true
        at = end
    }

    mutating func noteDifference(at offset: Int) {
        if firstDifference == nil { firstDifference = offset }
    }

    /// What became of a value.
    enum Parsed: Equatable {
        case complete, incomplete
        /// Its first `limit` bytes have no fault, and it goes on behind them, up to `known` at least.
        case large(known: Int)
    }

    /// Parses the value at the position onto the tape and moves behind it, unless it may go on behind the window, or has
    /// more than `limit` bytes.
    ///
    /// Whether it has is the same wherever the text is cut. A value that does not end is called large only in a window of
    /// twice that: then the same is known of the containers in its first half. Offsets on the tape count from the value's
    /// beginning: so a failure costs no look at what comes before it.
    mutating func parse(_ tape: inout Tape, maxDepth: Int, limit: Int = .max) throws(JSONError) -> Parsed {
        let bytes = self.bytes
        let value = bytes.span.extracting(at...)
        var end = 0
        do {
            try tape.parseValue(value, &end, maxDepth: maxDepth)
        } catch {
            guard isLast || end + Self.lookahead <= value.count else {
                return value.count / 2 >= limit ? .large(known: value.count) : .incomplete
            }
            if error.offset >= limit { return .large(known: error.offset) }
            throw placed(error, from: at)
        }
        if end > limit { return .large(known: end) }
        let root = tape.nodes[0]
        let isNumber = root.kind == .integer || root.kind == .double
        if isNumber, end == value.count, !isLast { return .incomplete }
        if !root.flags.contains(.canonical) {
            mayHaveLineFeeds = true
            if firstDifference == nil, let offset = tape.firstDifference(value, from: 0) {
                noteDifference(at: position + offset)
            }
        }
        start = at
        at += end
        return .complete
    }

    /// An error at the position.
    func error(_ code: JSONError.Code) -> JSONError { placed(JSONError(code, at: at, in: bytes.span), from: 0) }

    /// What is wrong with the byte at the position, as in a whole text.
    func unexpected(otherwise: JSONError.Code = .unexpectedByte) -> JSONError {
        let error = JSONError.unexpected(at: at, in: bytes.span, otherwise: otherwise)
        // The mark is one only where a text begins.
        let isMark = error.code == .byteOrderMark && position > 0
        return placed(isMark ? JSONError(otherwise, at: at, in: bytes.span) : error, from: 0)
    }

    /// An error in the window's bytes from `start` on as one in the text.
    private func placed(_ error: JSONError, from start: Int) -> JSONError {
        let (lines, lineStart) = lines(before: start)
        let offset = base + start + error.offset
        // The mark is one only where a text begins.
        let isMark = error.code == .byteOrderMark && offset > 0
        return JSONError(
            code: isMark ? .unexpectedByte : error.code, offset: offset, line: lines + error.line,
            column: error.line == 1 ? offset - lineStart + 1 : error.column)
    }

    /// How many lines end before a position in the window, and the offset in the text at which the line there begins.
    private func lines(before end: Int) -> (count: Int, start: Int) {
        var (count, start) = (lines, lineStart)
        guard mayHaveLineFeeds else { return (count, start) }
        for offset in 0..<end where bytes[offset] == 0x0A {
            count += 1
            start = base + offset + 1
        }
        return (count, start)
    }
}

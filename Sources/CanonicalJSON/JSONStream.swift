/// Reads one JSON text that comes in pieces, without ever holding all of it.
///
/// Containers that are entered are given as their parts; every other value is taken whole, and only it is in memory. What
/// ``next(_:)`` gives and throws is what a reader of the whole text would, but for the order of faults: the first in the
/// text comes first.
package struct JSONStream: ~Copyable, Sendable {
    /// What comes next in the text.
    package enum Event: Equatable, Sendable {
        /// Nothing can be said before ``JSONStream/update(_:)`` or ``JSONStream/finish()``.
        case needsInput
        /// A container that is entered begins.
        case begin(Container)
        /// A key of the innermost container; its value comes next.
        case key
        /// A whole value.
        case value
        /// The innermost container that was entered ends.
        case end(Container)
        /// The text is complete.
        case finished
    }

    /// The kind of a container.
    package enum Container: Sendable { case array, object }

    /// Whether the next value, if it is a container, is entered.
    package enum Entry: Sendable {
        case always
        /// When it is too large for the window.
        case whenLarge
        case never
    }

    /// The greatest container that is taken whole with ``Entry/whenLarge``, in bytes; the window gets twice as large.
    package static let windowSize = 1 << 17

    private(set) var window = StreamWindow()
    /// The value that came last.
    private(set) var tape = Tape()
    /// The containers that were entered and have not ended.
    private var open: [Frame] = []
    private var state = State.value
    private let maxDepth: Int
    /// How many bytes the window must have before a value that was cut off is tried again.
    private var retryCount = 0
    /// Where containers begin that are known to be too large for the window.
    private var large: [Int] = []

    private struct Frame: Sendable {
        var container: Container
        /// The decoded keys so far.
        var keys: Set<[UInt8]> = []
    }

    private enum State { case value, first, key, colon, memberValue, next, finished }

    /// A reader that refuses texts nested more than `maxDepth` deep.
    package init(maxDepth: Int = 512) {
        self.maxDepth = maxDepth
    }

    /// Takes the next bytes of the text.
    package mutating func update(_ piece: Span<UInt8>) {
        window.append(piece)
    }

    /// Says that there are no more bytes.
    package mutating func finish() {
        window.isLast = true
    }

    /// How many containers were entered and have not ended.
    package var depth: Int { open.count }

    /// How many bytes are in memory.
    package var bufferedCount: Int { window.bytes.count }

    /// Whether an object that was entered has repeated a key so far. It is given as often as it is there.
    package private(set) var repeatsKey = false

    /// The first offset at which the text is known to differ from its canonical form.
    package private(set) var firstDifference: Int?

    /// Moves on; a value that comes next is taken as `entry` says.
    package mutating func next(_ entry: Entry) throws(JSONError) -> Event {
        defer { firstDifference = window.firstDifference }
        while true {
            window.skipSpace()
            guard window.hasCharacter else { return .needsInput }
            switch state {
            case .value, .memberValue: return try value(entry)
            case .first:
                if window.byte == closing { return end() }
                state = isInObject ? .key : .value
            case .key: return try key()
            case .colon:
                guard window.byte == 0x3A else { throw window.unexpected() }
                window.advance()
                state = .memberValue
            case .next:
                if window.byte == closing { return end() }
                guard window.byte == 0x2C else { throw window.unexpected() }
                window.advance()
                window.skipSpace()
                // Whether the comma was one too many shows in what follows it.
                state = isInObject ? .key : .value
            case .finished:
                guard !window.hasByte else { throw window.unexpected(otherwise: .trailingData) }
                return .finished
            }
        }
    }

    private var isInObject: Bool { open.last?.container == .object }
    private var closing: UInt8 { isInObject ? 0x7D : 0x5D }

    private mutating func value(_ entry: Entry) throws(JSONError) -> Event {
        if !open.isEmpty, state == .value, window.byte == 0x5D { throw window.error(.trailingComma) }
        let isContainer = window.byte == 0x5B || window.byte == 0x7B
        if isContainer, entry == .always || entry == .whenLarge && large.contains(window.position) {
            return try enter()
        }
        switch try take(limit: isContainer && entry == .whenLarge ? Self.windowSize : .max) {
        case .incomplete: return .needsInput
        case .large(let known):
            // Those in it that are too large themselves need no attempt each.
            large = tape.containers(longerThan: Self.windowSize, known: known).map { window.position + $0 }
            return try enter()
        case .complete:
            state = open.isEmpty ? .finished : .next
            return .value
        }
    }

    private mutating func key() throws(JSONError) -> Event {
        guard window.byte == 0x22 else {
            throw window.byte == 0x7D ? window.error(.trailingComma) : window.unexpected()
        }
        guard try take() == .complete else { return .needsInput }
        if !open[open.count - 1].keys.insert(content()).inserted {
            repeatsKey = true
            window.noteDifference(at: window.valueStart)
        }
        state = .colon
        return .key
    }

    private mutating func enter() throws(JSONError) -> Event {
        guard open.count < maxDepth else { throw window.error(.depthExceeded) }
        let container: Container = window.byte == 0x7B ? .object : .array
        open.append(Frame(container: container))
        window.enter()
        state = .first
        retryCount = 0
        return .begin(container)
    }

    private mutating func end() -> Event {
        window.advance()
        let ended = open.removeLast()
        state = open.isEmpty ? .finished : .next
        return .end(ended.container)
    }

    /// Parses the value at the window's position.
    private mutating func take(limit: Int = .max) throws(JSONError) -> StreamWindow.Parsed {
        guard window.isLast || window.remaining >= retryCount else { return .incomplete }
        let result = try window.parse(&tape, maxDepth: maxDepth - open.count, limit: limit)
        // Twice as much before the next attempt, or a large value that comes in small pieces would take quadratic time.
        retryCount = result == .incomplete ? 2 * min(window.remaining, limit) : 0
        return result
    }
}

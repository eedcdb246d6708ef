import CanonicalJSON
import SyncBridge

/// Why a stack did not pass: in words, and in the parts that reports and lists of known failures need.
public struct Failure: Equatable, Sendable {
    /// What kind of thing went wrong.
    public enum Kind: String, Sendable, CaseIterable {
        /// No answer of the protocol: a crash, a timeout, a broken line.
        case broken
        /// An answer where a rejection was due.
        case accepted
        /// A rejection where an answer was due.
        case rejected
        /// A rejection with another error class.
        case otherClass = "other-class"
        /// An answer whose outputs are not the expected ones.
        case otherOutput = "other-output"
        /// A feature declared and then refused, or refused without need.
        case unsupported
        /// Not what a list of known failures says.
        case unlisted
        /// Anything else: no start, other behaviour of the testee itself.
        case testee
    }

    /// What kind of thing went wrong.
    public var kind: Kind
    /// What happened, for people: one line.
    public var reason: String
    /// The error class that the stack answered with, where it rejected.
    public var errorClass: String?
    /// The first difference, where there are two byte strings or values to compare.
    public var difference: Difference?
    /// The first layer in which the stack's work departs from the reference's (TP-28).
    public var layer: Difference?
    /// Whom the reference contradicts, where two stacks do not understand each other.
    public var culprit: String?
    /// The names of the known mistakes that give exactly this answer.
    public var mutants: [String] = []

    /// Describes a failure in one line.
    public init(
        _ kind: Kind, _ reason: String, errorClass: String? = nil, difference: Difference? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.errorClass = errorClass
        self.difference = difference
    }

    /// What lists of known failures are bound to: the error class of a rejection, else the kind.
    public var observedClass: String { errorClass ?? kind.rawValue }

    /// Everything that is known, in one line.
    public var summary: String {
        var text = reason
        if let part = difference?.part { text += " (in \(part))" }
        if let culprit { text += "; to blame: \(culprit)" }
        if let layer { text += "; first layer that differs: \(layer.place): \(layer.words)" }
        if !mutants.isEmpty { text += "; behaves like \(mutants.joined(separator: ", "))" }
        return text
    }
}

extension Failure {
    /// Says where the output or layer `place` differs; nil where it is equal.
    static func difference(at place: String, actual: [UInt8], expected: [UInt8]) -> Failure? {
        Difference(at: place, actual: actual, expected: expected).map {
            Failure(.otherOutput, "\(place): \($0.words)", difference: $0)
        }
    }

    /// Compares byte strings in base64 as bytes, anything else as JSON text.
    static func difference(at place: String, actual: JSONValue, expected: JSONValue) -> Failure {
        if let actual = actual.bytes, let expected = expected.bytes,
            let failure = difference(at: place, actual: actual, expected: expected)
        {
            return failure
        }
        func text(_ value: JSONValue) -> String {
            guard let bytes = try? value.canonicalBytes() else { return "a value without text" }
            return String(decoding: bytes, as: UTF8.self)
        }
        return Failure(.otherOutput, "\(place): \(text(actual)); expected \(text(expected))")
    }
}

extension Failure {
    /// The same without anything that was said or written, for what is nobody else's business (CL-15).
    var withoutContent: Failure {
        var hidden = self
        hidden.difference = difference?.withoutContent
        hidden.layer = layer?.withoutContent
        let what = hidden.difference.map { "\($0.place): \($0.words)" } ?? errorClass ?? ""
        hidden.reason =
            kind.rawValue + (what.isEmpty ? "" : ": " + what) + "; what was said about your payload is not shown"
        return hidden
    }
}

/// Where two byte strings first differ, and what both have around it.
public struct Difference: Equatable, Sendable {
    /// The longest window, in bytes.
    public static let windowLimit = 64

    /// The output or the layer, such as `canonical` or `kekCheck.0`.
    public var place: String
    /// The offset of the first byte that differs; also the length of the shorter side where that is a prefix.
    public var offset: Int
    /// The offset of the windows' first bytes: up to 31 bytes before `offset`, a multiple of 16.
    public var windowOffset: Int
    /// What the stack has from `windowOffset` on.
    public var actual: [UInt8]
    /// What was expected there.
    public var expected: [UInt8]
    /// The bytes of the whole on the stack's side.
    public var actualCount: Int
    /// The bytes of the whole on the expected side.
    public var expectedCount: Int
    /// What stands there on the expected side: a JSON pointer, or a part of an archive's header.
    public var part: String?

    /// Compares `actual` with `expected`; nil where they are equal.
    public init?(at place: String, actual: [UInt8], expected: [UInt8]) {
        guard actual != expected else { return nil }
        self.place = place
        offset = zip(actual, expected).prefix { $0 == $1 }.count
        windowOffset = max(0, offset / 16 - 1) * 16
        let window = windowOffset..<(windowOffset + Self.windowLimit)
        self.actual = Array(actual[window.clamped(to: 0..<actual.count)])
        self.expected = Array(expected[window.clamped(to: 0..<expected.count)])
        actualCount = actual.count
        expectedCount = expected.count
    }

    /// The same without the bytes, and without what stands there.
    var withoutContent: Difference {
        var hidden = self
        hidden.actual = []
        hidden.expected = []
        hidden.part = nil
        return hidden
    }

    /// The offset, and up to 16 bytes from there on each side; the offset alone where the bytes are not to be shown.
    public var words: String {
        // Two windows with a difference in them are not both empty.
        guard !(actual.isEmpty && expected.isEmpty) else { return "differs at byte \(offset)" }
        func here(_ window: [UInt8]) -> String {
            let rest = window.dropFirst(offset - windowOffset).prefix(16)
            return rest.isEmpty ? "the end" : Hex.encode(Array(rest))
        }
        return "differs at byte \(offset): \(here(actual)); expected \(here(expected))"
    }
}

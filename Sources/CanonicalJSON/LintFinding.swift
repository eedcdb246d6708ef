/// A value, or a key, that some stack would change: what it is, and where.
public struct LintFinding: Hashable, Sendable {
    /// What some stack would change, and which.
    public enum Kind: String, Sendable, CaseIterable {
        /// A surrogate without its partner, in a string or key: replaced, refused or escaped, by stack.
        case loneSurrogate
        /// A key that the object has already: the first or the last value wins, by stack, or the document is refused.
        case duplicateKey
        /// A key that is another key of the object under Unicode's canonical equivalence: merged by Swift dictionaries.
        case keysEqualUnderNFC
        /// An integer beyond ±(2^53 - 1), which loses digits where numbers are doubles.
        case integerBeyond53
        /// An integer literal beyond 64 bits, which becomes a double on the Dart VM and stays exact elsewhere.
        case integerBeyond64
        /// A double with an integral value below 1e21, negative zero included: written `1.0` on the Dart VM and `1` on
        /// the web. From 1e21 on all stacks write the same.
        case integralDouble
        /// The integer `-0`: 0 on the Dart VM, the double -0.0 where all numbers are doubles.
        case negativeZero
        /// U+FEFF in a string or key, which some readers strip.
        case byteOrderMark
        /// An array or object more than ``CanonicalJSON/portableDepth`` levels deep.
        case depth
    }

    /// The most characters of a path; a longer one ends here, with an ellipsis.
    public static let longestPath = 256

    /// What some stack would change.
    public let kind: Kind
    /// The JSON pointer (RFC 6901) of the value, or of the member whose key it is, or of the object for
    /// `keysEqualUnderNFC`; a lone surrogate in a key appears as `\udxxx`.
    public let path: String
    /// The byte offset in the source of the value, or of the key.
    public let offset: Int

    /// A finding.
    public init(kind: Kind, path: String, offset: Int) {
        self.kind = kind
        self.path = path
        self.offset = offset
    }
}

extension LintFinding: CustomStringConvertible {
    /// `integralDouble /x`; the kind alone when the path is that of the whole document.
    public var description: String {
        path.isEmpty ? kind.rawValue : "\(kind.rawValue) \(path)"
    }
}

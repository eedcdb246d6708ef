/// The canonical form of JSON that all stacks share: the bytes of Dart's `json.encode` on the VM, as UTF-8.
public enum CanonicalJSON {
    /// The nesting that every common reader takes with its default settings: .NET's `System.Text.Json` stops at 64,
    /// Ruby at 100, serde at 128, PHP and Foundation at 512.
    public static let portableDepth = 64

    /// The canonical form of the one JSON value in `bytes`.
    ///
    /// Throws when they are not strictly RFC 8259, begin with a byte order mark, nest more than `maxDepth` deep, or
    /// hold a number that overflows.
    public static func canonicalize(_ bytes: [UInt8], maxDepth: Int = 512) throws(JSONError) -> [UInt8] {
        var canonicalizer = Canonicalizer(maxDepth: maxDepth)
        var output: [UInt8] = []
        try canonicalizer.append(bytes.span, to: &output)
        return output
    }

    /// Everything in `bytes` that some stack would change, in order of the source.
    ///
    /// What a repeated key replaces is looked at as well. Throws as ``canonicalize(_:maxDepth:)`` does.
    public static func lint(_ bytes: [UInt8], maxDepth: Int = 512) throws(JSONError) -> [LintFinding] {
        try JSONDocument(parsing: bytes, maxDepth: maxDepth).lint()
    }
}

/// The canonical form of JSON that all stacks share: the bytes of Dart's `json.encode` on the VM, as UTF-8.
public enum CanonicalJSON {
    /// The canonical form of the one JSON value in `bytes`.
    ///
    /// Throws when they are not strictly RFC 8259, begin with a byte order mark, nest more than `maxDepth` deep, or
    /// hold a number that overflows.
    public static func canonicalize(_ bytes: [UInt8], maxDepth: Int = 512) throws(JSONError) -> [UInt8] {
        try JSONValue(parsing: bytes, maxDepth: maxDepth).canonicalBytes(maxDepth: maxDepth)
    }
}

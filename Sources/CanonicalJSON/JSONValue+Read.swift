extension JSONValue {
    /// Reads the one JSON value in `bytes`.
    ///
    /// Throws as ``JSONDocument/init(parsing:maxDepth:)`` does, and never accepts more than ``deepestNesting`` levels.
    public init(parsing bytes: [UInt8], maxDepth: Int = 512) throws(JSONError) {
        let document = try JSONDocument(parsing: bytes, maxDepth: Swift.min(maxDepth, Self.deepestNesting))
        self = document.root.value
    }
}

extension JSONNode {
    /// The value with all that it contains.
    ///
    /// In a document that was read with a limit above ``JSONValue/deepestNesting``, a value that nests deeper than
    /// that must not be asked for: it could not be released again.
    public var value: JSONValue {
        let source = storage.source
        return storage.tape.value(source.span, index)
    }
}

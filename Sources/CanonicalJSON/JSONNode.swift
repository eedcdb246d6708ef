/// A value in a ``JSONDocument``, decoded only as far as asked.
public struct JSONNode: Sendable {
    let storage: JSONDocument.Storage
    let index: Int

    /// What kind of value it is.
    public enum Kind: Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool
        /// A number written without fraction and exponent that fits 64 bits.
        case integer
        /// Any other number.
        case double
        /// A string.
        case string
        /// An array.
        case array
        /// An object.
        case object
    }

    var node: TapeNode { storage.tape.nodes[index] }

    /// What kind of value this is.
    public var kind: Kind { Kind(node.kind) }

    /// The byte range of the value in the source, quotation marks and brackets included.
    public var sourceRange: Range<Int> { node.start..<node.end }

    /// Appends the canonical form of the value.
    public func appendCanonical(to output: inout [UInt8]) {
        let source = storage.source
        storage.tape.appendCanonical(source.span, index, to: &output)
    }

    /// The Boolean, or nil when this is none.
    public var boolValue: Bool? {
        node.kind == .bool ? storage.source[node.start] == 0x74 : nil
    }

    /// The integer, or nil when this is none.
    public var integerValue: Int64? {
        guard node.kind == .integer else { return nil }
        let source = storage.source
        return NumberText.integer(source.span, from: node.start, to: node.end)
    }

    /// The number as a double, integers converted to the nearest; nil when this is no number.
    public var doubleValue: Double? {
        let source = storage.source
        return switch node.kind {
        case .integer: integerValue.map { Double($0) }
        case .double: NumberText.double(source.span, from: node.start, to: node.end)
        default: nil
        }
    }

    /// The string as WTF-8, or nil when this is none.
    public var stringWTF8: [UInt8]? {
        guard node.kind == .string else { return nil }
        let source = storage.source
        return Tape.content(source.span, node)
    }

    /// The string, or nil when this is none.
    public var stringValue: JSONString? {
        stringWTF8.map { JSONString(wellFormed: $0) }
    }

    /// The elements in order; none unless this is an array.
    public var elements: JSONElements {
        JSONElements(storage: storage, cursor: index + 1, end: node.kind == .array ? node.next : 0)
    }

    /// The members in order, a repeated key once, at its first position and with its last value; none unless this is
    /// an object.
    public var members: JSONMembers {
        JSONMembers(storage: storage, cursor: index + 1, end: node.kind == .object ? node.next : 0)
    }

    /// The value of the member whose key has the content `wtf8`, or nil. It looks at one key after the other.
    public func member(wtf8 key: Span<UInt8>) -> JSONNode? {
        var members = members
        while let member = members.next() {
            if member.hasKey(wtf8: key) { return member.value }
        }
        return nil
    }

    /// The value of the member with that key, or nil. It looks at one key after the other.
    public func member(_ key: JSONString) -> JSONNode? {
        member(wtf8: key.wtf8.span)
    }
}

extension JSONNode.Kind {
    init(_ kind: TapeNode.Kind) {
        self =
            switch kind {
            case .null: .null
            case .bool: .bool
            case .integer: .integer
            case .double: .double
            case .string: .string
            case .array: .array
            case .object: .object
            }
    }
}

/// One member of an object in a document.
public struct JSONMember: Sendable {
    let storage: JSONDocument.Storage
    let keyIndex: Int

    private var keyNode: TapeNode { storage.tape.nodes[keyIndex] }

    /// The value.
    public var value: JSONNode { JSONNode(storage: storage, index: keyNode.next) }

    /// The key.
    public var key: JSONString { JSONString(wellFormed: keyWTF8) }

    /// The key as WTF-8.
    public var keyWTF8: [UInt8] {
        let source = storage.source
        return Tape.content(source.span, keyNode)
    }

    /// The byte range of the key in the source, quotation marks included.
    public var keyRange: Range<Int> { keyNode.start..<keyNode.end }

    /// Whether the key has the content `wtf8`; nothing is decoded for a key without escapes.
    public func hasKey(wtf8 other: Span<UInt8>) -> Bool {
        let node = keyNode
        if node.flags.contains(.escaped) {
            let content = keyWTF8
            return UTF16Order.compare(wtf8: content.span, other) == 0
        }
        let source = storage.source
        let content = source.span.extracting(node.contentStart..<node.contentEnd)
        return content.count == other.count && UTF16Order.compare(wtf8: content, other) == 0
    }

    /// Appends the key as a canonical JSON string, with its quotation marks.
    public func appendCanonicalKey(to output: inout [UInt8]) {
        let source = storage.source
        storage.tape.appendCanonical(source.span, keyIndex, to: &output)
    }
}

/// The elements of an array in a document.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    let storage: JSONDocument.Storage
    var cursor: Int
    let end: Int

    /// The next element.
    public mutating func next() -> JSONNode? {
        guard cursor < end else { return nil }
        let element = JSONNode(storage: storage, index: cursor)
        cursor = element.node.next
        return element
    }
}

/// The members of an object in a document.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    let storage: JSONDocument.Storage
    var cursor: Int
    let end: Int

    /// The next member.
    public mutating func next() -> JSONMember? {
        while cursor < end {
            let key = cursor
            cursor = storage.tape.nodes[key + 1].next
            if !storage.tape.nodes[key].flags.contains(.superseded) {
                return JSONMember(storage: storage, keyIndex: key)
            }
        }
        return nil
    }
}

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
        var open: [PartialContainer] = []
        var current = self
        while true {
            var complete: JSONValue?
            switch current.kind {
            case .array: open.append(.array(current.elements, []))
            case .object: open.append(.object(current.members, JSONObject(), key: ""))
            default: complete = current.scalar
            }
            while true {
                guard let last = open.indices.last else { return complete ?? .null }
                if let value = complete { open[last].add(value) }
                if let child = open[last].nextChild() {
                    current = child
                    break
                }
                complete = open.removeLast().value
            }
        }
    }

    private var scalar: JSONValue {
        switch kind {
        case .bool: .bool(boolValue ?? false)
        case .integer: .integer(integerValue ?? 0)
        case .double: .double(doubleValue ?? 0)
        case .string: .string(stringValue ?? "")
        case .null, .array, .object: .null
        }
    }
}

/// A container whose content is being read.
private enum PartialContainer {
    case array(JSONElements, [JSONValue])
    case object(JSONMembers, JSONObject, key: JSONString)

    var value: JSONValue {
        switch self {
        case .array(_, let elements): .array(elements)
        case .object(_, let members, _): .object(members)
        }
    }

    mutating func nextChild() -> JSONNode? {
        switch self {
        case .array(var rest, let elements):
            guard let child = rest.next() else { return nil }
            self = .array(rest, elements)
            return child
        case .object(var rest, let members, _):
            guard let child = rest.next() else { return nil }
            self = .object(rest, members, key: child.key)
            return child.value
        }
    }

    mutating func add(_ value: JSONValue) {
        switch self {
        case .array(let rest, var elements):
            self = .array(rest, [])
            elements.append(value)
            self = .array(rest, elements)
        case .object(let rest, var members, let key):
            self = .object(rest, JSONObject(), key: key)
            members[key] = value
            self = .object(rest, members, key: "")
        }
    }
}

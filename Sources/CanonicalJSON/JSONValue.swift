/// A JSON value that keeps what the wire keeps: the order of members, integers apart from doubles, lone surrogates.
///
/// Two values are equal when their canonical bytes are: `1` is not `1.0`, `0.0` is not `-0.0`, and members in another
/// order make another object. (The exception is a NaN, which equals itself though it has no canonical form.)
///
/// Like every nested Swift value it is released level by level. The reader stops at ``deepestNesting`` whatever limit it is
/// given; a value built by hand thousands of levels deep exhausts the stack when it dies, unless it was taken apart with
/// ``dismantle()``.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number. Infinities and NaN can be held but not written.
    case double(Double)
    /// A string of UTF-16 code units.
    case string(JSONString)
    /// An array.
    case array([JSONValue])
    /// An object, in order of declaration.
    case object(JSONObject)

    /// The most levels of nesting that reading into this type accepts.
    public static let deepestNesting = 1024
}

extension JSONValue {
    /// The member with that key, or nil when there is none or this is no object; assigning nil removes it.
    ///
    /// Assigning a value to anything but an object replaces it by an object with this one member; assigning nil to it
    /// does nothing.
    public subscript(key: JSONString) -> JSONValue? {
        get { objectValue?[key] }
        set {
            guard var object = objectValue ?? newValue.map({ _ in JSONObject() }) else { return }
            // Keeps the storage unshared while it changes.
            self = .null
            object[key] = newValue
            self = .object(object)
        }
    }

    /// The element at that index, or nil when there is none or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The Boolean, or nil when this is none.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, or nil when this is none; a double is none, however integral.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The number as a double, integers converted to the nearest; nil when this is no number.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// Becomes null and releases what it held with a list of what is left, so that no nesting exhausts the stack.
    public mutating func dismantle() {
        var left = [self]
        self = .null
        while let value = left.popLast() {
            // What is alive in the list outlives the level that held it.
            switch value {
            case .array(let elements): left.append(contentsOf: elements)
            case .object(let object): left.append(contentsOf: object.lazy.map(\.value))
            default: break
            }
        }
    }

    /// The string, or nil when this is none.
    public var stringValue: JSONString? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, or nil when this is no array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object, or nil when this is none.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }
}

extension JSONValue: Hashable {
    /// Equality of canonical bytes.
    public static func == (a: JSONValue, b: JSONValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let x), .bool(let y)): x == y
        case (.integer(let x), .integer(let y)): x == y
        case (.double(let x), .double(let y)): x.bitPattern == y.bitPattern
        case (.string(let x), .string(let y)): x == y
        case (.array(let x), .array(let y)): x == y
        case (.object(let x), .object(let y)): x == y
        default: false
        }
    }

    /// Feeds the kind and the content.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value.bitPattern)
        case .string(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

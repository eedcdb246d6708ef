import CanonicalJSON

/// A JSON value as the model reads and writes it: more than JSON has, so that mistakes have a place.
indirect enum ModelValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Any double, NaN and the infinities included.
    case double(Double)
    /// A number that was never made one: its text goes out as it came in.
    case literal(String)
    case string(JSONString)
    case array([ModelValue])
    case object(ModelObject)

    var string: JSONString? { if case .string(let value) = self { value } else { nil } }

    var object: ModelObject? { if case .object(let value) = self { value } else { nil } }

    var isNull: Bool { if case .null = self { true } else { false } }
}

/// The members of an object in order; nothing keeps a key from standing there twice.
struct ModelObject: Sendable {
    var members: [(key: JSONString, value: ModelValue)] = []

    /// The value of the first member with that key; assigning replaces it, or appends a member.
    subscript(key: JSONString) -> ModelValue? {
        get { members.first { $0.key == key }?.value }
        set {
            guard let newValue else { return members.removeAll { $0.key == key } }
            if let place = members.firstIndex(where: { $0.key == key }) {
                members[place].value = newValue
            } else {
                members.append((key, newValue))
            }
        }
    }
}

import CanonicalJSON
import SyncBridge

/// What a member of a message has to look like: checked here, and written as JSON Schema for everybody else.
indirect enum MessageForm: Sendable {
    /// A byte string: base64, or a file of the scratch folder (TP-4, TP-5).
    case bytes
    /// Lower-case hex, of that many bytes where a number is given.
    case hex(Int?)
    /// Hex of a request, in which a vector may have upper case on purpose (TP-4).
    case hexInput
    /// A string, possibly with unpaired surrogates.
    case string
    /// A decimal number without sign or leading zeros, in a string.
    case decimal
    /// A number without fraction.
    case integer
    /// One of a few strings.
    case oneOf([String])
    /// One of a few integers.
    case oneOfIntegers([Int64])
    /// A list.
    case list(MessageForm)
    /// An object with these members and any others.
    case object([MessageMember])
    /// Objects that differ in their `type`.
    case byType([(type: String, members: [MessageMember])])
    /// An object whose members are named by layer, and for `numbered` ones by layer, a dot and a slot (TP-25).
    case layers([(layer: String, isNumbered: Bool, form: MessageForm)])
}

/// A member of a message by name.
struct MessageMember: Sendable {
    var name: JSONString
    var form: MessageForm
    var isRequired = true

    init(_ name: JSONString, _ form: MessageForm, isRequired: Bool = true) {
        self.name = name
        self.form = form
        self.isRequired = isRequired
    }
}

extension MessageForm {
    /// What is wrong with `value`, starting with its place, or nil.
    func fault(in value: JSONValue, at place: String) -> String? {
        switch self {
        case .bytes: return Self.byteFault(in: value, at: place)
        case .hex(let count):
            guard let text = value.stringValue, let bytes = Hex.decode(text.wtf8),
                !text.wtf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }),
                count == nil || bytes.count == count
            else { return "\(place): not \(count.map { "\($0) bytes in " } ?? "")lower-case hex" }
            return nil
        case .hexInput: return value.hexBytes == nil ? "\(place): not hex" : nil
        case .string: return value.stringValue == nil ? "\(place): not a string" : nil
        case .decimal:
            let isDecimal = value.text.flatMap { UInt64($0) }.map { "\($0)" == value.text } ?? false
            return isDecimal ? nil : "\(place): not an unsigned decimal number in a string"
        case .integer: return value.integerValue == nil ? "\(place): not an integer" : nil
        case .oneOf(let texts):
            if value.text.map(texts.contains) ?? false { return nil }
            let allowed = texts.count > 5 ? "the \(texts.count) that there are" : texts.joined(separator: ", ")
            return "\(place): \(value.text.map { "\($0.prefix(40)): " } ?? "")not one of \(allowed)"
        case .oneOfIntegers(let numbers):
            return value.integerValue.map(numbers.contains) ?? false ? nil : "\(place): not one of \(numbers)"
        case .list(let form):
            guard let elements = value.arrayValue else { return "\(place): not a list" }
            return elements.enumerated().lazy.compactMap { form.fault(in: $1, at: "\(place)[\($0)]") }.first
        case .object(let members): return Self.fault(in: value, members: members, at: place)
        case .byType(let variants):
            guard let type = value["type"]?.text, let variant = variants.first(where: { $0.type == type }) else {
                return "\(place): no type out of \(variants.map(\.type).joined(separator: ", "))"
            }
            return Self.fault(in: value, members: variant.members, at: place)
        case .layers(let layers):
            guard let members = value.objectValue else { return "\(place): not an object" }
            for (name, value) in members {
                let parts = name.description.split(separator: ".", omittingEmptySubsequences: false)
                // What is no layer is unknown, and none of our business (TP-2).
                guard let layer = layers.first(where: { $0.layer == parts[0] && $0.isNumbered == (parts.count == 2) })
                else { continue }
                if let fault = layer.form.fault(in: value, at: "\(place).\(name)") { return fault }
            }
            return nil
        }
    }

    private static func fault(in value: JSONValue, members: [MessageMember], at place: String) -> String? {
        guard value.objectValue != nil else { return "\(place): not an object" }
        for member in members {
            let inner = place.isEmpty ? member.name.description : "\(place).\(member.name)"
            guard let given = value[member.name] else {
                if member.isRequired { return "\(inner): missing" }
                continue
            }
            if let fault = member.form.fault(in: given, at: inner) { return fault }
        }
        return nil
    }

    private static func byteFault(in value: JSONValue, at place: String) -> String? {
        if value.objectValue != nil { return Messages.file.fault(in: value, at: place) }
        guard let text = value.stringValue, let bytes = Base64.decode(text.wtf8) else {
            return "\(place): neither base64 nor a file"
        }
        return bytes.count > ScratchFolder.inlineLimit
            ? "\(place): \(bytes.count) bytes in a line; over \(ScratchFolder.inlineLimit) travel as a file" : nil
    }
}

extension MessageForm {
    /// The same as a JSON Schema; unknown members are allowed everywhere (TP-2).
    var schema: JSONValue {
        switch self {
        case .bytes: return ["$ref": "#/$defs/bytes"]
        case .hex(let count):
            return ["type": "string", "pattern": .text("^([0-9a-f]{2})\(count.map { "{\($0)}" } ?? "*")$")]
        case .hexInput: return ["type": "string", "pattern": "^([0-9A-Fa-f]{2})*$"]
        case .string: return ["type": "string"]
        case .decimal: return ["type": "string", "pattern": "^(0|[1-9][0-9]{0,19})$"]
        case .integer: return ["type": "integer"]
        case .oneOf(let texts): return ["enum": .array(texts.map { .text($0) })]
        case .oneOfIntegers(let numbers): return ["enum": .array(numbers.map { .integer($0) })]
        case .list(let form): return ["type": "array", "items": form.schema]
        case .object(let members): return Self.schema(of: members)
        case .byType(let variants):
            return [
                "oneOf": .array(
                    variants.map { variant in
                        Self.schema(of: [MessageMember("type", .oneOf([variant.type]))] + variant.members)
                    })
            ]
        case .layers(let layers):
            let patterns = layers.map { layer in
                (
                    key: JSONString("^\(layer.layer)\(layer.isNumbered ? "\\.(0|[1-9][0-9]*)" : "")$"),
                    value: layer.form.schema
                )
            }
            return ["type": "object", "patternProperties": .object(JSONObject(patterns))]
        }
    }

    private static func schema(of members: [MessageMember]) -> JSONValue {
        [
            "type": "object",
            "properties": .object(JSONObject(members.map { (key: $0.name, value: $0.form.schema) })),
            "required": .array(members.filter(\.isRequired).map { .string($0.name) }),
        ]
    }
}

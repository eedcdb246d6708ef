import CanonicalJSON

/// A vector file that is not of the form that VE describes.
public struct VectorError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's name or the vector's id.
    public var place: String
    /// What is wrong there.
    public var reason: String

    /// The place and the reason.
    public var description: String { "\(place): \(reason)" }
}

extension JSONValue {
    /// Reads a text whose faults are those of `place`.
    init(parsing bytes: [UInt8], place: String) throws(VectorError) {
        do { self = try JSONValue(parsing: bytes) } catch { throw VectorError(place: place, reason: "\(error)") }
    }
}

extension Vector {
    /// Reads one element of a file's `vectors`.
    init(json: JSONValue, place: String) throws(VectorError) {
        guard case .object(var members) = json else { throw VectorError(place: place, reason: "not an object") }
        func fail(_ reason: String) -> VectorError { VectorError(place: place, reason: reason) }
        func take(_ name: JSONString) -> JSONValue? {
            defer { members[name] = nil }
            return members[name]
        }
        func string(_ name: JSONString) throws(VectorError) -> String {
            guard let text = take(name)?.text else { throw fail("\(name): not a string") }
            return text
        }
        func strings(_ name: JSONString) throws(VectorError) -> [String] {
            guard case .array(let elements)? = take(name) else { throw fail("\(name): not a list") }
            let texts = elements.compactMap { $0.stringValue?.string }
            guard texts.count == elements.count else { throw fail("\(name): not a list of strings") }
            return texts
        }

        id = try string("id")
        guard case .object(let pins)? = take("clauses") else { throw fail("clauses: not an object") }
        clauses = []
        for (clause, pin) in pins {
            guard let clause = clause.string, pin == .null || pin.text != nil else {
                throw fail("clauses: not an object of strings")
            }
            clauses.append(clause)
            annotations.pins[clause] = pin.text
        }
        operation = try string("operation")
        comment = try string("comment")
        flags = try strings("flags")
        guard case .object(let given)? = take("inputs") else { throw fail("inputs: not an object") }
        inputs = given
        if let fault = VectorBytes.fault(in: given) { throw fail("inputs.\(fault)") }
        entropy = []
        if let value = take("entropy") {
            guard case .array(let elements) = value else { throw fail("entropy: not a list") }
            for element in elements {
                guard let label = element["label"]?.text, let hex = element["hex"]?.text
                else { throw fail("entropy: an element without label or hex") }
                entropy.append(Entropy(label: label, hex: hex))
            }
        }
        switch try string("result") {
        case "valid":
            guard let outputs = take("outputs") else { throw fail("outputs: not an object") }
            expectation = try Expectation(outputs: outputs, place: place)
        case "invalid":
            expectation = try Expectation(errorClass: string("errorClass"), place: place)
        case "acceptable":
            guard case .array(let elements)? = take("readings") else { throw fail("readings: not a list") }
            expectation = .acceptable(
                flag: try string("flag"),
                readings: try elements.map { (element) throws(VectorError) in
                    try Expectation(reading: element, place: place)
                })
            guard elements.count > 1 else { throw fail("readings: fewer than two") }
        default:
            throw fail("result: not valid, invalid or acceptable")
        }
        guard let known = Determinism(rawValue: try string("determinism")) else { throw fail("determinism: unknown") }
        determinism = known
        parent = nil
        if members["parent"] != nil { parent = try string("parent") }
        mutation = nil
        if let value = take("mutation") {
            guard case .object(let change) = value else { throw fail("mutation: not an object") }
            mutation = change
        }
        if members["digest"] != nil { annotations.digest = try string("digest") }
        if members["attestedBy"] != nil { annotations.attestedBy = try strings("attestedBy") }
        if members["kills"] != nil { annotations.kills = try strings("kills") }
        if let unknown = members.first { throw fail("\(unknown.key): unknown member") }
    }

    /// The vector as an element of a file's `vectors`, its members in the order that VE gives.
    var json: JSONValue {
        var members: JSONObject = [
            "id": .text(id),
            "clauses": .object(
                JSONObject(
                    clauses.map { (key: JSONString($0), value: annotations.pins[$0].map { .text($0) } ?? .null) })),
            "operation": .text(operation),
            "comment": .text(comment),
            "flags": .array(flags.map { .text($0) }),
            "inputs": .object(inputs),
        ]
        if !entropy.isEmpty { members["entropy"] = Self.json(entropy) }
        for (name, value) in expectation.members { members[name] = value }
        members["determinism"] = .text(determinism.rawValue)
        if let parent { members["parent"] = .text(parent) }
        if let mutation { members["mutation"] = .object(mutation) }
        if let digest = annotations.digest { members["digest"] = .text(digest) }
        members["attestedBy"] = .array(annotations.attestedBy.map { .text($0) })
        members["kills"] = .array(annotations.kills.map { .text($0) })
        return .object(members)
    }

    /// Entropy in the form of a vector and of a request.
    static func json(_ entropy: [Entropy]) -> JSONValue {
        .array(
            entropy.map {
                .object(["label": .text($0.label), "hex": .text($0.hex)])
            }
        )
    }
}

extension Vector.Expectation {
    /// The members of a vector that say what is demanded.
    var members: JSONObject {
        switch self {
        case .valid(let outputs): ["result": "valid", "outputs": .object(outputs)]
        case .invalid(let errorClass): ["result": "invalid", "errorClass": .text(errorClass)]
        case .acceptable(let flag, let readings):
            [
                "result": "acceptable", "flag": .text(flag),
                "readings": .array(
                    readings.map { reading in .object(JSONObject(reading.members.filter { $0.key != "result" })) }),
            ]
        }
    }

    fileprivate init(outputs: JSONValue, place: String) throws(VectorError) {
        guard case .object(let members) = outputs else {
            throw VectorError(place: place, reason: "outputs: not an object")
        }
        if let fault = VectorBytes.fault(in: members) { throw VectorError(place: place, reason: "outputs.\(fault)") }
        self = .valid(outputs: members)
    }

    fileprivate init(errorClass: String, place: String) throws(VectorError) {
        guard errorClass != "INTERNAL" else {
            throw VectorError(place: place, reason: "errorClass: INTERNAL is never expected")
        }
        self = .invalid(errorClass: errorClass)
    }

    fileprivate init(reading: JSONValue, place: String) throws(VectorError) {
        guard case .object(let members) = reading, members.count == 1 else {
            throw VectorError(place: place, reason: "readings: not {outputs} or {errorClass}")
        }
        if let outputs = members["outputs"] {
            try self.init(outputs: outputs, place: place)
        } else if let errorClass = members["errorClass"]?.text {
            try self.init(errorClass: errorClass, place: place)
        } else {
            throw VectorError(place: place, reason: "readings: not {outputs} or {errorClass}")
        }
    }
}

import CanonicalJSON

/// Test data that other projects publish, as inputs of `canonicalize` (VR-18).
public enum ThirdPartyData {
    /// The kind of the vectors that are made of it.
    public static let kind = "third-party"
    /// Where the data is that is known, each a folder below the one that is given.
    public static let folders = [
        "json-test-suite/test_parsing", "json-test-suite/test_transform", "jcs/input", "naughty-strings", "wycheproof",
    ]

    /// The vectors of one file: the file itself and, where it is a list of naughty strings, each of them.
    ///
    /// - Parameter path: the path below the folder that was given; it becomes the vector's id.
    public static func vectors(path: String, bytes: [UInt8]) -> [Vector] {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let isParsingCase = path.hasPrefix("json-test-suite/test_parsing/")
        var vectors = [vector(path, bytes, verdict: isParsingCase ? name.first : nil)]
        if path.hasPrefix("naughty-strings/"), case .array(let strings)? = try? JSONValue(parsing: bytes) {
            for (index, string) in strings.enumerated() {
                guard let text = try? string.canonicalBytes() else { continue }
                vectors.append(vector("\(path)/\(index)", text, verdict: nil))
            }
        }
        return vectors
    }

    /// - Parameter verdict: `y` where the publisher demands that it is accepted, `n` where it demands that it is not;
    ///   for anything else the reference decides.
    private static func vector(_ id: String, _ json: [UInt8], verdict: Character?) -> Vector {
        let inputs: JSONObject = ["json": .bytes(json)]
        let right = Blame.reference("canonicalize", inputs: inputs)?.outputs
        let expectation: Vector.Expectation =
            switch (verdict, right) {
            case ("n", _): .invalid(errorClass: "MALFORMED_JSON")
            case (_, nil) where verdict != "y": .invalid(errorClass: "MALFORMED_JSON")
            // Without an answer of the reference any is taken: the publisher says that there is one.
            default: .valid(outputs: right ?? [:])
            }
        let value = (try? JSONValue(parsing: json)) ?? .null
        let flags = [("lone-surrogates", value.hasUnpairedSurrogate), ("int64", value.needsExactIntegers)]
        return Vector(
            id: id, clauses: [verdict == nil ? "CJ-1" : "CJ-34"], operation: "canonicalize",
            comment: "published by others", flags: flags.filter(\.1).map { Vector.feature($0.0) }, inputs: inputs,
            expectation: expectation)
    }
}

extension JSONValue {
    /// Whether a string or key in it has an unpaired surrogate.
    fileprivate var hasUnpairedSurrogate: Bool {
        switch self {
        case .string(let text): text.string == nil
        case .array(let elements): elements.contains(where: \.hasUnpairedSurrogate)
        case .object(let members): members.contains { $0.key.string == nil || $0.value.hasUnpairedSurrogate }
        default: false
        }
    }

    /// Whether a number in it is another one where all numbers are doubles.
    fileprivate var needsExactIntegers: Bool {
        switch self {
        case .integer(let number): number.magnitude > 1 << 53
        case .double(let number): number == number.rounded()
        case .array(let elements): elements.contains(where: \.needsExactIntegers)
        case .object(let members): members.contains { $0.value.needsExactIntegers }
        default: false
        }
    }
}

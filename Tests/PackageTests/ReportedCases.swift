import CanonicalJSON
import Conformance
import Foundation
import TestSupport

/// A failure that people reported, with the right answer.
struct ReportedCase {
    static let file = Repository.shared.appending(path: "cases/cases.json")

    var id: String
    var input: JSONValue
    var expect: JSONValue

    /// All of them, in the order of the file.
    static func all() throws -> [ReportedCase] {
        try (JSONValue(parsing: file.bytes()).arrayValue ?? []).map { item in
            ReportedCase(
                id: item["id"]?.stringValue?.string ?? "", input: item["input"] ?? .null,
                expect: item["expect"] ?? .null)
        }
    }
}

/// Which vectors stand for a case: `Spec/cases.json`.
struct CaseVectors {
    var id: String
    /// Ids of vectors that carry the case's input.
    var input: [String]
    /// Patterns of the ids of vectors of its whole kind.
    var kind: [String]
    /// Known mistakes that these vectors must catch.
    var mistakes: [String]

    static func all() throws -> [CaseVectors] {
        let file = Repository.root.appending(path: "Spec/cases.json")
        return try (JSONValue(parsing: file.bytes())["cases"]?.arrayValue ?? []).map { item in
            CaseVectors(
                id: item["id"]?.stringValue?.string ?? "", input: strings(item["input"]), kind: strings(item["kind"]),
                mistakes: strings(item["mistakes"]))
        }
    }

    /// The strings of an array, or the one string that stands in its place.
    static func strings(_ value: JSONValue?) -> [String] {
        (value?.arrayValue ?? value.map { [$0] } ?? []).compactMap { $0.stringValue?.string }
    }
}

extension Vector {
    /// The byte string of an input.
    func bytes(_ name: JSONString) -> [UInt8] { Self.bytes(inputs[name]) }

    /// The byte string of an output that is demanded; nil where a rejection is.
    func output(_ name: JSONString) -> [UInt8]? {
        guard case .valid(let outputs) = expectation else { return nil }
        return Self.bytes(outputs[name])
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8] {
        [UInt8](Data(base64Encoded: value?.stringValue?.string ?? "") ?? Data())
    }
}

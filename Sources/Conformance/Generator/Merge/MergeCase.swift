import CanonicalJSON
import SyncMerge

/// A request of the operations on rows and payloads. What is right says the reference; two other stacks have to agree (VE-16).
struct MergeCase {
    var id: String
    var clauses: [String]
    var comment: String
    var operation: String
    var inputs: JSONObject
    /// The class and the parent of a request that is rejected.
    var rejected: (errorClass: String, parent: String)?

    /// A request by a profile.
    init(
        _ id: String, _ clauses: [String], _ operation: String, _ profile: Profile, _ inputs: JSONObject,
        _ comment: String
    ) throws(VectorError) {
        self.init(id, clauses, operation, profile: try MergeText.bytes(profile.value), inputs, comment)
    }

    /// A request by the text of a profile.
    init(
        _ id: String, _ clauses: [String], _ operation: String, profile: JSONValue, _ inputs: JSONObject,
        _ comment: String
    ) {
        self.id = id
        self.clauses = clauses
        self.operation = operation
        self.comment = comment
        self.inputs = ["profile": profile]
        for (name, value) in inputs { self.inputs[name] = value }
    }

    /// The same request as one that is rejected.
    func rejected(_ errorClass: String, from parent: String) -> MergeCase {
        var rejected = self
        rejected.rejected = (errorClass, parent)
        return rejected
    }

    /// The vector; throws where the reference does not do what the case says.
    func vector() throws(VectorError) -> Vector {
        let expectation: Vector.Expectation
        switch (Model(mutant: nil).answer(operation, inputs: inputs), rejected) {
        case (.ok(let outputs, _), nil): expectation = .valid(outputs: try Self.expected(outputs))
        case (.rejected(let errorClass, _), let (wanted, _)?) where errorClass == wanted:
            expectation = .invalid(errorClass: errorClass)
        case (let answer, _): throw VectorError(place: id, reason: "the reference answers \(answer)")
        }
        return Vector(
            id: id, clauses: clauses, operation: operation, comment: comment, inputs: inputs,
            expectation: expectation, parent: rejected?.parent)
    }

    private static func expected(_ outputs: JSONObject) throws(VectorError) -> JSONObject {
        var expected = JSONObject()
        for (name, value) in outputs { expected[name] = try VectorBytes.expected(value.bytes ?? []) }
        return expected
    }
}

/// Texts of rows and payloads as byte strings.
enum MergeText {
    static func bytes(_ text: String) -> JSONValue { .bytes(Array(text.utf8)) }

    static func bytes(_ value: JSONValue) throws(VectorError) -> JSONValue {
        do { return .bytes(try value.canonicalBytes()) } catch { throw VectorError(place: "merge", reason: "\(error)") }
    }

    /// A payload of one collection, given the texts of its rows.
    static func payload(_ rows: [String], in collection: String = "item") -> JSONValue {
        payload(#"{"\#(collection)":[\#(rows.joined(separator: ","))]}"#)
    }

    /// A payload by the text of its collections.
    static func payload(_ rows: String) -> JSONValue { bytes(#"{"rows":\#(rows),"schema":1}"#) }

    static func live(_ data: String, _ stamp: Int64, id: String = "r") -> String {
        #"{"data":\#(data),"id":"\#(id)","updatedAt":\#(stamp)}"#
    }

    static func tombstone(_ stamp: Int64, id: String = "r") -> String {
        #"{"deletedAt":\#(stamp),"id":"\#(id)","updatedAt":\#(stamp)}"#
    }
}

import CanonicalJSON
import Testing

@testable import Conformance

/// The model of codec and envelope, and the mistakes that it can make.
struct EnvelopeModelTests {
    private static let operations: Set<String> = ["compress", "decompress", "seal", "open", "rewrap", "inspect"]

    /// The small ones first: most mistakes show in them already.
    private static func vectors() throws -> [Vector] {
        func size(_ vector: Vector) -> Int {
            vector.inputs.reduce(0) {
                $0 + Int($1.value["length"]?.integerValue ?? Int64($1.value.stringValue?.wtf8.count ?? 0))
            }
        }
        return try Generated.files().flatMap(\.vectors).filter { operations.contains($0.operation) }
            .map { (size($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// What the codec that ships answers.
    private static func reference(_ vector: Vector) throws -> Answer {
        let operation = JSONString(vector.operation)
        let handler = try #require(Testee.operations[operation])
        let request: JSONObject = [
            "inputs": .object(VectorBytes.expanded(vector.inputs)), "entropy": Vector.json(vector.entropy),
        ]
        do throws(Rejection) {
            let reply = try Testee.reply(to: .object(request), of: operation, with: handler, scratch: nil)
            return .ok(outputs: reply.outputs, intermediates: reply.intermediates)
        } catch { return .rejected(errorClass: error.errorClass, message: "") }
    }

    /// Without this the other answers would say nothing of the mistakes.
    @Test func withoutAMistakeTheModelAnswersAsTheReference() throws {
        for vector in try Self.vectors() {
            var answer = Model(mutant: nil).answer(vector)
            if case .rejected(let errorClass, _) = answer { answer = .rejected(errorClass: errorClass, message: "") }
            #expect(try answer == Self.reference(vector), "\(vector.id)")
        }
    }
}

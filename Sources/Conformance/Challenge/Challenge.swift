import CanonicalJSON
import SyncEnvelope

/// Prompts that nobody has seen before, made from a seed: a port that knows the published vectors by heart gains
/// nothing (VE-24).
public struct Challenge: Sendable {
    /// How many prompts there are by default.
    public static let defaultCount = 500
    /// The most that one challenge may have.
    public static let countLimit = 100_000

    /// The prompts with what they demand, which is not handed out.
    let vectors: [Vector]

    /// Makes `count` prompts; the same ones for the same seed and count.
    ///
    /// - Throws: `VectorError` when the reference fails by itself.
    public init(seed: UInt64, count: Int = defaultCount) throws(VectorError) {
        var vectors: [Vector] = []
        var number = 0
        while vectors.count < count {
            // In turn, so that even a short challenge has all of them.
            let operation = RandomRequest.operations[vectors.count % RandomRequest.operations.count]
            let request = RandomRequest(seed: seed, number: number, operations: [operation])
            if let vector = try Vector(challenging: request, number: vectors.count + 1) { vectors.append(vector) }
            number += 1
        }
        self.vectors = vectors
    }

    /// The request lines, `hello` first: what a testee reads from its standard input.
    public func prompts() throws(VectorError) -> [UInt8] {
        var lines: [JSONObject] = [["id": 0, "op": "hello", "protocol": 1, "scratch": "/tmp"]]
        for (index, vector) in vectors.enumerated() {
            var line: JSONObject = [
                "id": .integer(Int64(index + 1)), "op": .text(vector.operation), "inputs": .object(vector.inputs),
            ]
            if !vector.entropy.isEmpty { line["entropy"] = Vector.json(vector.entropy) }
            lines.append(line)
        }
        do {
            return try lines.flatMap { (line) throws(JSONError) in
                try JSONValue.object(line).canonicalBytes() + [0x0A]
            }
        } catch { throw VectorError(place: "challenge", reason: "\(error)") }
    }

    /// What came of a challenge.
    public struct Grade: Equatable, Sendable {
        /// How many prompts were answered as demanded.
        public var passed = 0
        /// The prompts that were not, each with its number, its operation and why, in one line.
        public var failures: [String] = []
        /// The prompts for which a feature was missing, likewise.
        public var skipped: [String] = []

        /// Whether something was right and nothing wrong.
        public var isPassed: Bool { failures.isEmpty && passed > 0 }
    }

    /// Judges the answer lines of a testee, in any order; a prompt without an answer is a failure.
    public func grade(_ answers: [UInt8]) -> Grade {
        var grade = Grade()
        var given: [Int64: JSONValue] = [:]
        for (index, line) in answers.split(separator: 0x0A).enumerated() {
            guard let answer = try? JSONValue(parsing: Array(line)), let id = answer["id"]?.integerValue else {
                grade.failures.append("line \(index + 1): not an answer")
                continue
            }
            if given.updateValue(answer, forKey: id) != nil {
                grade.failures.append("line \(index + 1): a second answer to \(id)")
            }
        }
        let introduction = given[0].flatMap { Introduction($0) }
        if introduction == nil { grade.failures.append("hello: not answered") }
        let declared = introduction.map { $0.features + $0.operations.map { "op:" + $0 } } ?? []
        for (index, vector) in vectors.enumerated() {
            let place = "\(index + 1) \(vector.operation)"
            guard let message = given[Int64(index + 1)] else {
                grade.failures.append("\(place): not answered")
                continue
            }
            let answer = Answer(message: message)
            if let feature = answer.skippedFeature(of: vector), !declared.contains(feature) {
                grade.skipped.append("\(place): has no \(feature)")
            } else if let fault = Judge.fault(of: answer, for: vector) {
                grade.failures.append("\(place): \(fault.reason)")
            } else {
                grade.passed += 1
            }
        }
        return grade
    }
}

extension Vector {
    /// A prompt and what the reference makes of it; nil for one that a challenge can't hold.
    fileprivate init?(challenging request: RandomRequest, number: Int) throws(VectorError) {
        self.init(
            id: "challenge-\(number)", clauses: [], operation: request.operation, comment: "",
            flags: ["scrypt", "aes-kw", "chunked", "lone-surrogates", "int64"].map(Vector.feature),
            inputs: request.inputs, entropy: request.entropy, expectation: .valid(outputs: [:]))
        switch Model(mutant: nil).answer(self) {
        case .rejected(let errorClass, _):
            // Between these two there is no order (ER-4), and a random request may have both faults.
            if ["INVALID_PARAMETER", "INVALID_PASSPHRASE"].contains(errorClass), request.hasPassphrase { return nil }
            guard errorClass != "INTERNAL" else { throw VectorError(place: id, reason: "the reference fails") }
            expectation = .invalid(errorClass: errorClass)
        case .ok(let outputs, _):
            guard outputs.allSatisfy({ Self.fitsIntoLine($0.value) }) else { return nil }
            expectation = .valid(outputs: outputs)
            if request.hasOwnDeflate {
                determinism = .perImplementation
                expectation = .valid(outputs: try Self.prefix(of: outputs))
            }
        case let other: throw VectorError(place: id, reason: "\(other)")
        }
        guard inputs.allSatisfy({ Self.fitsIntoLine($0.value) }) else { return nil }
    }

    private static func fitsIntoLine(_ value: JSONValue) -> Bool {
        (value.bytes?.count ?? 0) <= ScratchFolder.inlineLimit
    }

    /// Of an archive what all stacks write alike: all before the payload. Of anything else nothing.
    private static func prefix(of outputs: JSONObject) throws(VectorError) -> JSONObject {
        guard let archive = outputs["archive"]?.bytes else { return [:] }
        do {
            let count = try Envelope.inspect(archive).header.count
            return ["archivePrefix": .bytes(Array(archive.prefix(count)))]
        } catch { throw VectorError(place: "inspect", reason: "\(error)") }
    }
}

extension Answer {
    /// Reads an answer line in which no byte string travels by file.
    fileprivate init(message: JSONValue) {
        switch message["status"]?.text {
        case "ok":
            guard case .object(let outputs)? = message["outputs"] else {
                self = .broken(reason: "ok without outputs")
                return
            }
            self = .ok(outputs: outputs, intermediates: [:])
        case "rejected":
            guard let errorClass = message["error"]?["class"]?.text else {
                self = .broken(reason: "rejected without an error class")
                return
            }
            self = .rejected(errorClass: errorClass, message: message["error"]?["message"]?.text ?? "")
        case "unsupported":
            guard let feature = message["feature"]?.text else {
                self = .broken(reason: "unsupported without a feature")
                return
            }
            self = .unsupported(feature: feature)
        default: self = .broken(reason: "the answer has no status")
        }
    }
}

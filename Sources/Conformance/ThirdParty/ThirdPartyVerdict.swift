import CanonicalJSON

/// What the stacks made of one input of third parties: accepted or rejected, and to which bytes.
public struct ThirdPartyVerdict: Equatable, Sendable {
    /// One stack's answer, or the right one.
    public struct Answer: Equatable, Hashable, Sendable {
        /// Which way it went.
        public enum Status: String, Sendable, CaseIterable {
            /// There is a canonical form.
            case accepted
            /// It is no JSON.
            case rejected
            /// Not tried, for want of a feature or the operation.
            case unsupported
            /// No answer of the protocol.
            case broken
        }

        /// Which way it went.
        public var status: Status
        /// The SHA-256 of the canonical form, as hex, or the error class; empty where neither is known.
        public var detail: String
    }

    /// The vector's id, which is the path of the file below the folder that was given.
    public var name: String
    /// The first bytes of the input.
    public var input: [UInt8]
    /// The length of the whole input.
    public var length: Int
    /// The right answer.
    public var expected: Answer
    /// The answers of the stacks that ran, by name, in their order.
    public var answers: [(stack: String, answer: Answer)]

    /// How many bytes of an input are kept.
    public static let inputLimit = 256

    /// Whether two of the stacks that tried it gave different answers.
    public var isDisagreement: Bool {
        Set(answers.map(\.answer).filter { $0.status != .unsupported }).count > 1
    }

    /// The answers with the stacks that gave them, in the order in which they first came.
    public var parts: [(answer: Answer, stacks: [String])] {
        var parts: [(answer: Answer, stacks: [String])] = []
        for (stack, answer) in answers {
            if let place = parts.firstIndex(where: { $0.answer == answer }) {
                parts[place].stacks.append(stack)
            } else {
                parts.append((answer, [stack]))
            }
        }
        return parts
    }

    /// Compares everything.
    public static func == (a: Self, b: Self) -> Bool {
        a.name == b.name && a.input == b.input && a.length == b.length && a.expected == b.expected
            && a.answers.elementsEqual(b.answers) { $0.stack == $1.stack && $0.answer == $1.answer }
    }
}

extension ThirdPartyVerdict {
    /// What `runs` answered to the inputs of third parties in `files`.
    static func list(_ runs: [VectorRun], _ files: [VectorFile]) throws(VectorError) -> [ThirdPartyVerdict] {
        var list: [ThirdPartyVerdict] = []
        for vector in files.filter({ $0.kind == ThirdPartyData.kind }).flatMap(\.vectors) {
            let input = vector.inputs["json"]?.bytes ?? []
            var verdict = ThirdPartyVerdict(
                name: vector.id, input: Array(input.prefix(inputLimit)), length: input.count,
                expected: try Answer(vector.expectation), answers: [])
            for run in runs {
                guard let answer = run.answers[vector.id] else { continue }
                verdict.answers.append((run.connection.stack.name, try Answer(answer)))
            }
            list.append(verdict)
        }
        return list
    }
}

extension ThirdPartyVerdict.Answer {
    init(_ answer: Answer) throws(VectorError) {
        switch answer {
        case .ok(let outputs, _): try self.init(outputs)
        case .rejected(let errorClass, _): self.init(status: .rejected, detail: errorClass)
        case .unsupported(let feature): self.init(status: .unsupported, detail: feature)
        case .broken: self.init(status: .broken, detail: "")
        }
    }

    fileprivate init(_ expectation: Vector.Expectation) throws(VectorError) {
        switch expectation {
        case .invalid(let errorClass): self.init(status: .rejected, detail: errorClass)
        case .valid(let outputs): try self.init(outputs)
        // None is made with readings.
        case .acceptable: self.init(status: .accepted, detail: "")
        }
    }

    private init(_ outputs: JSONObject) throws(VectorError) {
        let bytes = outputs["canonical"]?.bytes
        self.init(status: .accepted, detail: try bytes.map(VectorBytes.digest) ?? "")
    }

    /// The answer for people, with the start of a hash.
    var words: String {
        let shown = status == .accepted ? String(detail.prefix(8)) : detail
        return status.rawValue + (shown.isEmpty ? "" : " " + shown)
    }
}

extension Verdict {
    /// How far the stacks agree on what third parties publish, and where they do not; nothing where none was asked.
    var thirdPartyLines: [String] {
        guard !thirdParty.isEmpty else { return [] }
        let different = thirdParty.filter(\.isDisagreement)
        var lines = ["third-party: \(thirdParty.count) inputs; stacks differ on \(different.count)"]
        for verdict in different.prefix(50) {
            let parts = verdict.parts.map { "\($0.answer.words) (\($0.stacks.joined(separator: ", ")))" }
            lines.append("DIFFER \(verdict.name): \(parts.joined(separator: "; ")); right: \(verdict.expected.words)")
        }
        if different.count > 50 { lines.append("... and \(different.count - 50) more on which they differ") }
        return lines
    }
}

extension ThirdPartyVerdict {
    var json: JSONObject {
        [
            "type": "third-party", "name": .text(name), "input": .bytes(input), "length": .integer(Int64(length)),
            "expected": ["status": .text(expected.status.rawValue), "detail": .text(expected.detail)],
            "answers": .array(
                answers.map { stack, answer in
                    ["stack": .text(stack), "status": .text(answer.status.rawValue), "detail": .text(answer.detail)]
                }),
        ]
    }

    init(_ line: RecordLine) throws(VectorError) {
        guard let input = line.value["input"]?.bytes else { throw line.error("input: not base64") }
        guard let expected = try line.object("expected") else { throw line.error("expected: not there") }
        self.init(
            name: try line.text("name"), input: input, length: try line.count("length"),
            expected: try Answer(expected), answers: [])
        for answer in try line.objects("answers") {
            answers.append((try answer.text("stack"), try Answer(answer)))
        }
    }
}

extension ThirdPartyVerdict.Answer {
    fileprivate init(_ line: RecordLine) throws(VectorError) {
        guard let status = Status(rawValue: try line.text("status")) else { throw line.error("status: unknown") }
        self.init(status: status, detail: try line.text("detail"))
    }
}

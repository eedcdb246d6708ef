import CanonicalJSON
import SyncArchive

/// The answers of several stacks to one request, and whether the contract allows them to differ as they do.
struct Comparison: Equatable, Sendable {
    /// What each stack answered, by its name, as far as stacks have to agree on it; without those that lack a feature.
    private(set) var answers: [(stack: String, text: String)] = []

    /// Whether two stacks differ.
    ///
    /// Between the two classes for what a caller passed in there is no order (ER-4); vectors hold each of them alone.
    var isDivergent: Bool {
        let texts = Set(answers.map(\.text))
        return texts.count > 1 && texts != ["INVALID_PARAMETER", "INVALID_PASSPHRASE"]
    }

    /// Who differs from whom, whatever the answers are: what stays the same while a request is made smaller.
    var partition: [[String]] {
        var groups: [[String]] = []
        var places: [String: Int] = [:]
        for answer in answers {
            if let place = places[answer.text] {
                groups[place].append(answer.stack)
            } else {
                places[answer.text] = groups.count
                groups.append([answer.stack])
            }
        }
        return groups
    }

    /// The partition and the kinds of the answers: divergences of the same kind are most likely one fault.
    var signature: String {
        answers.map { "\($0.stack) \($0.text.prefix { $0 != ":" })" }.joined(separator: ", ") + " \(partition)"
    }

    init(_ request: RandomRequest, _ given: [(stack: String, answer: Answer)]) {
        for (stack, answer) in given {
            if case .unsupported = answer { continue }
            answers.append((stack, Self.text(of: answer, to: request)))
        }
    }

    static func == (a: Comparison, b: Comparison) -> Bool {
        a.answers.elementsEqual(b.answers) { $0.stack == $1.stack && $0.text == $1.text }
    }

    private static func text(of answer: Answer, to request: RandomRequest) -> String {
        switch answer {
        case .rejected(let errorClass, _): return errorClass
        case .broken(let reason): return "broken: \(reason)"
        case .unsupported(let feature): return "unsupported: \(feature)"
        case .ok(let outputs, _):
            switch request.operation {
            case "compress" where request.hasOwnDeflate: return "ok: " + content(of: outputs["compressed"], request)
            case "seal" where request.hasOwnDeflate: return "ok: " + header(of: outputs["archive"])
            default: return "ok: " + json(.object(JSONObject(outputs.sorted { $0.key < $1.key })))
            }
        }
    }

    /// What a stack's own deflate stream decompresses to.
    private static func content(of compressed: JSONValue?, _ request: RandomRequest) -> String {
        guard let bytes = compressed?.bytes, let count = request.inputs["msg"]?.bytes?.count else { return "no bytes" }
        let reading: JSONObject = [
            "compressed": .bytes(bytes), "codec": request.inputs["codec"] ?? .null, "length": .integer(Int64(count)),
            "limit": .integer(Int64(count)),
        ]
        switch Model(mutant: nil).answer("decompress", inputs: reading) {
        case .ok(let outputs, _): return json(.object(outputs))
        case let other: return "\(other)"
        }
    }

    /// The archive up to its payload; the payload is checked when the others open it.
    private static func header(of archive: JSONValue?) -> String {
        guard let bytes = archive?.bytes else { return "no bytes" }
        let facts = Model(mutant: nil).answer("inspect", inputs: ["archive": .bytes(bytes)])
        guard case .ok(let outputs, _) = facts, let offset = outputs["payloadOffset"]?.integerValue else {
            return "\(facts)"
        }
        return json(.bytes(Array(bytes.prefix(Int(offset)))))
    }

    private static func json(_ value: JSONValue) -> String {
        (try? value.canonicalBytes()).map { String(decoding: $0, as: UTF8.self) } ?? "no JSON"
    }
}

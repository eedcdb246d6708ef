import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// One operation of the testee protocol on rows and payloads (TP-32 to TP-36), with the texts of its inputs.
struct StackRequest {
    enum Input {
        case document([UInt8])
        case documents([[UInt8]])
        case integer(Int64)
        case rows([(collection: JSONString, id: JSONString)])
    }

    var operation: JSONString
    var inputs: [(name: JSONString, value: Input)]

    init(_ operation: JSONString, _ profile: Profile, _ inputs: (name: JSONString, value: Input)...) throws {
        self.operation = operation
        self.inputs = [("profile", .document(try profile.value.canonicalBytes()))] + inputs
    }

    /// The request as it travels.
    func line(id: Int) throws -> [UInt8] {
        var members = JSONObject()
        for (name, value) in inputs { members[name] = value.json }
        let request: JSONValue = ["id": .integer(Int64(id)), "op": .string(operation), "inputs": .object(members)]
        return try request.canonicalBytes() + [0x0A]
    }
}

extension StackRequest.Input {
    fileprivate var json: JSONValue {
        switch self {
        case .document(let bytes): Self.base64(bytes)
        case .documents(let documents): .array(documents.map(Self.base64))
        case .integer(let number): .integer(number)
        case .rows(let rows): .array(rows.map { ["collection": .string($0.collection), "id": .string($0.id)] })
        }
    }

    private static func base64(_ bytes: [UInt8]) -> JSONValue {
        .string(JSONString(Data(bytes).base64EncodedString()))
    }
}

/// What a stack says: the texts of its outputs, or the class of the error.
enum StackAnswer: Equatable {
    case ok([String: String])
    case rejected(String)

    /// The answer of this implementation.
    init(_ outputs: () throws -> [String: [UInt8]]) throws {
        do { self = .ok(try outputs().mapValues(text)) } catch let error as BridgeError {
            self = .rejected(error.errorClass.rawValue)
        }
    }

    /// An answer as it travels.
    init(line: some Sequence<UInt8>) throws {
        let answer = try JSONValue(parsing: Array(line))
        guard let outputs = answer["outputs"]?.objectValue else {
            self = .rejected(try canonical(answer["error"]?["class"] ?? answer))
            if case .string(let errorClass)? = answer["error"]?["class"] { self = .rejected(errorClass.description) }
            return
        }
        self = .ok(
            Dictionary(
                uniqueKeysWithValues: outputs.map { name, value in
                    let bytes = Data(base64Encoded: value.stringValue?.description ?? "")
                    return (name.description, text([UInt8](bytes ?? Data())))
                }))
    }

    /// The answers of a stack of `Tests/Stacks`, or nil where the machine lacks what it runs on.
    static func all(of stack: String, to requests: [StackRequest]) throws -> [StackAnswer]? {
        let command = Repository.root.appending(path: "Tests/Stacks/\(stack)/run").path
        let input = try requests.enumerated().flatMap { try $1.line(id: $0) }
        let run = try Tool.run([command], input: input)
        if run.status == 69 { return nil }
        try #require(run.status == 0, "\(stack): \(run.errorText)")
        return try run.output.split(separator: 0x0A).map { try StackAnswer(line: $0) }
    }
}

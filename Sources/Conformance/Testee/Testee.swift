import CanonicalJSON
import SyncArchive

/// The Swift stack as a testee: answers one request line with one answer line (TP).
public struct Testee {
    /// The version that `hello` names.
    public static let version = "0.1.0"

    /// How the answer to a single request ends the process (TP-29).
    public enum Status: Equatable, Sendable {
        case ok
        case rejected
        case unsupported
        /// The line was no request; there is no answer.
        case unreadable
    }

    private var scratch: ScratchFolder?

    private let model: Model?

    /// A testee that has not been greeted yet.
    ///
    /// - Parameter mutant: a known mistake that it makes.
    public init(mutant: Mutant? = nil) {
        model = mutant.map { Model(mutant: $0) }
    }

    /// Answers `line`, a request without its newline.
    ///
    /// - Returns: the answer without a newline, empty when the line is no request.
    public mutating func respond(to line: [UInt8]) -> (answer: [UInt8], status: Status) {
        guard let request = try? JSONValue(parsing: line), let id = request["id"]?.integerValue,
            let operation = request["op"]?.stringValue
        else { return ([], .unreadable) }
        var answer: JSONObject = ["id": .integer(id)]
        let status: Status
        if operation == "hello" {
            status = greet(request, answer: &answer)
        } else if let handler = model?.handler(operation) ?? Self.operations[operation] {
            status = run(operation, handler, request: request, answer: &answer)
        } else {
            answer["status"] = "unsupported"
            answer["feature"] = .string(JSONString(wtf8: Array("op:".utf8) + operation.wtf8) ?? "op:")
            status = .unsupported
        }
        guard let bytes = try? JSONValue.object(answer).canonicalBytes() else { return ([], .unreadable) }
        return (bytes, status)
    }

    private mutating func greet(_ request: JSONValue, answer: inout JSONObject) -> Status {
        guard request["protocol"]?.integerValue == 1, let folder = request["scratch"]?.text else {
            return Self.refuse(.parameter("hello: not protocol 1 with a scratch folder"), &answer)
        }
        scratch = ScratchFolder(path: folder)
        answer["status"] = "ok"
        for (key, value) in Self.introduction { answer[key] = value }
        return .ok
    }

    private func run(
        _ operation: JSONString, _ handler: Handler, request: JSONValue, answer: inout JSONObject
    ) -> Status {
        do throws(Rejection) {
            var reply = try Self.reply(to: request, of: operation, with: handler, scratch: scratch)
            do throws(ScratchError) {
                if let scratch {
                    reply.outputs = try scratch.externalize(reply.outputs)
                    reply.intermediates = try scratch.externalize(reply.intermediates)
                }
            } catch { throw Rejection(errorClass: "INTERNAL", message: error.reason) }
            answer["status"] = "ok"
            answer["outputs"] = .object(reply.outputs)
            if !reply.intermediates.isEmpty { answer["intermediates"] = .object(reply.intermediates) }
            return .ok
        } catch { return Self.refuse(error, &answer) }
    }

    private static func refuse(_ rejection: Rejection, _ answer: inout JSONObject) -> Status {
        answer["status"] = "rejected"
        answer["error"] = ["class": .text(rejection.errorClass), "message": .text(rejection.message)]
        return .rejected
    }

    /// Reads a request and answers it, without regard to how its parts travel.
    static func reply(
        to request: JSONValue, of operation: JSONString, with handler: Handler, scratch: ScratchFolder?
    ) throws(Rejection) -> Reply {
        let request = try Request(request, scratch: scratch)
        if !drawing.contains(operation) { try request.refuseEntropy() }
        return try handler(request)
    }

    typealias Handler = @Sendable (Request) throws(Rejection) -> Reply

    static let operations: OperationTable = [
        "canonicalize": canonicalize, "compareUTF16": compareUTF16, "contentHash": contentHash,
        "encodeRecord": encodeRecord, "decodeRecord": decodeRecord,
        "compress": compress, "decompress": decompress,
        "seal": seal, "open": open, "rewrap": rewrap, "inspect": inspect,
        "merge": MergeOperations().merge, "reconcile": MergeOperations().reconcile,
        "replay": MergeOperations().replay, "decide": MergeOperations().decide,
    ]

    /// The operations that draw randomness.
    private static let drawing: Set<JSONString> = ["seal", "rewrap"]

    private static var introduction: JSONObject {
        [
            "implementation": [
                "name": "syncwire-swift", "version": .text(version), "language": "swift",
                "runtime": .text("Swift 6"), "zlib": .text(Archive.zlibVersion),
            ],
            "operations": .array(operations.names.map { .string($0) }),
            "features": ["scrypt", "aes-kw", "chunked", "lone-surrogates", "int64"],
        ]
    }
}

/// What an operation answers with.
struct Reply {
    var outputs: JSONObject
    var intermediates: JSONObject = [:]
}

/// Why an operation refuses.
struct Rejection: Error, Equatable {
    var errorClass: String
    var message: String

    static func parameter(_ message: String) -> Rejection {
        Rejection(errorClass: "INVALID_PARAMETER", message: message)
    }
}

/// The operations by name, in the order of the specification.
struct OperationTable: ExpressibleByDictionaryLiteral, Sendable {
    private let entries: [(name: JSONString, handler: Testee.Handler)]

    init(dictionaryLiteral elements: (JSONString, Testee.Handler)...) {
        entries = elements.map { (name: $0.0, handler: $0.1) }
    }

    var names: [JSONString] { entries.map(\.name) }

    subscript(name: JSONString) -> Testee.Handler? { entries.first { $0.name == name }?.handler }
}

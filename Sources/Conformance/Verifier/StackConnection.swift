import CanonicalJSON

/// The conversation with one stack: starts it, greets it, asks, and starts it anew after a crash.
///
/// Used by one thread at a time, which is why it may be handed from one to another.
final class StackConnection: @unchecked Sendable {
    /// After so many requests in a row without an answer no further one is made.
    static let patience = 3

    let stack: Stack
    private let scratch: ScratchFolder
    private let environment: [String]
    private let timeoutMilliseconds: Int
    private var timeouts = 0
    private var process: ChildProcess?
    private var lastID: Int64 = 0
    private(set) var introduction: Introduction?

    /// Prepares a scratch folder; nothing is started yet.
    convenience init(_ stack: Stack, timeoutMilliseconds: Int) throws(VectorError) {
        let scratch: ScratchFolder
        do { scratch = try ScratchFolder.make() } catch {
            throw VectorError(place: "scratch folder", reason: error.reason)
        }
        self.init(stack, scratch: scratch, environment: [], timeoutMilliseconds: timeoutMilliseconds)
    }

    private init(_ stack: Stack, scratch: ScratchFolder, environment: [String], timeoutMilliseconds: Int) {
        self.stack = stack
        self.scratch = scratch
        self.environment = environment
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Another process of the same stack, for the same thread.
    ///
    /// - Parameter environment: `NAME=value` entries that the child gets on top of this process's own.
    func another(environment: [String]) -> StackConnection {
        StackConnection(
            stack, scratch: scratch, environment: environment, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Starts the stack when it is not running.
    ///
    /// - Returns: what is wrong with it, or nil.
    func start() -> String? {
        guard process == nil else { return nil }
        do { process = try ChildProcess(command: stack.command, environment: environment) } catch {
            return "cannot start \(stack.command[0]): \(error)"
        }
        lastID = 0
        let hello: JSONObject = [
            "id": 0, "op": "hello", "protocol": 1, "scratch": .text(scratch.path),
        ]
        switch exchange(hello, id: 0) {
        case .failure(let reason):
            process = nil
            return reason.text
        case .success(let answer):
            guard let said = Introduction(answer) else {
                process = nil
                return "hello: the answer has no implementation, operations and features, or its status is not ok"
            }
            introduction = said
            return nil
        }
    }

    /// Asks for one operation.
    ///
    /// An unsupported answer for something that `hello` declared, and any other operation's answer than this one's, is `broken`.
    func ask(_ operation: String, inputs: JSONObject, entropy: [Vector.Entropy] = []) -> Answer {
        guard timeouts < Self.patience else {
            return .broken(reason: "not asked any more: \(Self.patience) requests in a row had no answer")
        }
        if let reason = start() { return .broken(reason: reason) }
        lastID += 1
        var request: JSONObject = ["id": .integer(lastID), "op": .text(operation)]
        do { request["inputs"] = .object(try scratch.externalize(inputs)) } catch {
            return .broken(reason: "scratch folder: \(error)")
        }
        if !entropy.isEmpty { request["entropy"] = Vector.json(entropy) }
        switch exchange(request, id: lastID) {
        case .failure(let reason):
            process = nil
            return .broken(reason: reason.text)
        case .success(let answer):
            // Only here: a stack that greets and then says nothing greets after each start.
            timeouts = 0
            return read(answer, operation: operation)
        }
    }

    /// Ends the child and deletes the scratch folder.
    func close() {
        finish()
        scratch.remove()
    }

    /// Ends the child.
    func finish() {
        process?.finish()
        process = nil
    }

    private struct Reason: Error { var text: String }

    private func exchange(_ request: JSONObject, id: Int64) -> Result<JSONValue, Reason> {
        guard let process else { return .failure(Reason(text: "not running")) }
        let line: [UInt8]
        do {
            let message = try JSONValue.object(request).canonicalBytes()
            line = try process.exchange(message, timeoutMilliseconds: timeoutMilliseconds)
        } catch let failure as ChildFailure {
            if case .timeout = failure { timeouts += 1 }
            return .failure(Reason(text: process.explain(failure)))
        } catch {
            return .failure(Reason(text: "\(error)"))
        }
        do {
            let answer = try JSONValue(parsing: line)
            guard answer["id"] == .integer(id) else { return .failure(Reason(text: "answered another request")) }
            return .success(answer)
        } catch {
            return .failure(Reason(text: "the answer is not a JSON line: \(error)"))
        }
    }

    private func read(_ answer: JSONValue, operation: String) -> Answer {
        switch answer["status"]?.text {
        case "ok":
            guard case .object(let outputs)? = answer["outputs"] else { return .broken(reason: "ok without outputs") }
            var intermediates: JSONObject = [:]
            if case .object(let given)? = answer["intermediates"] { intermediates = given }
            do {
                return .ok(
                    outputs: try scratch.internalize(outputs),
                    intermediates: try scratch.internalize(intermediates)
                )
            } catch {
                return .broken(reason: "scratch folder: \(error)")
            }
        case "rejected":
            guard let errorClass = answer["error"]?["class"]?.text else {
                return .broken(reason: "rejected without an error class")
            }
            guard let message = answer["error"]?["message"]?.text else {
                return .broken(reason: "rejected without a message")
            }
            return .rejected(errorClass: errorClass, message: message)
        case "unsupported":
            guard let feature = answer["feature"]?.text else {
                return .broken(reason: "unsupported without a feature")
            }
            let declared = introduction.map { $0.features + $0.operations.map { "op:" + $0 } } ?? []
            guard !declared.contains(feature) else {
                return .broken(reason: "declared \(feature) in hello and does not support it")
            }
            return .unsupported(feature: feature)
        default:
            return .broken(reason: "the answer has no status")
        }
    }
}

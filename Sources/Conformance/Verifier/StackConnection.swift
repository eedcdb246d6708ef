import CanonicalJSON

/// The conversation with one stack: starts it, greets it, asks, and starts it anew after a crash.
///
/// Used by one thread at a time, which is why it may be handed from one to another.
final class StackConnection: @unchecked Sendable {
    /// After so many requests in a row that ran into the timeout no further one is made.
    static let patience = 3
    /// After so many starts in a row without an answer to any request no further one is made.
    static let startPatience = 50

    let stack: Stack
    private let scratch: ScratchFolder
    private let surroundings: Set<Surrounding>
    private let timeoutMilliseconds: Int
    private var timeouts = 0
    private var startsInVain = 0
    private var process: ChildProcess?
    private var lastID: Int64 = 0
    /// Numbers requests at random where it is given, so that a stack can't know them by their number.
    private var numbers: RunRandom?
    private(set) var introduction: Introduction?
    /// The last request and what came back, as lines.
    private(set) var lastExchange = Transcript.Exchange()

    /// Prepares a scratch folder; nothing is started yet.
    init(
        _ stack: Stack, surroundings: Set<Surrounding> = [], timeoutMilliseconds: Int
    ) throws(VectorError) {
        self.stack = stack
        self.surroundings = surroundings
        self.timeoutMilliseconds = timeoutMilliseconds
        do { scratch = try ScratchFolder.make() } catch {
            throw VectorError(place: "scratch folder", reason: error.reason)
        }
    }

    /// Another process of the same stack, which has to introduce itself as this one did.
    func another(in surroundings: Set<Surrounding>) throws(VectorError) -> StackConnection {
        let other = try StackConnection(stack, surroundings: surroundings, timeoutMilliseconds: timeoutMilliseconds)
        other.introduction = introduction
        return other
    }

    /// Numbers the requests from here on at random.
    func number(with random: RunRandom) { numbers = random }

    /// Starts the stack when it is not running.
    ///
    /// - Returns: what is wrong with it, or nil.
    func start() -> String? {
        guard process == nil else { return nil }
        startsInVain += 1
        let environment = surroundings.flatMap { $0.environment(stack, scratch: scratch) }
        let command = stack.command(in: surroundings, scratch: scratch)
        do { process = try ChildProcess(command: command, environment: environment) } catch {
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
            if let fault = Messages.fault(inAnswer: answer, to: "hello") {
                process = nil
                return "hello: \(fault)"
            }
            let said = Introduction(answer)
            guard introduction.map({ $0 == said }) ?? true else {
                process = nil
                return "hello: another introduction than the first time"
            }
            if introduction == nil { introduction = said }
            return nil
        }
    }

    /// Asks for one operation.
    ///
    /// An unsupported answer for something that `hello` declared, and any other operation's answer than this one's, is `broken`.
    func ask(_ operation: String, inputs: JSONObject, entropy: [Vector.Entropy] = []) -> Answer {
        lastExchange = Transcript.Exchange()
        guard timeouts < Self.patience else {
            return .broken(reason: "not asked any more: \(Self.patience) requests in a row had no answer")
        }
        guard startsInVain < Self.startPatience || process != nil else {
            return .broken(reason: "not asked any more: started \(Self.startPatience) times in vain")
        }
        if let reason = start() { return .broken(reason: reason) }
        lastID = numbers.map { _ in nextNumber() } ?? lastID + 1
        var request: JSONObject = ["id": .integer(lastID), "op": .text(operation)]
        do { request["inputs"] = .object(try scratch.externalize(inputs)) } catch {
            return .broken(reason: "scratch folder: \(error.reason)")
        }
        if !entropy.isEmpty { request["entropy"] = Vector.json(entropy) }
        switch exchange(request, id: lastID) {
        case .failure(let reason):
            process = nil
            return .broken(reason: reason.text)
        case .success(let answer):
            // Only here: a stack that greets and then says nothing greets after each start.
            timeouts = 0
            startsInVain = 0
            return read(answer, operation: operation)
        }
    }

    /// Ends the child and deletes the scratch folder.
    ///
    /// - Returns: what is wrong with how it ended (TP-1), or nil.
    @discardableResult
    func close() -> String? {
        defer { scratch.remove() }
        guard let process else { return nil }
        self.process = nil
        let end = process.finish(graceMilliseconds: 5000)
        if end != .exited(0) { return end == .lingered ? "did not end with its input" : end.words }
        return process.leftover.isEmpty ? nil : "said more than it was asked"
    }

    /// Why there is no answer.
    struct Reason: Error { var text: String }

    /// Another number than the last one, positive and exact as a double.
    private func nextNumber() -> Int64 {
        while let drawn = numbers?.next() {
            let number = Int64(drawn >> 12) + 1
            if number != lastID { return number }
        }
        return lastID + 1
    }

    private func exchange(_ request: JSONObject, id: Int64) -> Result<JSONValue, Reason> {
        guard let process else { return .failure(Reason(text: "not running")) }
        let line: [UInt8]
        do {
            let message = try JSONValue.object(request).canonicalBytes()
            lastExchange.request = message
            line = try process.exchange(message, timeoutMilliseconds: timeoutMilliseconds)
            lastExchange.answer = line
        } catch let failure as ChildFailure {
            if case .timeout = failure { timeouts += 1 }
            return .failure(Reason(text: process.explain(failure)))
        } catch {
            return .failure(Reason(text: "\(error)"))
        }
        return Self.answer(in: line, id: id)
    }

    /// The answer that a line holds to the request with that number, or why it is none (TP-2, TP-12, TP-31).
    static func answer(in line: [UInt8], id: Int64) -> Result<JSONValue, Reason> {
        do {
            let document = try JSONDocument(parsing: line)
            if let repeated = document.lint().first(where: { $0.kind == .duplicateKey }) {
                return .failure(Reason(text: "the answer has the member \(repeated.path) twice"))
            }
            let answer = document.root.value
            guard answer.objectValue != nil else {
                return .failure(Reason(text: "the answer is not a JSON object"))
            }
            guard answer["id"] == .integer(id) else { return .failure(Reason(text: "answered another request")) }
            return .success(answer)
        } catch {
            return .failure(Reason(text: "the answer is not a JSON line: \(error)"))
        }
    }

    /// What an answer to `operation` says, after the check of its form and of the files that it names.
    func read(_ answer: JSONValue, operation: String) -> Answer {
        if let fault = Messages.fault(inAnswer: answer, to: operation) { return .broken(reason: fault) }
        switch answer["status"]?.text {
        case "ok":
            do {
                // What nobody knows is ignored (TP-2), also where it looks like a file.
                let names = Messages.operation(operation)?.outputs.map(\.name) ?? []
                let outputs = JSONObject((answer["outputs"]?.objectValue ?? [:]).filter { names.contains($0.key) })
                return .ok(
                    outputs: try scratch.internalize(outputs),
                    intermediates: try scratch.internalize(answer["intermediates"]?.objectValue ?? [:])
                )
            } catch { return .broken(reason: error.reason) }
        case "rejected":
            return .rejected(
                errorClass: answer["error"]?["class"]?.text ?? "",
                message: answer["error"]?["message"]?.stringValue?.string ?? "a message that is no text")
        default:
            let feature = answer["feature"]?.text ?? ""
            let declared = introduction.map { $0.features + $0.operations.map { "op:" + $0 } } ?? []
            guard !declared.contains(feature) else {
                return .broken(reason: "declared \(feature) in hello and does not support it")
            }
            return .unsupported(feature: feature)
        }
    }
}

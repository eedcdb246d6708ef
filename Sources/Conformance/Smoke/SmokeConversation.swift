import CanonicalJSON

/// Talks to one testee with requests that the caller writes, and starts it anew after a crash.
final class SmokeConversation {
    /// What came of `hello`.
    struct Hello {
        /// Whether there was an answer, right or wrong.
        var isAnswered: Bool
        /// What is wrong with it, or nil.
        var fault: String?
        /// The operations that it named.
        var operations: [String] = []
    }

    let scratch: ScratchFolder
    private let command: [String]
    private let timeoutMilliseconds: Int
    private var process: ChildProcess?

    /// Makes a scratch folder; nothing is started yet.
    init(_ command: [String], timeoutMilliseconds: Int) throws(VectorError) {
        self.command = command
        self.timeoutMilliseconds = timeoutMilliseconds
        do { scratch = try ScratchFolder.make() } catch {
            throw VectorError(place: "scratch folder", reason: error.reason)
        }
    }

    /// Starts the testee and sends `hello`.
    func greet() -> Hello {
        let answer: JSONValue
        do throws(Fault) { answer = try startAnew() } catch { return Hello(isAnswered: false, fault: error.reason) }
        let operations = Self.strings(answer["operations"])
        return Hello(isAnswered: true, fault: Self.fault(ofHello: answer), operations: operations ?? [])
    }

    /// Sends a request and reads its answer.
    ///
    /// - Returns: `broken` for all that is no answer of the protocol to this very request. Files stay files.
    func ask(_ operation: String, _ inputs: JSONObject, id: Int64 = 1) -> Answer {
        send(["id": .integer(id), "op": .text(operation), "inputs": .object(inputs)], id: id)
    }

    /// The same for a request in any form.
    func send(_ request: JSONObject, id: Int64) -> Answer {
        do throws(Fault) {
            if process == nil { _ = try startAnew() }
            return Self.read(try exchange(request, id: id))
        } catch {
            process = nil
            return .broken(reason: error.reason)
        }
    }

    /// Closes the testee's input, and says what is wrong with how it ends.
    func finish() -> String? {
        guard let process else { return "it does not run any more" }
        self.process = nil
        return Self.fault(ofEnd: process.finish(graceMilliseconds: timeoutMilliseconds), expected: 0)
    }

    /// Starts the testee for one line, and says what is wrong with its answer or its exit code.
    ///
    /// - Parameter answered: whether there has to be an answer.
    func once(_ line: [UInt8], exitCode: Int32, answered: Bool) -> String? {
        do throws(ChildFailure) {
            let process = try ChildProcess(command: command + ["--once"])
            var answer: [UInt8]?
            do throws(ChildFailure) {
                answer = try process.exchange(line, timeoutMilliseconds: timeoutMilliseconds)
            } catch {
                // Without an answer the exit code still tells what it thought of the line.
                guard error == .endOfFile else { return process.explain(error) }
            }
            let end = process.finish(graceMilliseconds: timeoutMilliseconds)
            if let fault = Self.fault(ofEnd: end, expected: exitCode) { return fault }
            return answered && answer == nil ? "no answer" : nil
        } catch {
            return "cannot start: \(error)"
        }
    }

    /// Ends the testee and deletes the scratch folder.
    func close() {
        process = nil
        scratch.remove()
    }

    private struct Fault: Error { var reason: String }

    private func startAnew() throws(Fault) -> JSONValue {
        do { process = try ChildProcess(command: command) } catch {
            throw Fault(reason: "cannot start \(command[0]): \(error)")
        }
        return try exchange(["id": 0, "op": "hello", "protocol": 1, "scratch": .text(scratch.path)], id: 0)
    }

    private func exchange(_ request: JSONObject, id: Int64) throws(Fault) -> JSONValue {
        guard let process else { throw Fault(reason: "it does not run any more") }
        let line: [UInt8]
        do {
            let message = try JSONValue.object(request).canonicalBytes()
            line = try process.exchange(message, timeoutMilliseconds: timeoutMilliseconds)
        } catch let failure as ChildFailure {
            throw Fault(reason: process.explain(failure))
        } catch {
            throw Fault(reason: "\(error)")
        }
        guard let answer = try? JSONValue(parsing: line), answer.objectValue != nil else {
            let start = String(decoding: line.prefix(60), as: UTF8.self)
            throw Fault(reason: "a line on stdout is no JSON object: \(start.isEmpty ? "it is empty" : start)")
        }
        guard answer["id"] == .integer(id) else {
            let other = answer["id"].flatMap { try? $0.canonicalBytes() }.map { String(decoding: $0, as: UTF8.self) }
            throw Fault(reason: "the answer to request \(id) has \(other.map { "the id \($0.prefix(60))" } ?? "no id")")
        }
        return answer
    }

    private static func read(_ answer: JSONValue) -> Answer {
        switch answer["status"]?.text {
        case "ok":
            guard let outputs = answer["outputs"]?.objectValue else { return .broken(reason: "ok without outputs") }
            return .ok(outputs: outputs, intermediates: [:])
        case "rejected":
            guard let errorClass = answer["error"]?["class"]?.text, let message = answer["error"]?["message"]?.text
            else { return .broken(reason: "rejected without class and message") }
            return .rejected(errorClass: errorClass, message: message)
        case "unsupported":
            guard let feature = answer["feature"]?.text else { return .broken(reason: "unsupported without feature") }
            return .unsupported(feature: feature)
        default: return .broken(reason: "the status is neither ok, rejected nor unsupported")
        }
    }

    private static func fault(ofHello answer: JSONValue) -> String? {
        if answer["status"]?.text != "ok" { return "status: not ok" }
        for name: JSONString in ["name", "version", "language", "runtime", "zlib"]
        where answer["implementation"]?[name]?.text == nil {
            return "implementation: no string \(name)"
        }
        for name: JSONString in ["operations", "features"] where strings(answer[name]) == nil {
            return "\(name): not a list of strings"
        }
        return nil
    }

    private static func strings(_ value: JSONValue?) -> [String]? {
        guard let elements = value?.arrayValue else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }

    private static func fault(ofEnd end: ChildEnd, expected: Int32) -> String? {
        switch end {
        case .exited(expected): nil
        case .exited, .signalled: "\(end.words); \(expected) expected"
        case .lingered: "did not end"
        }
    }
}

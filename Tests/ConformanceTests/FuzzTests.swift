import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// Stacks compared on random requests.
struct FuzzTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let swift = [try? BuiltProduct.url("syncwire").path, "testee"].compactMap { $0 }

    private static func stack(_ name: String) -> Stack {
        Stack(name: name, command: [Repository.root.appending(path: "Tests/Stacks/\(name)/run").path])
    }

    /// CL-40: a seed is one sequence of requests, whatever is asked of it and from where on.
    @Test func seedsGiveTheSameRequests() {
        let operations = RandomRequest.operations
        func requests(_ seed: UInt64, _ numbers: Range<Int>) -> [RandomRequest] {
            numbers.map { RandomRequest(seed: seed, number: $0, operations: operations) }
        }
        #expect(requests(7, 0..<60) == requests(7, 0..<60))
        #expect(Array(requests(7, 0..<60)[20...]) == requests(7, 20..<60))
        #expect(requests(7, 0..<60) != requests(8, 0..<60))
        #expect(Set(requests(7, 0..<300).map(\.operation)) == Set(operations))
    }

    /// Right requests and wrong ones both come in numbers worth having, of each operation.
    @Test func requestsAreRightAndWrong() {
        for operation in RandomRequest.operations {
            let answers = (0..<60).map { number in
                let request = RandomRequest(seed: 3, number: number, operations: [operation])
                return Model(mutant: nil).answer(operation, inputs: request.inputs, entropy: request.entropy)
            }
            let accepted = answers.count { if case .ok = $0 { true } else { false } }
            // Any two strings can be compared, and any bytes compressed.
            let neverWrong = ["compareUTF16", "compress"].contains(operation)
            #expect(accepted >= 12 && (neverWrong || accepted <= 56), "\(operation): \(accepted) of 60 accepted")
        }
    }

    /// ER-4: between two classes there is no order, between others there is.
    @Test func divergencesLeaveOutWhatIsFree() {
        func differ(_ a: String, _ b: String) -> Bool {
            let request = RandomRequest(operation: "rewrap", inputs: [:])
            let answers = [a, b].map { (stack: $0, answer: Answer.rejected(errorClass: $0, message: "")) }
            return Comparison(request, answers).isDivergent
        }
        #expect(!differ("INVALID_PARAMETER", "INVALID_PASSPHRASE") && !differ("NO_MATCH", "NO_MATCH"))
        #expect(differ("INVALID_PARAMETER", "NO_MATCH") && differ("NO_MATCH", "INVALID_PASSPHRASE"))
    }

    /// The Swift stack and one with a fault.
    private static func fuzzer(fault: String) throws -> Fuzzer {
        let script = folder.appending(path: "faulty_testee.py").path
        let faulty = Stack(name: "faulty", command: [Tool.python3, script, fault] + swift)
        return try Fuzzer(stacks: [Stack(name: "swift", command: swift), faulty])
    }

    /// CL-40: what differs is found, made small, and told with both answers.
    @Test func divergencesAreShrunk() throws {
        let fuzzer = try Self.fuzzer(fault: "refuses-solidus")
        defer { fuzzer.close() }
        let outcome = try fuzzer.run(Fuzzer.Plan(seed: 2, count: 200, operations: ["canonicalize"]))
        let found = try #require(outcome.divergences.first)
        #expect(outcome.requests == 200 && outcome.divergences.count == 1 && found.repetitions > 5)
        let text = found.candidate.inputs["json"]?.bytes ?? []
        #expect(text.count <= 3 && text.contains(UInt8(ascii: "/")), "\(String(decoding: text, as: UTF8.self))")
        #expect(found.answers.map(\.stack) == ["swift", "faulty"])
        #expect(found.answers.last?.text == "MALFORMED_JSON")
        let json = try JSONValue(parsing: found.json(seed: 2))
        #expect(json["provenance"]?["seed"] == "2" && json["candidate"]?["operation"] == "canonicalize")
    }

    /// CL-40, CL-41: each kind is told once, before its repetitions, and has a name of its own.
    @Test func kindsOfOneRequestAreToldApart() throws {
        let fuzzer = try Self.fuzzer(fault: "opens-its-own")
        defer { fuzzer.close() }
        var plan = Fuzzer.Plan(seed: 5, count: 1, operations: ["seal"])
        // One that a stack with the same bytes seals to a key, which takes no time.
        plan.first = try #require(
            (0..<200).first { number in
                let request = RandomRequest(seed: 5, number: number, operations: ["seal"])
                let answer = Model(mutant: nil).answer("seal", inputs: request.inputs, entropy: request.entropy)
                guard case .ok = answer, !request.hasOwnDeflate else { return false }
                return request.inputs["slots"]?[0]?["type"] == "raw"
            })
        var told: [String] = []
        let outcome = fuzzer.run(plan) { event in
            if case .found(let divergence) = event {
                told.append(divergence.candidate.id)
                #expect(divergence.repetitions == 0)
            }
        }
        let open = "candidate-open-\(plan.first)"
        #expect(told == ["candidate-seal-\(plan.first)", open, open + "-2"])
        #expect(outcome.divergences.map(\.candidate.id) == told)
    }

    /// Requests on which stacks once differed: the answers that the specification demands.
    @Test(arguments: ["swift", "dart", "java", "node", "python", "ruby"])
    func whatOnceDiffered(name: String) throws {
        let stack = name == "swift" ? Stack(name: name, command: Self.swift) : Self.stack(name)
        let connection = try StackConnection(stack, timeoutMilliseconds: 60_000)
        defer { connection.close() }
        if let fault = connection.start() {
            try #require(fault.contains("exited with 69"), "\(name): \(fault)")
            print("skipped: \(name): \(fault)")
            return
        }
        let text = try Data(contentsOf: Self.folder.appending(path: "once-different.json"))
        let cases = try #require(JSONValue(parsing: [UInt8](text))["requests"]?.arrayValue)
        for given in cases {
            let entropy = (given["entropy"]?.arrayValue ?? []).map { entry in
                Vector.Entropy(label: entry["label"]?.text ?? "", hex: entry["hex"]?.text ?? "")
            }
            let operation = given["operation"]?.text ?? ""
            let inputs = try #require(given["inputs"]?.objectValue)
            let answer = connection.ask(operation, inputs: inputs, entropy: entropy)
            switch (given["errorClass"]?.text, answer) {
            case (let expected?, .rejected(let errorClass, _)):
                #expect(errorClass == expected, "\(name): \(given["why"]?.text ?? "")")
            case (nil, .ok(let outputs, _)):
                #expect(.object(outputs) == given["outputs"], "\(name): \(given["why"]?.text ?? "")")
            default: Issue.record("\(name): \(answer): \(given["why"]?.text ?? "")")
            }
        }
    }

    /// TP-1, TP-29: what is no request is not answered, whatever stack gets it.
    @Test(arguments: ["swift", "dart", "java", "node", "python", "ruby"])
    func linesThatAreNoRequestEndEveryStack(name: String) throws {
        let stack = name == "swift" ? Stack(name: name, command: Self.swift) : Self.stack(name)
        let unknown = #"{"id":1,"op":"none"}"#
        // The second one is no UTF-8.
        for (line, end) in [(#"{"id":2,"op":1}"#, []), (#"{"id":2,"op":"x"}"#, [0xFF])] as [(String, [UInt8])] {
            let ended = try Tool.run(stack.command, input: Array("\(unknown)\n\(line)".utf8) + end + [0x0A])
            if ended.status == 69 {
                print("skipped: \(name)")
                return
            }
            #expect(ended.status == 2 && ended.text.split(separator: "\n").count == 1, "\(name): \(ended.printed)")
        }
    }
}

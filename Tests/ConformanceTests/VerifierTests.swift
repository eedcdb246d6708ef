import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// The verifier against testees with one fault each: none may pass, and a right one must.
struct VerifierTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("faulty_testee.py").path

    /// A few quick vectors of each kind: valid, invalid, sealed and opened.
    private static func files() throws -> [VectorFile] {
        let chosen: Set<String> = [
            "cj-top-null", "cj-not-syntax-comment-line", "order-equal", "record-encode-group",
            "record-decode-group-not-null",
            "codec-write-gzip-fox", "codec-read-not-crc-first", "en-seal-ka1", "en-seal-gzip", "en-open-ka1",
            "en-open-not-mac-first",
        ]
        let files = try Generated.files().map { file in
            VectorFile(kind: file.kind, vectors: file.vectors.filter { chosen.contains($0.id) })
        }
        try #require(files.reduce(0) { $0 + $1.vectors.count } == chosen.count, "a chosen vector is not there")
        return files
    }

    private static func verdict(fault: String, beside other: Bool = true, repeats: Bool = true) throws -> Verdict {
        let real = [try BuiltProduct.url("syncwire").path, "testee"]
        let faulty = Stack(name: "faulty", command: [Tool.python3, script, fault] + real)
        let stacks = (other ? [Stack(name: "swift", command: real)] : []) + [faulty]
        var verifier = Verifier(stacks: stacks, files: try files())
        verifier.repeatsItself = repeats
        return try verifier.run()
    }

    /// CT-1, CT-2, CT-3, VR-7, VR-8, VR-19: a right stack beside another right one; each archive is opened by both.
    @Test func rightStacksPass() throws {
        let verdict = try Self.verdict(fault: "none")
        #expect(verdict.isConformant)
        #expect(verdict.failures == [])
        let opened = verdict.results.filter { $0.condition == "1 opens" && $0.outcome == .passed }
        let sealed = try Self.files().flatMap(\.vectors).filter { $0.operation == "seal" }
        for pair in ["swift>swift", "swift>faulty", "faulty>swift", "faulty>faulty"] {
            #expect(opened.filter { $0.stack == pair }.compactMap(\.vector) == sealed.map(\.id), "\(pair)")
        }
        #expect(verdict.results.contains { $0.clauses == ["CT-3"] && $0.outcome == .passed })
        for condition in ["again", "elsewhere"] {
            let written = verdict.results.filter { $0.stack == "faulty" && $0.condition == "2 same bytes \(condition)" }
            for id in ["cj-top-null", "record-encode-group", "codec-write-gzip-fox", "en-seal-ka1", "en-seal-gzip"] {
                #expect(written.contains { $0.vector == id && $0.outcome == .passed }, "\(condition): \(id)")
            }
            #expect(verdict.results.contains { $0.name == "same-answers-\(condition)" && $0.outcome == .passed })
        }
    }

    /// A testee that is only noisy is right.
    @Test func noiseOnStandardErrorIsNoFault() throws {
        #expect(try Self.verdict(fault: "floods-stderr", beside: false, repeats: false).isConformant)
    }

    /// TP-1, TP-3, TP-6, TP-7, TP-9, TP-10, TP-12, TP-31, VE-9, VE-13, VR-9, VR-14: each fault, and a piece of the reason that must be given.
    @Test(arguments: [
        ("wrong-canonical", "differs at byte"), ("accepts-everything", "accepted"), ("says-yes", "unknown operation"),
        ("wrong-class", "expected"), ("no-class", "error.class: missing"),
        ("refuses-what-it-declared", "declared op:open"),
        ("other-header", "header or slots"), ("other-payload", "PAYLOAD_AUTH"),
        ("changes-its-mind", "; with another time zone"),
        ("wrong-plaintext", "differs at byte"), ("wrong-id", "another request"), ("crash", "exited with 3"),
        ("signal", "killed by signal 9"), ("half-a-line", "exited with 0"), ("not-json", "not a JSON line"),
        ("silent-hello", "exited with 0"), ("no-features", "hello: features: missing"),
        ("upper-hex", "intermediates.headerMac: not 32 bytes in lower-case hex"), ("twice", "asked for"),
        ("same-member-twice", "the answer has the member /status twice"), ("other-after-crash", "another introduction"),
        ("closes-output", "closed its output and lives on"), ("ends-with-5", "exited with 5"),
        ("memorizes", "only in another order"),
    ])
    func faultsAreFound(fault: String, reason: String) throws {
        // Only these show when they are asked again.
        let repeats = ["changes-its-mind", "memorizes"].contains(fault)
        let verdict = try Self.verdict(fault: fault, repeats: repeats)
        #expect(!verdict.isConformant, "\(fault)")
        let reasons = verdict.failures.map { failure in
            if case .failed(let failure) = failure.outcome { failure.summary } else { "" }
        }
        #expect(reasons.contains { $0.contains(reason) }, "\(fault): \(reasons)")
        // The right stack is not blamed.
        #expect(verdict.failures.filter { $0.stack == "swift" || $0.stack == "swift>swift" } == [], "\(fault)")
    }

    /// A testee that says nothing any more costs three timeouts, not one for each vector.
    @Test func muteStacksAreGivenUp() throws {
        let real = [try BuiltProduct.url("syncwire").path, "testee"]
        let mute = Stack(name: "mute", command: [Tool.python3, Self.script, "mute"] + real)
        let verdict = try Verifier(stacks: [mute], files: Self.files(), timeoutMilliseconds: 2000).run()
        #expect(!verdict.isConformant)
        let reasons = verdict.failures.map { failure in
            if case .failed(let failure) = failure.outcome { failure.summary } else { "" }
        }
        #expect(reasons.filter { $0.contains("no answer in 2 s") }.count <= 3, "\(reasons)")
        #expect(reasons.contains { $0.contains("not asked any more") }, "\(reasons)")
    }

    /// TP-12, VR-14: what comes too late is neither an answer nor the next request's answer; nothing else fails.
    @Test func lateAnswersAreNone() throws {
        let real = [try BuiltProduct.url("syncwire").path, "testee"]
        func reasons(_ fault: String) throws -> [String] {
            let stack = Stack(name: "late", command: [Tool.python3, Self.script, fault] + real)
            let files = try Self.files().filter { $0.kind == "canonical-json" || $0.kind == "codec" }
            return try Verifier(stacks: [stack], files: files, timeoutMilliseconds: 2000).run().failures.map {
                if case .failed(let failure) = $0.outcome { failure.summary } else { "" }
            }
        }
        let late = try reasons("late")
        #expect(!late.isEmpty && late.allSatisfy { $0.contains("no answer in 2 s") }, "\(late)")
        #expect(try reasons("ignores-hello").first == "no answer in 2 s")
        #expect(try reasons("hello-late") == ["no answer in 2 s"])
    }

    /// VR-12: who is to blame for an archive that a reader does not open is decided by the reference.
    @Test func blameOfAPair() throws {
        func culprits(_ fault: String, _ pair: String) throws -> [String?] {
            try Self.verdict(fault: fault, repeats: false).failures.filter { $0.stack == pair }.map {
                if case .failed(let failure) = $0.outcome { failure.culprit } else { nil }
            }
        }
        #expect(try culprits("other-payload", "faulty>swift") == ["faulty", "faulty"])
        #expect(try culprits("wrong-plaintext", "swift>faulty") == ["faulty", "faulty"])
        #expect(try culprits("other-header", "swift=faulty") == ["faulty", "faulty"])
    }

    /// VR-11: the same seed makes the same choices, and another one others.
    @Test func seedDecides() throws {
        func choices(_ seed: UInt64) -> [String] {
            var random = RunRandom(seed: seed, purpose: "order")
            return random.shuffled((0..<20).map(String.init)) + [random.word(count: 12)]
        }
        #expect(choices(1) == choices(1) && choices(1) != choices(2))
        #expect(Set(choices(1).dropLast()).count == 20)
        var other = RunRandom(seed: 1, purpose: "probe")
        #expect(other.word(count: 12) != choices(1).last)
    }

    /// VR-10: a judge that lets everything pass is found out, and a right one is not.
    @Test func wrongExpectationsFail() throws {
        let vectors = try Self.files().flatMap(\.vectors)
        var judged = vectors.map { vector in
            let reply = Blame.reference(vector)
            return (
                vector: vector,
                answer: reply.map { Answer.ok(outputs: $0.outputs, intermediates: [:]) }
                    ?? .rejected(errorClass: vector.expectedClass, message: "")
            )
        }
        for (vector, answer) in judged { #expect(Judge.fault(of: answer, for: vector) == nil, "\(vector.id)") }
        #expect(SelfCheck.outcome(judged, seed: 1) == .passed)
        // A vector that expects nothing can't tell right from wrong.
        var empty = vectors.first { $0.id == "cj-top-null" }!
        empty.expectation = .valid(outputs: [:])
        empty.operation = "seal"
        empty.determinism = .perImplementation
        judged.append((empty, .ok(outputs: ["archive": ""], intermediates: [:])))
        #expect(SelfCheck.outcome(judged, seed: 1) == .passed)
        guard case .failed = SelfCheck.outcome([(empty, .rejected(errorClass: "LIMIT", message: ""))], seed: 1) else {
            Issue.record("a judgement that a turned expectation does not change was taken for one")
            return
        }
    }

    /// TP-10: a testee gets its inputs and nothing that tells what is expected.
    @Test func stacksAreNotToldWhatIsExpected() throws {
        #expect(try Self.verdict(fault: "spies", beside: false, repeats: false).isConformant)
    }

    /// VE-12: what a stack openly lacks is skipped, counted and listed, and is no pass.
    @Test func missingFeaturesAreSkipped() throws {
        let files = try Generated.files().map { file in
            VectorFile(
                kind: file.kind, vectors: file.vectors.filter { $0.id == "en-open-aes-kw" || $0.id == "en-open-ka1" })
        }
        let real = [try BuiltProduct.url("syncwire").path, "testee"]
        func run(_ fault: String) throws -> Verdict {
            let stack = Stack(name: "faulty", command: [Tool.python3, Self.script, fault] + real)
            return try Verifier(stacks: [stack], files: files).run()
        }
        let honest = try run("lacks-aes-kw")
        #expect(honest.isConformant)
        #expect(honest.results.first { $0.name == "en-open-aes-kw" }?.outcome == .skipped("aes-kw"))
        #expect(honest.table().contains("skipped faulty: aes-kw, 1 times"))
        // The same answer from a stack that declared the feature, and one about a feature that the vector does not need.
        #expect(try !run("refuses-aes-kw").isConformant)
        #expect(try !run("lacks-everything").isConformant)
    }

    /// TP-28: where archives differ, the first layer that does is named.
    @Test func firstDifferingLayerIsNamed() throws {
        for (fault, layer) in [("other-kek", "kekCheck.0"), ("other-mac", "headerMac")] {
            let reasons = try Self.verdict(fault: fault, repeats: false).failures.map { failure in
                if case .failed(let failure) = failure.outcome { failure.summary } else { "" }
            }
            #expect(
                reasons.contains { $0.contains("first layer that differs: \(layer): differs at byte 0") }, "\(reasons)")
        }
    }

    /// A crash is no rejection, and the vectors after it are still judged.
    @Test func stackIsStartedAnewAfterACrash() throws {
        let verdict = try Self.verdict(fault: "crash", beside: false)
        let judged = verdict.results.filter { $0.stack == "faulty" && $0.group != "contract" }
        #expect(judged.contains { $0.outcome == .passed })
        #expect(judged.count { $0.vector != nil } == 11)
    }

    @Test func stackThatIsNotThereIsReported() throws {
        let files = try Self.files()
        let absent = Stack(name: "absent", command: ["/nonexistent/testee"], setup: "install it", isRequired: true)
        let required = try Verifier(stacks: [absent], files: files).run()
        #expect(!required.isConformant && required.failures.count == 1)
        var optional = absent
        optional.isRequired = false
        let swift = Stack(name: "swift", command: [try BuiltProduct.url("syncwire").path, "testee"])
        let verdict = try Verifier(stacks: [swift, optional], files: files).run()
        #expect(verdict.isConformant)
        #expect(verdict.table().contains("to get it: install it"))
        // Nothing at all is no success.
        #expect(try !Verifier(stacks: [optional], files: files).run().isConformant)
    }
}

extension Vector {
    fileprivate var expectedClass: String {
        if case .invalid(let errorClass) = expectation { errorClass } else { "" }
    }
}

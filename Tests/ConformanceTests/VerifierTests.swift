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

    private static func verdict(fault: String, beside other: Bool = true) throws -> Verdict {
        let real = [try BuiltProduct.url("syncwire").path, "testee"]
        let faulty = Stack(name: "faulty", command: ["python3", script, fault] + real)
        let stacks = (other ? [Stack(name: "swift", command: real)] : []) + [faulty]
        return try Verifier(stacks: stacks, files: files()).run()
    }

    /// CT-1, CT-2, CT-3: a right stack beside another right one.
    @Test func rightStacksPass() throws {
        let verdict = try Self.verdict(fault: "none")
        #expect(verdict.isConformant)
        #expect(verdict.failures == [])
        #expect(verdict.results.contains { $0.stack == "swift>faulty" && $0.outcome == .passed })
        #expect(verdict.results.contains { $0.clauses == ["CT-3"] && $0.outcome == .passed })
    }

    /// A testee that is only noisy is right.
    @Test func noiseOnStandardErrorIsNoFault() throws {
        #expect(try Self.verdict(fault: "floods-stderr", beside: false).isConformant)
    }

    /// TP-3, TP-6, TP-7, TP-9, TP-12, VE-9, VE-13: each fault, and a piece of the reason that must be given.
    @Test(arguments: [
        ("wrong-canonical", "differs at byte"), ("accepts-everything", "accepted"), ("says-yes", "unknown operation"),
        ("wrong-class", "expected"), ("no-class", "without an error class"),
        ("refuses-what-it-declared", "declared op:open"),
        ("other-header", "header or slots"), ("other-payload", "PAYLOAD_AUTH"), ("changes-its-mind", "differs at byte"),
        ("wrong-plaintext", "differs at byte"), ("wrong-id", "another request"), ("crash", "exited with 3"),
        ("signal", "killed by signal 9"), ("half-a-line", "exited with 0"), ("not-json", "not a JSON line"),
        ("silent-hello", "exited with 0"), ("no-features", "hello"), ("declares-and-refuses", "declared op:probe"),
    ])
    func faultsAreFound(fault: String, reason: String) throws {
        let verdict = try Self.verdict(fault: fault)
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
        let mute = Stack(name: "mute", command: ["python3", Self.script, "mute"] + real)
        let verdict = try Verifier(stacks: [mute], files: Self.files(), timeoutMilliseconds: 2000).run()
        #expect(!verdict.isConformant)
        let reasons = verdict.failures.map { failure in
            if case .failed(let failure) = failure.outcome { failure.summary } else { "" }
        }
        #expect(reasons.filter { $0.contains("no answer in 2 s") }.count <= 3, "\(reasons)")
        #expect(reasons.contains { $0.contains("not asked any more") }, "\(reasons)")
    }

    /// TP-10: a testee gets its inputs and nothing that tells what is expected.
    @Test func stacksAreNotToldWhatIsExpected() throws {
        #expect(try Self.verdict(fault: "spies", beside: false).isConformant)
    }

    /// VE-12: what a stack openly lacks is skipped, counted and listed, and is no pass.
    @Test func missingFeaturesAreSkipped() throws {
        let files = try Generated.files().map { file in
            VectorFile(
                kind: file.kind, vectors: file.vectors.filter { $0.id == "en-open-aes-kw" || $0.id == "en-open-ka1" })
        }
        let real = [try BuiltProduct.url("syncwire").path, "testee"]
        func run(_ fault: String) throws -> Verdict {
            let stack = Stack(name: "faulty", command: ["python3", Self.script, fault] + real)
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
            let reasons = try Self.verdict(fault: fault).failures.map { failure in
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
        #expect(judged.count == 12)
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

import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// What other projects publish, put to the stacks.
struct ThirdPartyTests {
    private static let runtimes = Repository.root.appending(path: "Tests/Runtimes")

    private static func made(_ path: String, _ json: String) -> [Vector] {
        ThirdPartyData.vectors(path: path, bytes: Array(json.utf8))
    }

    private static func swift() throws -> Stack {
        Stack(name: "swift", command: [try BuiltProduct.url("syncwire").path, "testee"])
    }

    /// VR-18: the publisher's verdict is what counts where there is one, and the reference's where there is none.
    @Test func publishersDecide() throws {
        let folder = "json-test-suite/test_parsing/"
        let vectors = [
            Self.made(folder + "y_1.json", "[1.0]"), Self.made(folder + "y_2.json", "[1,]"),
            Self.made(folder + "n_1.json", "[1]"), Self.made(folder + "n_2.json", "[1,]"),
            Self.made(folder + "i_1.json", "1"), Self.made(folder + "i_2.json", "1e999"),
            Self.made("jcs/input/n_x.json", "[1]"),
        ].flatMap { $0 }
        let form: Vector.Expectation = .valid(outputs: ["canonical": .bytes(Array("[1.0]".utf8))])
        let rejected: Vector.Expectation = .invalid(errorClass: "MALFORMED_JSON")
        #expect(vectors[0].expectation == form && vectors[0].flags == ["feature:int64"])
        #expect(vectors[1].expectation == .valid(outputs: [:]))
        #expect(vectors[2...3].map(\.expectation) == [rejected, rejected])
        #expect(vectors[4].expectation == .valid(outputs: ["canonical": .bytes([0x31])]))
        #expect(vectors[5].expectation == rejected)
        #expect(vectors[6].expectation == .valid(outputs: ["canonical": .bytes(Array("[1]".utf8))]))
        let naughty = Self.made("naughty-strings/blns.json", #"["a","\ud800"]"#)
        #expect(naughty.map(\.id) == ["", "/0", "/1"].map { "naughty-strings/blns.json" + $0 })
        #expect(naughty.map(\.flags) == [["feature:lone-surrogates"], [], ["feature:lone-surrogates"]])
    }

    /// VR-18, RP-17: Python's own JSON takes NaN and prints what it likes; that is shown, fails, and is kept by the record.
    @Test(.enabled(if: Tool.isInstalled("python3"), "needs python3")) func aRuntimeDisagrees() throws {
        let vectors = [
            ("json-test-suite/test_parsing/n_nan.json", "[NaN]"), ("json-test-suite/test_parsing/y_a.json", "[true]"),
            ("json-test-suite/test_parsing/n_comma.json", "[1,]"), ("jcs/input/order.json", #"{"b":1.50,"a":1}"#),
        ].flatMap { Self.made($0, $1) }
        let file = VectorFile(kind: ThirdPartyData.kind, vectors: vectors)
        let command = [Self.runtimes.appending(path: "run").path, "python", "json.dumps"]
        let verdict = try Verifier(
            stacks: [Self.swift(), Stack(name: "python", command: command)], files: [file]
        ).run()
        let failed = verdict.failures.filter { $0.group == "third-party" }
        #expect(failed.map(\.name).contains("json-test-suite/test_parsing/n_nan.json"))
        #expect(failed.allSatisfy { $0.stack == "python" })
        #expect(!verdict.results.contains { $0.group == "contract" })
        let nan = verdict.thirdParty[0]
        #expect(nan.isDisagreement && nan.expected.words == "rejected MALFORMED_JSON")
        #expect(nan.answers.map(\.stack) == ["swift", "python"])
        #expect(nan.answers.map(\.answer.status) == [.rejected, .accepted])
        // Both refuse a comma too many, and both keep the order of members; Python puts a space after the colon.
        #expect(!verdict.thirdParty[2].isDisagreement && verdict.thirdParty[2].answers.count == 2)
        #expect(!verdict.thirdParty[1].isDisagreement)
        let digest = try Tool.run(["sha256sum"], input: Array(#"{"b":1.5,"a":1}"#.utf8)).text.prefix(64)
        #expect(verdict.thirdParty[3].answers[0].answer.detail == digest && verdict.thirdParty[3].isDisagreement)
        let table = verdict.table()
        let lines = "third-party: 4 inputs; stacks differ on 2\nDIFFER json-test-suite/test_parsing/n_nan.json"
        #expect(table.contains(lines))
        let record = try RunRecord(verdict, files: [file], vectorsVersion: "1.2.3")
        #expect(try RunRecord(parsing: record.jsonLines(), name: "r") == record)
    }

    /// VR-18, CJ-34: all stacks that ship and are here agree on every file of JSONTestSuite.
    @Test(.enabled(if: Repository.peers.exists, "no ../shared/peers beside the package")) func stacksAgree() throws {
        let folder = Repository.peers.appending(path: "json-test-suite/test_parsing")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let vectors = try files.flatMap {
            ThirdPartyData.vectors(path: "json-test-suite/test_parsing/\($0.lastPathComponent)", bytes: try $0.bytes())
        }
        let list = Repository.root.appending(path: "Tests/Stacks")
        var stacks = try Stack.list(
            parsing: list.appending(path: "stacks.json").bytes(), name: "stacks.json", folder: list.path)
        stacks.append(try Self.swift())
        let verdict = try Verifier(
            stacks: stacks, files: [VectorFile(kind: ThirdPartyData.kind, vectors: vectors)]
        ).run()
        #expect(verdict.failures.map(\.name) == [] && verdict.thirdParty.count == 318)
        #expect(verdict.thirdParty.filter(\.isDisagreement).map(\.name) == [])
        let started = verdict.stacks.count { $0.fault == nil }
        #expect(started > 1 && verdict.thirdParty.allSatisfy { $0.answers.count == started })
    }
}

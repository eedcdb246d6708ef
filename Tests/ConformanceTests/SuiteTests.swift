import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// What is known of the vectors besides what they test: pins, attestations, the manifest, corpora.
struct SuiteTests {
    private static let clauses = Result {
        try ClauseTexts(chapters: [("a.md", Array("# A\n\n**XX-1** One  MUST\nbe.\n\n| a |\n\n**XX-2** Two.\n".utf8))])
    }

    private static func vector(_ change: (inout Vector) -> Void = { _ in }) throws -> Vector {
        var vector = Vector(
            id: "one", clauses: ["XX-1"], operation: "canonicalize", comment: "c", inputs: ["json": "bnVsbA=="],
            expectation: .valid(outputs: ["canonical": "bnVsbA=="]))
        vector.annotations.attestedBy = ["a", "b"]
        vector.annotations.digest = try vector.digest()
        vector.annotations.pins["XX-1"] = try clauses.get().pin(of: "XX-1")
        change(&vector)
        return vector
    }

    private static func faults(_ vector: Vector, withdrawn: [WithdrawnVector] = []) throws -> [String] {
        try [VectorFile(kind: "canonical-json", vectors: [vector])].suiteFaults(
            clauses: clauses.get(), withdrawn: withdrawn, mutants: ["spaces"]
        ).map(\.description)
    }

    /// VE-15: what belongs to a clause; the pin is that of `printf 'One MUST be. | a |' | sha256sum`.
    @Test func clauseTextsArePinned() throws {
        let clauses = try Self.clauses.get()
        #expect(clauses.ids == ["XX-1", "XX-2"])
        #expect(clauses.texts["XX-1"] == "One MUST be. | a |")
        let sum = try Tool.run(["sha256sum"], input: Array("One MUST be. | a |".utf8))
        #expect(String(sum.text.prefix(8)) == clauses.pin(of: "XX-1"))
        #expect(clauses.pin(of: "XX-3") == nil)
        #expect(throws: VectorError.self) {
            try ClauseTexts(chapters: [("a.md", Array("**XX-1** a\n**XX-1** b\n".utf8))])
        }
    }

    /// VE-4, VE-14, VE-15, VE-16, VE-17, VE-18: each thing that keeps a vector from being published.
    @Test func faultsOfASuite() throws {
        #expect(try Self.faults(Self.vector()) == [])
        let cases: [((inout Vector) -> Void, String)] = [
            ({ $0.annotations.pins = [:] }, "one: no pin of XX-1"),
            ({ $0.annotations.pins["XX-1"] = "00000000" }, "XX-1: the clause was edited; review one"),
            ({ $0.clauses = ["XX-9"] }, "one: no clause XX-9"),
            ({ $0.annotations.digest = nil }, "one: the digest is not that of the vector"),
            ({ $0.inputs["json"] = "MQ==" }, "one: the digest is not that of the vector"),
            ({ $0.annotations.attestedBy = ["a", "swift"] }, "one: attested by fewer than 2 stacks"),
            ({ $0.annotations.kills = ["spaces", "space"] }, "one: kills: no mutant space"),
        ]
        for (change, fault) in cases {
            let found = try Self.faults(Self.vector(change))
            #expect(found == [fault])
        }
        let withdrawn = [WithdrawnVector(id: "one", reason: "wrong")]
        #expect(try Self.faults(Self.vector(), withdrawn: withdrawn) == ["one: the id was withdrawn"])
        let bytes = try WithdrawnVector.bytes(of: withdrawn)
        #expect(try WithdrawnVector.list(parsing: bytes) == withdrawn)
    }

    /// VE-14: what was found out stays with a vector that demands the same, and only with that.
    @Test func annotationsAreCarriedOver() throws {
        let old = try Self.vector { $0.annotations.kills = ["spaces"] }
        var same = try Self.vector { $0.annotations = .init() }
        same.comment = "in other words"
        same.annotations.digest = try same.digest()
        var other = same
        other.expectation = .invalid(errorClass: "MALFORMED_JSON")
        other.annotations.digest = try other.digest()
        let present = [VectorFile(kind: "canonical-json", vectors: [old])]
        let carried = [same, other].map {
            [VectorFile(kind: "canonical-json", vectors: [$0])].carryingAnnotations(from: present)[0].vectors[0]
        }
        #expect(carried[0].annotations == old.annotations)
        #expect(carried[1] == other && carried[1].annotations.attestedBy == [])
    }

    /// VE-16: two stacks besides Swift have to agree; who lacks the operation says nothing, who lies is named.
    @Test func admission() throws {
        let program = try BuiltProduct.url("syncwire").path
        let small = Repository.root.appending(path: "Tests/ConformanceTests/small_testee.py").path
        let stacks = [
            Stack(name: "two", command: [program, "testee"]), Stack(name: "one", command: [program, "testee"]),
            Stack(name: "swift", command: [program, "testee"]),
            Stack(name: "small", command: [Tool.python3, small, "none"]),
            Stack(name: "absent", command: ["/nonexistent"]),
        ]
        let right = try Self.vector()
        let wrong = try Self.vector { $0.expectation = .valid(outputs: ["canonical": "MQ=="]) }
        let beyond = try Self.vector {
            $0.operation = "contentHash"
            $0.inputs = ["row": "eyJkYXRhIjp7fSwiaWQiOiJhIiwidXBkYXRlZEF0IjoxfQ=="]
            $0.expectation = .valid(outputs: ["hash": "08f44b07b5901a25"])
        }
        let opinions = try Admission(stacks: stacks).opinions(on: [right, wrong, beyond])
        #expect(opinions.map(\.isAdmitted) == [true, false, true])
        #expect(opinions.map(\.agreeing) == [["one", "small", "two"], [], ["one", "two"]])
        #expect(opinions[1].dissenting.filter { !$0.isAbstention }.map(\.stack) == ["two", "one", "small"])
        #expect(opinions[2].dissenting.map(\.stack) == ["small", "absent"])
        #expect(opinions[2].dissenting.map(\.isAbstention) == [true, true])
        let alone = try Admission(stacks: [stacks[0], stacks[2]]).opinions(on: [right])
        #expect(!alone[0].isAdmitted)
    }

    /// VE-19: the hashes are those of `sha256sum`; a file that differs, or is not named, is refused.
    @Test func manifest() throws {
        let folder = Repository.root.appending(path: "Vectors")
        let manifest = try SuiteManifest(parsing: folder.appending(path: SuiteManifest.fileName).bytes())
        #expect(manifest.files.map(\.name) == VectorFile.kinds.map { $0 + ".json" })
        #expect(manifest.files.map(\.vectors).reduce(0, +) >= 900)
        #expect(manifest.files.map(\.negatives).reduce(0, +) >= 250)
        let sums = try Tool.output(["sha256sum"] + manifest.files.map { folder.appending(path: $0.name).path })
        #expect(text(sums).split(separator: "\n").map { String($0.prefix(64)) } == manifest.files.map(\.sha256))
        let bytes = try folder.appending(path: "codec.json").bytes()
        #expect(throws: Never.self) { try manifest.check(bytes, name: "codec.json") }
        #expect(throws: VectorError.self) { try manifest.check(bytes + [0x0A], name: "codec.json") }
        #expect(throws: VectorError.self) { try manifest.check(bytes, name: "mine.json") }
        #expect(try SuiteManifest(parsing: manifest.bytes()) == manifest)
        // What is not ours to write is escaped.
        var odd = manifest
        odd.version = #"1"\"#
        #expect(try SuiteManifest(parsing: odd.bytes()) == odd)
        let own = VectorFile(kind: odd.version, vectors: [])
        #expect(try VectorFile(parsing: own.bytes(), name: "own").kind == odd.version)
    }

    /// VE-20, VE-21: each reading is right, anything else is not; a reading is never one of readings, or of `none`.
    @Test func readings() throws {
        let vectors = try Generated.files().flatMap(\.vectors)
        let vector = try #require(vectors.first { $0.id == "en-open-upper-case-hex" })
        guard case .acceptable(_, let readings) = vector.expectation, case .valid(let outputs) = readings[0] else {
            Issue.record("no readings")
            return
        }
        let answers: [(Answer, Int?)] = [
            (.ok(outputs: outputs, intermediates: [:]), 0),
            (.rejected(errorClass: "INVALID_PARAMETER", message: ""), 1),
            (.rejected(errorClass: "NO_MATCH", message: ""), nil),
            (.ok(outputs: ["plaintext": "MQ=="], intermediates: [:]), nil), (.broken(reason: "crash"), nil),
        ]
        for (answer, reading) in answers {
            #expect(Judge.reading(of: answer, for: vector) == reading)
            #expect((Judge.fault(of: answer, for: vector) == nil) == (reading != nil))
        }
        let members = try #require(vector.json.objectValue)
        #expect(try Vector(json: .object(members), place: "test") == vector)
        for (name, value) in [
            ("readings", [["errorClass": "LIMIT"]]), ("readings", [["errorClass": "LIMIT"], ["readings": []]]),
            ("readings", [["errorClass": "LIMIT"], ["errorClass": "INTERNAL"]]), ("determinism", "none"),
        ] as [(JSONString, JSONValue)] {
            var spoilt = members
            spoilt[name] = value
            #expect(throws: VectorError.self) { try Vector(json: .object(spoilt), place: "test") }
        }
    }

    /// VE-22: Python, which made the checkpoints from the text of the clause, and Swift; all of them with
    /// `SYNCWIRE_CORPORA=100000`.
    @Test func corporaHaveTheirCheckpoints() throws {
        let limit = ProcessInfo.processInfo.environment["SYNCWIRE_CORPORA"].flatMap { Int($0) } ?? 10_000
        let script = Repository.root.appending(path: "Tests/ConformanceTests/corpora.py").path
        var lines: [String] = []
        for corpus in Corpus.all {
            let checkpoints = corpus.checkpoints.filter { $0.count <= limit }
            #expect(checkpoints.count >= 2)
            #expect(try corpus.observed(upTo: limit) == checkpoints, "\(corpus.name)")
            lines += checkpoints.map { "\(corpus.name) \($0.count) \($0.sha256)" }
        }
        #expect(
            text(try Tool.output([Tool.python3, script, String(limit)])).split(separator: "\n").map(String.init)
                == lines)
        let file = Repository.root.appending(path: "Vectors/\(Corpus.fileName)")
        #expect(try file.bytes() == Corpus.fileBytes())
    }

    /// VE-24: Python, which had no part in the challenge, answers it; one byte of an answer, and another seed, are seen.
    @Test func challenge() throws {
        let challenge = try Challenge(seed: 11, count: 55)
        let prompts = try challenge.prompts()
        #expect(try Challenge(seed: 11, count: 55).prompts() == prompts)
        #expect(Set(challenge.vectors.map(\.operation)).count == 11)
        let run = Repository.root.appending(path: "Tests/Stacks/python/run").path
        let answers = try Tool.run([run], input: prompts).output
        let grade = challenge.grade(answers)
        #expect(grade.failures == [] && grade.passed + grade.skipped.count == 55)
        #expect(grade.passed >= 50)
        let other = try Challenge(seed: 12, count: 55).grade(answers)
        #expect(!other.isPassed && other.failures.count > 20)
        var lines = text(answers).split(separator: "\n").map(String.init)
        lines.removeLast()
        let last = "55 \(challenge.vectors[54].operation): not answered"
        #expect(challenge.grade(Array(lines.joined(separator: "\n").utf8)).failures == [last])
        lines[1] = lines[1].replacingOccurrences(of: #""status":"ok""#, with: #""status":"no""#)
            .replacingOccurrences(of: "MALFORMED_JSON", with: "MALFORMED_ROW")
        let spoilt = challenge.grade(Array(lines.joined(separator: "\n").utf8)).failures
        #expect(spoilt.count == 2 && spoilt[0].hasPrefix("1 canonicalize: "))
        #expect(!challenge.grade([]).isPassed)
    }
}

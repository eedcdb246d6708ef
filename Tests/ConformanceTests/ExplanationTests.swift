import CanonicalJSON
import Foundation
import SyncBridge
import SyncEnvelope
import TestSupport
import Testing

@testable import Conformance

/// What is said of a wrong output: where it differs, and which known mistake gives it.
@Suite struct ExplanationTests {
    private func vectors(_ kind: String) throws -> [Vector] {
        let url = Repository.root.appending(path: "Vectors/\(kind).json")
        return try VectorFile(parsing: url.bytes(), name: url.lastPathComponent).vectors
    }

    /// CL-24: the field of an offset is that of EN-1's and EN-6's tables: 73 bytes, type and len, keyId, slotSalt.
    @Test func fieldsOfAnArchiveAreNamed() throws {
        let vector = try #require(
            try vectors("envelope").first {
                $0.operation == "open" && $0.inputs["key"] != nil && $0.inputs["archive"]?.bytes?[73] == 1
                    && $0.inputs["archive"]?.bytes?[72] == 1 && $0.id.contains("not") == false
            })
        let archive = try #require(vector.inputs["archive"]?.bytes)
        for (offset, place, layer) in [
            (3, "magic, byte 3", "header"), (40, "archiveSalt, byte 8", "header"), (73, "slot 0, type, byte 0", "keys"),
            (73 + 3 + 8 + 32 + 12, "slot 0, wrappedCEK, byte 12", "keys"),
            (164 - 44, "slot 0, wrappedCEK, byte 4", "keys"),
            (164 + 1, "headerMac, byte 1", "header"), (164 + 32, "nonce, byte 0", "envelope payload"),
            (archive.count - 16, "payload piece 0, tag, byte 0", "envelope payload"),
        ] {
            var other = archive
            other[offset] ^= 1
            let diagnosis = Diagnosis(actual: other, expected: archive)
            #expect(diagnosis.place == place)
            #expect(diagnosis.difference?.offset == offset)
            #expect(diagnosis.layer == layer)
        }
        #expect(Diagnosis(actual: archive, expected: archive).isEqual)
    }

    /// CL-24: the JSON Pointer, line and column of a difference.
    @Test func placesInJSONAreNamed() throws {
        let text = Array(#"{"a":{"x/y":[1,22]},"b":"é"}"#.utf8)
        func place(_ part: String) throws -> String? {
            let offset = try #require(String(decoding: text, as: UTF8.self).utf8.firstRange(of: Array(part.utf8)))
            return JSONPlace(
                of: text.count - String(decoding: text, as: UTF8.self).utf8[offset.lowerBound...].count, in: text)?
                .words
        }
        #expect(try place("22") == "/a/x~1y/1, line 1, column 16")
        #expect(try place("x/y") == "the key of /a/x~1y, line 1, column 8")
        #expect(try place(",\"b\"") == "the top of the text, line 1, column 20")
        #expect(JSONPlace(of: 4, in: Array("[1,\n2]".utf8))?.words == "/1, line 2, column 1")
        #expect(JSONPlace(of: 0, in: Array("{".utf8)) == nil)
    }

    /// MU-7: a stack that does what Python's json.dumps does by default is told the name of that, and no other name that
    /// contradicts what it does right.
    @Test func mistakesOfOthersAreRecognised() throws {
        let expected = Array(#"{"b":{"z":"é","a":1},"c":2}"#.utf8)
        let script = """
            import json, sys
            v = json.loads(sys.argv[1])
            print(json.dumps(v, sort_keys=True, separators=(",", ":"), ensure_ascii=False), end="")
            """
        let canonical = try CanonicalJSON.canonicalize(expected)
        let sorted = try Tool.output(["python3", "-c", script, String(decoding: expected, as: UTF8.self)])
        #expect(Diagnosis(actual: sorted, expected: canonical).mutants == [.nestedSort])
        let escaped = try Tool.output([
            "python3", "-c", script.replacing("False", with: "True"), #"{"a":"é"}"#,
        ])
        #expect(
            Diagnosis(actual: escaped, expected: Array(#"{"a":"é"}"#.utf8)).mutants.contains(.escapeNonASCII))
        let other = Array(#"{"b":{"z":"é","a":1},"c":3}"#.utf8)
        #expect(Diagnosis(actual: other, expected: canonical).mutants == [])
    }

    /// MU-7: for each failure of a mutant the mutant is among those that are named, and it is the first suspect.
    @Test func aMutantIsRecognisedByItsAnswers() throws {
        let vectors = try vectors("canonical-json").filter { $0.operation == "canonicalize" }
        let explanation = Explanation()
        for mutant in [Mutant.escapeSlash, .upperHex, .duplicateFirstWins] {
            let results = vectors.map { vector in
                let answer = Model(mutant: mutant).answer(vector)
                let outcome: TestResult.Outcome
                if var failure = Judge.fault(of: answer, for: vector) {
                    let names = explanation.mutants(giving: answer, to: vector)
                    #expect(names.contains(mutant))
                    failure.mutants = names.map(\.rawValue)
                    outcome = .failed(failure)
                } else {
                    outcome = .passed
                }
                return TestResult(
                    group: "canonical-json", stack: "s", name: vector.id, clauses: [], outcome: outcome,
                    vector: vector.id)
            }
            let suspect = try #require(explanation.suspects(of: "s", results: results, vectors: vectors).first)
            #expect(suspect.mutant == mutant)
            #expect(suspect.explained == suspect.failures)
            #expect(suspect.failures > 0)
        }
    }

    /// MU-7: a mutant that fails what the stack passed is not what the stack does.
    @Test func aContradictedMutantIsNoSuspect() throws {
        let vectors = try vectors("canonical-json").filter { $0.operation == "canonicalize" }
        let caught = try KillTable(vectors, mutants: [.escapeSlash]).kills.map(\.vector)
        try #require(caught.count > 1)
        let explanation = Explanation()
        func suspects(failing count: Int) -> [Suspect] {
            let results = caught.enumerated().map { index, id in
                var failure = Failure(.otherOutput, "")
                failure.mutants = ["escape-slash"]
                return TestResult(
                    group: "canonical-json", stack: "s", name: id, clauses: [],
                    outcome: index < count ? .failed(failure) : .passed, vector: id)
            }
            return explanation.suspects(of: "s", results: results, vectors: vectors)
        }
        #expect(suspects(failing: caught.count).map(\.mutant) == [.escapeSlash])
        #expect(suspects(failing: 1) == [])
    }
}

import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// The vector files: their form, and that they are what the generator makes.
struct VectorTests {
    private static let folder = Repository.root.appending(path: "Vectors")

    /// VE-1, VE-2, VE-3
    @Test func committedFilesAreWhatIsGenerated() throws {
        let present = try VectorFile.kinds.map { kind in
            try VectorFile(parsing: Self.folder.appending(path: "\(kind).json").bytes(), name: "\(kind).json")
        }
        for file in try Generated.files().carryingAnnotations(from: present) {
            let bytes = try Self.folder.appendingPathComponent(file.name).bytes()
            #expect(try file.bytes() == bytes, "\(file.name): run `syncwire vectors generate`")
            #expect(try VectorFile(parsing: bytes, name: file.name) == file)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(
            names.filter { $0.hasSuffix(".json") }
                == (VectorFile.kinds + ["corpora", "manifest", "withdrawn"]).map { "\($0).json" }.sorted())
    }

    /// Each error class that an archive can meet has at least two vectors.
    @Test func everyErrorClassHasTwoVectors() throws {
        var counts: [String: Int] = [:]
        for vector in try Generated.files().flatMap(\.vectors) {
            if case .invalid(let errorClass) = vector.expectation { counts[errorClass, default: 0] += 1 }
        }
        let classes = [
            "BAD_MAGIC", "TRUNCATED", "UNSUPPORTED_VERSION", "UNSUPPORTED_SUITE", "MALFORMED_HEADER", "MALFORMED_SLOT",
            "KDF_PARAMS", "LIMIT",
            "NO_MATCH", "HEADER_AUTH", "CONTEXT_MISMATCH", "ROLLBACK", "PAYLOAD_AUTH", "MALFORMED_PAYLOAD",
            "NOT_CANONICAL",
            "INVALID_PARAMETER", "INVALID_PASSPHRASE", "MALFORMED_JSON", "MALFORMED_ROW", "MALFORMED_RECORD",
        ]
        #expect(Set(counts.keys) == Set(classes))
        for name in classes { #expect(counts[name, default: 0] >= 2, "\(name)") }
    }

    /// VE-4, VE-5: the generator's own check sees a clash.
    @Test func clashesAreFound() throws {
        let file = try #require(try Generated.files().first)
        let vector = file.vectors[0]
        var renamed = vector
        renamed.id = "other"
        var orphan = vector
        orphan.parent = "nobody"
        for vectors in [[vector, vector], [vector, renamed], [orphan]] {
            #expect(throws: VectorError.self) { try Generator.check([VectorFile(kind: file.kind, vectors: vectors)]) }
        }
    }

    /// VE-1, VE-7: what a file may not hold.
    @Test(arguments: [
        #"{}"#, #"{"suite":"a","specVersion":2,"kind":"a","vectors":[]}"#,
        #"{"suite":"a","specVersion":1,"kind":"a","vectors":{}}"#,
        #"{"suite":"a","specVersion":1,"kind":"a","vectors":[{}]}"#,
        #"{"suite":"a","specVersion":1,"kind":"a","vectors":[],"x":1}"#,
    ])
    func wrongFilesAreRefused(text: String) {
        #expect(throws: VectorError.self) { try VectorFile(parsing: Array(text.utf8), name: "test.json") }
    }

    @Test func unknownMembersOfAVectorAreRefused() throws {
        var members = try #require(try Generated.files()[0].vectors[0].json.objectValue)
        #expect(throws: Never.self) { try Vector(json: .object(members), place: "test") }
        members["surplus"] = 1
        #expect(throws: VectorError.self) { try Vector(json: .object(members), place: "test") }
    }

    /// VE-11, VE-27, VE-29: each change, applied to the parent, gives the vector.
    @Test func mutationsLeadFromParentToVector() throws {
        let files = try Generated.files()
        #expect(files.originFaults() == [])
        let mutations = files.flatMap(\.vectors).compactMap(\.mutation)
        #expect(mutations.count > 600)
        // What is not written down byte for byte is the exception.
        #expect(mutations.count { $0["op"] == "replace" && $0["offset"] == nil } < 5)
        #expect(mutations.count { $0["part"] != nil } > 80)
    }

    /// VE-9, VE-10, ER-3, ER-9: what counts as right.
    @Test func judgement() throws {
        var vector = try #require(try Generated.files()[0].vectors.first { $0.id == "cj-top-null" })
        let right = Answer.ok(outputs: ["canonical": "bnVsbA=="], intermediates: [:])
        #expect(Judge.fault(of: right, for: vector) == nil)
        #expect(Judge.fault(of: .ok(outputs: [:], intermediates: [:]), for: vector) != nil)
        #expect(Judge.fault(of: .ok(outputs: ["canonical": "bnVsbAo="], intermediates: [:]), for: vector) != nil)
        #expect(Judge.fault(of: .rejected(errorClass: "MALFORMED_JSON", message: ""), for: vector) != nil)
        #expect(Judge.fault(of: .broken(reason: "crash"), for: vector) != nil)
        vector.expectation = .invalid(errorClass: "MALFORMED_JSON")
        #expect(Judge.fault(of: .rejected(errorClass: "MALFORMED_JSON", message: "any words"), for: vector) == nil)
        #expect(Judge.fault(of: .rejected(errorClass: "MALFORMED_ROW", message: ""), for: vector) != nil)
        #expect(Judge.fault(of: right, for: vector) != nil)
        #expect(Judge.fault(of: .broken(reason: "crash"), for: vector) != nil)
        // Even where somebody wrote it into a vector.
        vector.expectation = .invalid(errorClass: "INTERNAL")
        #expect(Judge.fault(of: .rejected(errorClass: "INTERNAL", message: ""), for: vector) != nil)
    }

    /// VE-10: deflate is the stack's own, what it holds and what surrounds it is not.
    @Test func perImplementationOutputs() throws {
        let vectors = try Generated.files().flatMap(\.vectors)
        let gzip = try #require(vectors.first { $0.id == "codec-write-gzip-hello" })
        func judge(_ hex: String) -> Failure? {
            Judge.fault(of: .ok(outputs: ["compressed": .bytes(bytes(hex: hex))], intermediates: [:]), for: gzip)
        }
        #expect(judge("1f8b08000000000000ffcb48cdc9c9070086a6103605000000") == nil)
        #expect(judge("1f8b08000000000000ff010500faff68656c6c6f86a6103605000000") == nil)
        #expect(judge("1f8b0800000000000003cb48cdc9c9070086a6103605000000") != nil)
        #expect(judge("1f8b08000000000000ff03000000000000000000") != nil)
        #expect(judge("") != nil)
    }

    /// VE-8
    @Test func shortFormsOfBytes() throws {
        let expanded = VectorBytes.expanded(["a": VectorBytes.repeated([1, 2, 3], length: 7), "b": "x"])
        #expect(expanded["a"]?.bytes == [1, 2, 3, 1, 2, 3, 1])
        #expect(expanded["b"] == "x")
        let long = [UInt8](repeating: 7, count: 5000)
        let expected = try VectorBytes.expected(long)
        // From `head -c 5000 /dev/zero | tr '\0' '\7' | sha256sum`.
        #expect(expected["sha256"] == "f302a3f85503eeb1a105c81a5fbea0aa461417fb3893919572949cadbfee86a7")
        #expect(VectorBytes.fault(of: .bytes(long), expected: expected, at: "x") == nil)
        #expect(VectorBytes.fault(of: .bytes(long.dropLast()), expected: expected, at: "x") != nil)
        #expect(VectorBytes.fault(of: .bytes(long.dropLast() + [8]), expected: expected, at: "x") != nil)
    }
}

import CanonicalJSON
import Foundation
import Testing

@testable import Conformance

/// The vector files: their form, and that they are what the generator makes.
struct VectorTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Vectors")

    /// VE-1, VE-2, VE-3
    @Test func committedFilesAreWhatIsGenerated() throws {
        for file in try Generated.files() {
            let bytes = try [UInt8](Data(contentsOf: Self.folder.appendingPathComponent(file.name)))
            #expect(try file.bytes() == bytes, "\(file.name): run `syncwire vectors generate`")
            #expect(try VectorFile(parsing: bytes, name: file.name) == file)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(names == VectorFile.kinds.map { "\($0).json" }.sorted())
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

    /// VE-8
    @Test func shortFormsOfBytes() throws {
        let expanded = VectorBytes.expanded(["a": VectorBytes.repeated([1, 2, 3], length: 7), "b": "x"])
        #expect(expanded["a"]?.bytes == [1, 2, 3, 1, 2, 3, 1])
        #expect(expanded["b"] == "x")
        let long = [UInt8](repeating: 7, count: 5000)
        let expected = try VectorBytes.expected(long)
        // From `head -c 5000 /dev/zero | tr '\0' '\7' | sha256sum`.
        #expect(expected["sha256"] == "f302a3f85503eeb1a105c81a5fbea0aa461417fb3893919572949cadbfee86a7")
        #expect(VectorBytes.fault(of: .bytes(long), expected: expected) == nil)
        #expect(VectorBytes.fault(of: .bytes(long.dropLast()), expected: expected) != nil)
        #expect(VectorBytes.fault(of: .bytes(long.dropLast() + [8]), expected: expected) != nil)
    }
}

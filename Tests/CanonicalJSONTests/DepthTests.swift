import CanonicalJSON
import TestSupport
import Testing

/// CJ-6, CJ-7, CJ-8: nesting has a limit, and no input or value crashes.
@Suite struct DepthTests {
    private func nested(_ depth: Int, _ opening: String = "[", _ closing: String = "]") -> String {
        String(repeating: opening, count: depth) + String(repeating: closing, count: depth)
    }

    @Test func readerAcceptsTheLimitAndRejectsOneMore() throws {
        #expect(try canonical(nested(512)) == nested(512))
        #expect(outcome(Array(nested(513).utf8)) == "error: depthExceeded")
        let error = #expect(throws: JSONError.self) { try canonical(nested(513)) }
        #expect(error?.offset == 512)
        #expect(try CanonicalJSON.canonicalize(Array("1".utf8), maxDepth: 0) == Array("1".utf8))
        #expect(throws: JSONError.self) { try CanonicalJSON.canonicalize(Array("[]".utf8), maxDepth: 0) }
        // Depth counts what is open at one point, not what has been opened.
        let wide = "[" + Array(repeating: nested(511), count: 20).joined(separator: ",") + "]"
        #expect(try canonical(wide) == wide)
    }

    @Test func writerHasTheSameLimit() throws {
        var value: JSONValue = []
        for _ in 0..<511 { value = [value] }
        #expect(try text(value.canonicalBytes()) == nested(512))
        #expect(throws: JSONError.self) { try JSONValue.array([value]).canonicalBytes() }
        #expect(try JSONValue.array([value]).canonicalBytes(maxDepth: 513).count == 1026)
        var object: JSONValue = [:]
        for _ in 0..<512 { object = ["k": object] }
        let error = #expect(throws: JSONError.self) { try object.canonicalBytes() }
        #expect(error?.code == .depthExceeded)
    }

    @Test func hundredThousandLevelsAreAnError() throws {
        for opening in ["[", "{\"a\":", "[{\"a\":[", "[[],"] {
            let bytes = Array(String(repeating: opening, count: 100_000).utf8)
            #expect(outcome(bytes) == "error: depthExceeded")
        }
        // Without a limit they are read and written, in memory and not on the stack.
        let bytes = Array(nested(100_000).utf8)
        #expect(try CanonicalJSON.canonicalize(bytes, maxDepth: .max) == bytes)
        let document = try JSONDocument(parsing: Array(nested(100_000, " [ ", "]").utf8), maxDepth: .max)
        #expect(document.canonicalBytes() == bytes)
        #expect(document.lint().map(\.kind) == [.depth])
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes, maxDepth: .max) }
        #expect(error?.offset == JSONValue.deepestNesting)
    }

    @Test func deepValueBuiltByHandIsAnErrorForTheWriter() throws {
        var value: JSONValue = 1
        for _ in 0..<5_000 { value = ["k": [value]] }
        let error = #expect(throws: JSONError.self) { try value.canonicalBytes() }
        #expect(error?.code == .depthExceeded)
        #expect(try value.canonicalBytes(maxDepth: 10_000).count == 5_000 * 8 + 1)
    }
}

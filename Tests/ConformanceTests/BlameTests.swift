import CanonicalJSON
import TestSupport
import Testing

@testable import Conformance

/// Where a failure is said to lie.
struct BlameTests {
    /// VR-13: the value in which two JSON texts first differ, by JSON pointer.
    @Test(arguments: [
        (#"{"a":1,"b":{"c":[1,22,3]}}"#, 19, "/b/c/1"), (#"{"a":1,"b":2}"#, 8, "/b"), (#"[1,2]"#, 5, "the top level"),
        (#"{"a/b":{"~":0}}"#, 12, "/a~1b/~0"), (#"null"#, 0, "the top level"), (#"[[],[7]]"#, 5, "/1/0"),
    ])
    func jsonPlaces(json: String, offset: Int, pointer: String) {
        #expect(Blame.place(at: offset, of: Array(json.utf8), output: "canonical") == pointer)
    }

    /// VR-13: the part of an archive's header.
    @Test func headerPlaces() throws {
        let seal = try #require(try Generated.files().flatMap(\.vectors).first { $0.id == "en-seal-ka1" })
        let archive = try #require(Blame.reference(seal)?.outputs["archive"]?.bytes)
        // A prologue of 73 bytes, a slot of 3 + 88, the MAC of 32 and the nonce of 12.
        for (offset, part) in [
            (0, "the prologue"), (72, "the prologue"), (73, "slot 0"), (163, "slot 0"), (164, "the header MAC"),
            (196, "the nonce"), (208, "the payload"),
        ] { #expect(Blame.place(at: offset, of: archive, output: "archive") == part, "\(offset)") }
    }

    /// VR-13: for `compress`, the first part that is wrong; a stream of another deflate is not.
    @Test func partsOfGzip() throws {
        let vectors = try Generated.files().flatMap(\.vectors)
        let exact = try #require(
            vectors.first { $0.operation == "compress" && $0.inputs["codec"] == 1 && $0.inputs["mode"] == "stored" })
        let own = try #require(
            vectors.first {
                $0.operation == "compress" && $0.inputs["codec"] == 1 && $0.determinism == .perImplementation
            })
        func layer(_ vector: Vector, _ change: (inout [UInt8]) -> Void) throws -> String? {
            var bytes = try #require(Blame.reference(vector)?.outputs["compressed"]?.bytes)
            change(&bytes)
            let answer = Answer.ok(outputs: ["compressed": .bytes(bytes)], intermediates: [:])
            let failure = Judge.fault(of: answer, for: vector)?.explained(answer, for: vector)
            return failure?.layer?.place
        }
        for vector in [exact, own] {
            #expect(try layer(vector) { $0[9] = 3 } == "gzip header")
            #expect(try layer(vector) { $0[$0.count - 8] ^= 1 } == "gzip trailer")
            #expect(try layer(vector) { $0[10] ^= 1 } == "deflate stream")
        }
        #expect(try layer(own) { _ in } == nil)
    }

    /// VR-13: what a failure says of a differing JSON text.
    @Test func failuresNameTheMember() throws {
        let vector = Vector(
            id: "x", clauses: [], operation: "canonicalize", comment: "",
            inputs: ["json": .bytes(Array(#"{"a":[1,2]}"#.utf8))],
            expectation: .valid(outputs: ["canonical": .bytes(Array(#"{"a":[1,2]}"#.utf8))]))
        let answer = Answer.ok(outputs: ["canonical": .bytes(Array(#"{"a":[1,3]}"#.utf8))], intermediates: [:])
        let failure = try #require(Judge.fault(of: answer, for: vector)?.explained(answer, for: vector))
        #expect(failure.summary.hasSuffix(" (in /a/1)"), "\(failure.summary)")
    }

    /// VR-16: paths are relative to the list's folder; a program with arguments stays where these may be paths.
    @Test func listsOfStacks() throws {
        func list(_ text: String) throws -> [Stack] {
            try Stack.list(parsing: Array(#"{"stacks":[\#(text)]}"#.utf8), name: "l", folder: "/lists")
        }
        let stack = try #require(
            try list(
                #"{"name":"a","command":["a/run"],"setup":"s","environment":{"X":"1"},"knownFailures":"known/a.json"}"#
            ).first)
        #expect(stack.command == ["/lists/a/run"] && stack.folder == "/lists" && stack.isMovable)
        #expect(stack.otherEnvironment == ["X=1"] && stack.knownFailures == "/lists/known/a.json" && !stack.isRequired)
        let other = try #require(try list(#"{"name":"b","command":["node","b.js"]}"#).first)
        #expect(other.command == ["node", "b.js"] && !other.isMovable)
        let absolute = try #require(try list(#"{"name":"c","command":["/bin/c"],"knownFailures":"/k"}"#).first)
        #expect(absolute.command == ["/bin/c"] && absolute.knownFailures == "/k")
        for wrong in [
            #"{"name":"a"}"#, #"{"name":"a","command":[]}"#, #"{"name":"a","command":[1]}"#,
            #"{"name":"a>b","command":["x"]}"#, #"{"name":"","command":["x"]}"#,
            #"{"name":"a","command":["x"],"environment":{"X":1}}"#,
        ] { #expect(throws: VectorError.self, "\(wrong)") { try list(wrong) } }
    }

    /// VR-9, VR-16: what another process of a stack is started with.
    @Test func surroundings() throws {
        let scratch = try ScratchFolder.make()
        defer { scratch.remove() }
        var stack = Stack(name: "a", command: ["/bin/sh", "-c", "pwd; umask; echo $HOME"], folder: "/")
        func printed(_ surroundings: Set<Surrounding>) throws -> [String] {
            let environment = surroundings.flatMap { $0.environment(stack, scratch: scratch) }
            let words = ["env"] + environment + stack.command(in: surroundings, scratch: scratch)
            return try Tool.run(words).text.split(separator: "\n").map(String.init)
        }
        let plain = try printed([])
        #expect(plain.first == "/" && plain.count == 3)
        let other = try printed(Set(Surrounding.allCases))
        #expect(other == ["/", "0077", scratch.path + "/home"])
        stack.isMovable = true
        #expect(try printed([.folder]).first == scratch.path)
        #expect(Surrounding.locale.environment(stack, scratch: scratch) == ["LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8"])
    }
}

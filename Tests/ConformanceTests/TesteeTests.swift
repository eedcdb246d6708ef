import CanonicalJSON
import Foundation
import Testing

@testable import Conformance

/// The Swift testee, line by line.
struct TesteeTests {
    private func ask(_ text: String, _ testee: inout Testee) throws -> (answer: JSONValue, status: Testee.Status) {
        let (bytes, status) = testee.respond(to: Array(text.utf8))
        #expect(!bytes.contains(0x0A), "an answer is one line")
        return (try JSONValue(parsing: bytes), status)
    }

    /// TP-6
    @Test func helloNamesWhatThereIs() throws {
        var testee = Testee()
        let (answer, status) = try ask(#"{"id":0,"op":"hello","protocol":1,"scratch":"x"}"#, &testee)
        #expect(status == .ok)
        #expect(answer["id"] == 0 && answer["status"] == "ok")
        for member in ["name", "version", "language", "runtime", "zlib"] as [JSONString] {
            #expect(answer["implementation"]?[member]?.stringValue != nil, "\(member)")
        }
        #expect(answer["operations"]?.arrayValue?.count == 11)
    }

    /// TP-2, TP-7, TP-15: the session of the specification.
    @Test func answersCarryIdAndStatus() throws {
        var testee = Testee()
        let request =
            #"{"id":1,"op":"contentHash","inputs":{"row":"eyJkYXRhIjp7fSwiaWQiOiJhIiwidXBkYXRlZEF0IjoxfQ=="},"new":[]}"#
        let (answer, status) = try ask(request, &testee)
        let expected = try JSONValue(
            parsing: Array(#"{"id":1,"status":"ok","outputs":{"hash":"08f44b07b5901a25"}}"#.utf8))
        #expect(answer == expected)
        #expect(status == .ok)
    }

    /// TP-9
    @Test(arguments: ["merge", "deriveKey", "", "SEAL", "frobnicate"])
    func unknownOperationsAreUnsupported(name: String) throws {
        var testee = Testee()
        let (answer, status) = try ask(#"{"id":2,"op":"\#(name)","inputs":{}}"#, &testee)
        #expect(status == .unsupported)
        #expect(answer["status"] == "unsupported")
        #expect(answer["feature"]?.stringValue == JSONString("op:" + name))
    }

    /// TP-8, TP-14
    @Test(arguments: [
        #"{"id":1,"op":"canonicalize"}"#, #"{"id":1,"op":"canonicalize","inputs":[]}"#,
        #"{"id":1,"op":"canonicalize","inputs":{}}"#,
        #"{"id":1,"op":"canonicalize","inputs":{"json":1}}"#, #"{"id":1,"op":"canonicalize","inputs":{"json":"e30"}}"#,
        #"{"id":1,"op":"canonicalize","inputs":{"json":"e3 0="}}"#,
        #"{"id":1,"op":"compareUTF16","inputs":{"a":"MQ==","b":"MQ=="}}"#,
        #"{"id":1,"op":"decompress","inputs":{"compressed":"","codec":3,"length":0,"limit":0}}"#,
        #"{"id":1,"op":"decompress","inputs":{"compressed":"","codec":0,"length":-1,"limit":0}}"#,
        #"{"id":1,"op":"decompress","inputs":{"compressed":"","codec":0,"length":0.0,"limit":0}}"#,
        #"{"id":1,"op":"compress","inputs":{"msg":"","codec":1,"mode":"fast"}}"#,
        #"{"id":1,"op":"open","inputs":{"archive":""}}"#,
        #"{"id":1,"op":"open","inputs":{"archive":"","key":"00","passphrase":"x"}}"#,
        #"{"id":1,"op":"open","inputs":{"archive":"","key":"zz"}}"#,
        #"{"id":1,"op":"open","inputs":{"archive":"","key":"00","expect":{"minGeneration":"07"}}}"#,
        #"{"id":1,"op":"decodeRecord","inputs":{"collection":"nope","row":"eyJkYXRhIjp7fSwiaWQiOiJhIiwidXBkYXRlZEF0IjoxfQ=="}}"#,
    ])
    func wrongInputsAreRejected(request: String) throws {
        var testee = Testee()
        let (answer, status) = try ask(request, &testee)
        #expect(status == .rejected)
        #expect(answer["error"]?["class"] == "INVALID_PARAMETER", "\(request)")
    }

    /// TP-1
    @Test(arguments: ["", "x", "[]", "{}", #"{"id":"1","op":"hello"}"#, #"{"id":1}"#, #"{"id":1.0,"op":"hello"}"#])
    func linesThatAreNoRequestHaveNoAnswer(line: String) {
        var testee = Testee()
        let (answer, status) = testee.respond(to: Array(line.utf8))
        #expect(answer == [] && status == .unreadable)
    }

    /// TP-26: keys never appear, in answers or messages.
    @Test func answersHoldNoKey() throws {
        let secrets = [ArchiveForge.workspaceKey, ArchiveForge.otherKey, ArchiveForge.contentKey].map { key in
            key.map { String(format: "%02x", $0) }.joined()
        }
        for vector in try Generated.files().flatMap(\.vectors)
        where ["seal", "open", "rewrap"].contains(vector.operation) && !vector.isSlow {
            var testee = Testee()
            let request: JSONObject = [
                "id": 1, "op": .string(JSONString(vector.operation)),
                "inputs": .object(VectorBytes.expanded(vector.inputs)), "entropy": Vector.json(vector.entropy),
            ]
            let bytes = testee.respond(to: try JSONValue.object(request).canonicalBytes()).answer
            let answer = String(decoding: bytes, as: UTF8.self)
            for secret in secrets { #expect(!answer.contains(secret), "\(vector.id)") }
        }
    }

    /// TP-5: long byte strings travel as files of the scratch folder, both ways.
    @Test func longValuesTravelAsFiles() throws {
        let scratch = try ScratchFolder.make()
        defer { scratch.remove() }
        let message = [UInt8](repeating: 0x41, count: 100_000)
        let inputs = try scratch.externalize(["msg": .bytes(message), "codec": 0, "mode": "stored"])
        #expect(inputs["msg"]?["length"] == 100_000)
        var testee = Testee()
        _ = try ask(#"{"id":0,"op":"hello","protocol":1,"scratch":"\#(scratch.path)"}"#, &testee)
        let request = try JSONValue.object(["id": 1, "op": "compress", "inputs": .object(inputs)]).canonicalBytes()
        let (answer, _) = try ask(String(decoding: request, as: UTF8.self), &testee)
        let outputs = try #require(answer["outputs"]?.objectValue)
        #expect(outputs["compressed"]?["file"] != nil, "a value over 64 KiB came inside the line")
        #expect(try scratch.internalize(outputs)["compressed"]?.bytes == message)
        var lying = outputs
        lying["compressed"] = ["file": outputs["compressed"]?["file"] ?? .null, "sha256": "00", "length": 100_000]
        #expect(throws: ScratchError.self) { try scratch.internalize(lying) }
        lying["compressed"] = ["file": "/etc/hostname", "sha256": "00", "length": 1]
        #expect(throws: ScratchError.self) { try scratch.internalize(lying) }
    }
}

extension Vector {
    /// Whether answering takes a key derivation from a passphrase.
    fileprivate var isSlow: Bool {
        inputs["passphrase"] != nil || (inputs["slots"]?.arrayValue ?? []).contains { $0["passphrase"] != nil }
    }
}

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
        #expect(answer["operations"]?.arrayValue?.count == 15)
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
    @Test(arguments: ["unwrap", "deriveKey", "", "SEAL", "frobnicate", "\u{1F600}"])
    func unknownOperationsAreUnsupported(name: String) throws {
        var testee = Testee()
        let (answer, status) = try ask(#"{"id":2,"op":"\#(name)","inputs":{}}"#, &testee)
        #expect(status == .unsupported)
        #expect(answer["status"] == "unsupported")
        #expect(answer["feature"]?.stringValue == JSONString("op:" + name))
    }

    /// TP-9, whatever the name; members of `inputs` that the operation does not read are ignored, also file forms.
    @Test func oddRequestsAreAnswered() throws {
        var testee = Testee()
        let (bytes, status) = testee.respond(to: Array(#"{"id":2,"op":"\ud800","inputs":{}}"#.utf8))
        #expect(status == .unsupported)
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":2,"status":"unsupported","feature":"op:\ud800"}"#)
        _ = try ask(#"{"id":0,"op":"hello","protocol":1,"scratch":"/nonexistent"}"#, &testee)
        let request =
            #"{"id":3,"op":"compareUTF16","inputs":{"a":"IiI=","b":"IiI=","zzz":{"file":"/etc/passwd","sha256":"","length":1}}}"#
        #expect(try ask(request, &testee).answer["outputs"]?["order"] == 0)
    }

    /// TP-4, TP-6, TP-8
    @Test(arguments: [
        #"{"id":1,"op":"hello","scratch":"x"}"#, #"{"id":1,"op":"hello","protocol":2,"scratch":"x"}"#,
        #"{"id":1,"op":"hello","protocol":1.0,"scratch":"x"}"#, #"{"id":1,"op":"hello","protocol":1,"scratch":null}"#,
        #"{"id":1,"op":"canonicalize"}"#, #"{"id":1,"op":"canonicalize","inputs":[]}"#,
        #"{"id":1,"op":"canonicalize","inputs":{}}"#,
        #"{"id":1,"op":"canonicalize","inputs":{"json":1}}"#, #"{"id":1,"op":"canonicalize","inputs":{"json":"e30"}}"#,
        #"{"id":1,"op":"canonicalize","inputs":{"json":"e3 0="}}"#,
        #"{"id":1,"op":"canonicalize","inputs":{"json":"e30="},"entropy":null}"#,
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
    @Test(arguments: [
        "", "x", "[]", "{}", #"{"id":"1","op":"hello"}"#, #"{"id":1}"#, #"{"id":1.0,"op":"hello"}"#,
        #"{"id":1,"op":1}"#,
    ])
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

    /// TP-25, TP-26, TP-27: the values on the way to known answer 1, from the specification.
    @Test func intermediatesOfKnownAnswer1() throws {
        let seal = try #require(try Generated.files().flatMap(\.vectors).first { $0.id == "en-seal-ka1" })
        let expected: [JSONString: JSONValue] = [
            "keyId.0": "fb56aeed4b13b95f", "kekCheck.0": "24e75e129bd074e4",
            "wrappedCEK.0":
                "b188c406acddc5c662cbb416c658819eafa8e397e6da6573ab4ee7fe45288ddabb2590c0b1dbbb485d330fd7d0189378",
            "headerMac": "b0b30dd04e2f11175616b90eb466f9d4dddd75544b2b4ea667ed7de23866ac10",
            "payloadKeyCheck": "e2073687e4f57731",
        ]
        var testee = Testee()
        func ask(_ operation: JSONValue, _ inputs: JSONObject, _ entropy: [Vector.Entropy]) throws -> JSONValue {
            let request: JSONObject = [
                "id": 1, "op": operation, "inputs": .object(inputs), "entropy": Vector.json(entropy),
            ]
            return try JSONValue(parsing: testee.respond(to: try JSONValue.object(request).canonicalBytes()).answer)
        }
        let sealed = try ask("seal", seal.inputs, seal.entropy)
        var openInputs: JSONObject = ["key": seal.inputs["slots"]?[0]?["key"] ?? .null]
        openInputs["archive"] = sealed["outputs"]?["archive"]
        for answer in [sealed, try ask("open", openInputs, [])] {
            let values = try #require(answer["intermediates"]?.objectValue)
            for (name, value) in expected { #expect(values[name] == value, "\(name)") }
            #expect(values["compressed"]?.bytes?.prefix(4) == [0x1F, 0x8B, 0x08, 0x00])
            #expect(values.count == expected.count + 1)
        }
        // Sealing reports every slot, opening the one that it opened.
        let two = try #require(try Generated.files().flatMap(\.vectors).first { $0.id == "en-seal-two-slots" })
        let both = try ask("seal", two.inputs, two.entropy)
        #expect(both["intermediates"]?["keyId.0"] != nil && both["intermediates"]?["keyId.1"] != nil)
        openInputs["archive"] = both["outputs"]?["archive"]
        openInputs["key"] = two.inputs["slots"]?[1]?["key"]
        let opened = try ask("open", openInputs, [])
        #expect(opened["intermediates"]?["keyId.0"] == nil && opened["intermediates"]?["keyId.1"] != nil)
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

import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// The table of messages: the schema that is made from it, and what it finds wrong.
struct MessagesTests {
    /// TP-30: the file is what the table says, byte for byte.
    @Test func schemaIsCurrent() throws {
        let file = Repository.root.appending(path: "Spec/schemas/testee-protocol.schema.json")
        #expect(try Array(Data(contentsOf: file)) == Messages.schemaFile())
        #expect(Messages.operations.map { JSONString($0.name) } == Testee.operations.names)
    }

    /// ER-2: the classes are those of the specification's table.
    @Test func classesAreThoseOfTheSpecification() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "Spec/errors.md"), encoding: .utf8)
        let named = text.matches(of: /(?m)^\| `([A-Z_]+)` \|/).map { String($0.1) }
        #expect(Set(named).count == 21)
        #expect(Set(named).isSubset(of: Messages.errorClasses) && Set(Messages.errorClasses).isSubset(of: named))
    }

    /// TP-5, TP-30: every request that a run makes, and every answer of the reference, with long values in files.
    @Test func messagesOfARunValidate() throws {
        let scratch = try ScratchFolder.make()
        defer { scratch.remove() }
        var testee = Testee()
        let hello: JSONValue = ["id": 0, "op": "hello", "protocol": 1, "scratch": .text(scratch.path)]
        #expect(Messages.fault(inRequest: hello) == nil)
        let introduced = try JSONValue(parsing: testee.respond(to: hello.canonicalBytes()).answer)
        #expect(Messages.fault(inAnswer: introduced, to: "hello") == nil)
        for vector in try Generated.files().flatMap(\.vectors) {
            let inputs = try scratch.externalize(VectorBytes.expanded(vector.inputs))
            var request: JSONObject = ["id": 1, "op": .text(vector.operation), "inputs": .object(inputs)]
            if !vector.entropy.isEmpty { request["entropy"] = Vector.json(vector.entropy) }
            if vector.expectation != .invalid(errorClass: "INVALID_PARAMETER") {
                #expect(Messages.fault(inRequest: .object(request)) == nil, "\(vector.id)")
            }
            guard !vector.derivesKeys else { continue }
            let bytes = testee.respond(to: try JSONValue.object(request).canonicalBytes()).answer
            let answer = try JSONValue(parsing: bytes)
            #expect(Messages.fault(inAnswer: answer, to: vector.operation) == nil, "\(vector.id)")
        }
    }

    /// TP-4, TP-5, TP-7, TP-14, TP-24, TP-30: what is wrong with an answer, and where.
    @Test(arguments: [
        ("seal", #"{"id":1}"#, "status: not one of ok, rejected, unsupported"),
        ("seal", #"{"id":1,"status":"OK"}"#, "status: not one of ok, rejected, unsupported"),
        ("seal", #"{"id":1,"status":"ok"}"#, "outputs: missing"),
        ("seal", #"{"id":1,"status":"ok","outputs":[]}"#, "outputs: not an object"),
        ("seal", #"{"id":1,"status":"ok","outputs":{}}"#, "outputs.archive: missing"),
        ("seal", #"{"id":1,"status":"ok","outputs":{"archive":"A"}}"#, "outputs.archive: neither base64 nor a file"),
        (
            "seal", #"{"id":1,"status":"ok","outputs":{"archive":{"file":"/x","length":1}}}"#,
            "outputs.archive.sha256: missing"
        ),
        (
            "open", #"{"id":1,"status":"ok","outputs":{"plaintext":""},"intermediates":{"kekCheck.0":"ab"}}"#,
            "intermediates.kekCheck.0: not 8 bytes in lower-case hex"
        ),
        ("compareUTF16", #"{"id":1,"status":"ok","outputs":{"order":2}}"#, "outputs.order: not one of [-1, 0, 1]"),
        ("contentHash", #"{"id":1,"status":"ok","outputs":{"hash":7}}"#, "outputs.hash: not a string"),
        ("open", #"{"id":1,"status":"rejected","error":{"class":"LIMIT"}}"#, "error.message: missing"),
        (
            "open", #"{"id":1,"status":"rejected","error":{"class":"Limit","message":""}}"#,
            "error.class: Limit: not one"
        ),
        (
            "open", #"{"id":1,"status":"rejected","error":{"class":"LIMIT","message":"","released":"00"}}"#,
            "error.released: not 32 bytes in lower-case hex"
        ),
        ("open", #"{"id":1,"status":"unsupported"}"#, "feature: missing"),
        ("hello", #"{"id":0,"status":"ok"}"#, "implementation: missing"),
    ])
    func wrongAnswersAreNamed(operation: String, answer: String, fault: String) throws {
        let found = Messages.fault(inAnswer: try JSONValue(parsing: Array(answer.utf8)), to: operation)
        #expect(found?.hasPrefix(fault) ?? false, "\(found ?? "nothing")")
    }

    /// TP-5: what is longer than 64 KiB must not travel in the line. TP-2: what is unknown is nobody's business.
    @Test func longAndUnknownMembers() throws {
        func answer(_ count: Int) -> JSONValue {
            [
                "id": 1, "status": "ok",
                "outputs": ["msg": .bytes([UInt8](repeating: 0, count: count)), "x": ["file": 1]],
            ]
        }
        #expect(Messages.fault(inAnswer: answer(65_536), to: "decompress") == nil)
        #expect(
            Messages.fault(inAnswer: answer(65_537), to: "decompress")
                == "outputs.msg: 65537 bytes in a line; over 65536 travel as a file")
    }

    /// TP-21: exactly one of key and passphrase.
    @Test func requestsToOpenHaveOneKey() {
        func fault(_ inputs: JSONObject) -> String? {
            Messages.fault(inRequest: ["id": 1, "op": "open", "inputs": .object(inputs)])
        }
        #expect(fault(["archive": "", "key": "00"]) == nil)
        #expect(fault(["archive": ""]) == "inputs: not exactly one of key and passphrase")
        #expect(
            fault(["archive": "", "key": "00", "passphrase": ""]) == "inputs: not exactly one of key and passphrase")
    }
}

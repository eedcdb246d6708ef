import CanonicalJSON
import SyncMerge
import Testing

@testable import Conformance

/// The operations of the testee on rows and payloads, by the examples of the specification's chapters.
struct MergeOperationsTests {
    /// TP-32: the profile comes first, then the inputs in the order of the table, then what the merge finds.
    @Test func faultsComeInOrder() throws {
        let twice = payload(#"{"host":[\#(row(1)),\#(row(2))]}"#)
        let (malformed, wrong) = (text("{"), text("{}"))
        func fault(_ profile: JSONValue, _ payloads: [JSONValue]) throws -> String? {
            guard case .rejected(let errorClass, _) = try ask("merge", ["payloads": .array(payloads)], profile) else {
                return nil
            }
            return errorClass
        }
        let right = try Self.profile(.blobCASLWW)
        #expect(try fault(malformed, [malformed]) == "MALFORMED_JSON")
        #expect(try fault(wrong, [malformed]) == "INVALID_PARAMETER")
        #expect(try fault(malformed, ["?"]) == "INVALID_PARAMETER")
        #expect(try fault(right, [twice, malformed]) == "MALFORMED_JSON")
        #expect(try fault(right, [wrong, malformed]) == "NOT_CANONICAL")
        #expect(try fault(right, [twice]) == "NOT_CANONICAL")
        #expect(try fault(right, []) == "INVALID_PARAMETER")
    }

    /// TP-33: the payload of MG-10, and the traces of rows that differ and of no others.
    @Test func merge() throws {
        let a = payload(#"{"host":[\#(row(5)),{"data":{},"id":"s","updatedAt":1}]}"#)
        let b = payload(#"{"host":[{"id":"s","updatedAt":1,"data":{}},\#(row(7))]}"#)
        let outputs = try outputs("merge", ["payloads": [a, b]])
        #expect(
            outputs["payload"]
                == #"{"rows":{"host":[\#(row(7)),{"data":{},"id":"s","updatedAt":1}]},"schema":1}"#)
        let trace =
            #"[{"collection":"host","id":"r","inputs":[{"outcome":"older","updatedAt":5},{"outcome":"won","updatedAt":7}],"#
            + #""fields":[],"conflict":false}]"#
        #expect(outputs["trace"] == trace)
    }

    /// TP-34: a row that does not land has no metadata; without consent there is no plan.
    @Test func reconcile() throws {
        let inputs: JSONObject = [
            "domain": payload("{}"), "metadata": text("{}"), "now": 1, "remote": [payload(#"{"host":[\#(row(5))]}"#)],
        ]
        let result = try outputs("reconcile", inputs)["result"] ?? ""
        let expected =
            #"{"snapshot":{"payload":{"rows":{},"schema":1},"metadata":{},"changes":[]},"plan":{"apply":[{"collection":"host","#
            + #""row":\#(row(5))}],"needsUpload":false,"payload":{"rows":{"host":[\#(row(5))]},"schema":1},"trace":[{"#
            + #""collection":"host","id":"r","inputs":[{"outcome":"absent","updatedAt":null},{"outcome":"won","updatedAt":5}],"#
            + #""fields":[],"conflict":false}]},"metadata":"#
        let landed = #"{"host":{"r":{"version":5,"contentHash":"08f44b07b5901a25","deleted":false,"deletedAt":null}}}}"#
        #expect(result == expected + landed)
        var failing = inputs
        failing["failed"] = [["collection": "host", "id": "r"]]
        #expect(try outputs("reconcile", failing)["result"] == expected + "{}}")
        let known = #"{"version":1,"contentHash":"08f44b07b5901a25","deleted":false,"deletedAt":null}"#
        failing["metadata"] = text(#"{"host":{"a":\#(known),"b":\#(known)}}"#)
        #expect(
            try outputs("reconcile", failing)["result"]
                == #"{"needsConsent":{"deletions":2,"live":2,"collections":{"host":2}}}"#)
        failing["metadata"] = text("[]")
        guard case .rejected("INVALID_PARAMETER", _) = try ask("reconcile", failing, Self.profile(.blobCASLWW)) else {
            Issue.record("faulty metadata were taken")
            return
        }
    }

    /// TP-35: the entry of MG-18's table under a profile that restamps nothing.
    @Test func replay() throws {
        let entry = #"[{"collection":"host","row":{"data":{"n":1},"id":"r","updatedAt":10},"synced":false}]"#
        let inputs: JSONObject = ["payload": payload(#"{"host":[\#(row(20))]}"#), "journal": text(entry), "now": 15]
        let outputs = try outputs("replay", inputs)
        #expect(outputs["payload"] == #"{"rows":{"host":[\#(row(20))]},"schema":1}"#)
        #expect(outputs["replayed"] == #"[{"collection":"host","id":"r","outcome":"superseded"}]"#)
    }

    /// TP-36: what each question is answered, and what is no question.
    @Test(arguments: [
        (#"{"push":R,"collection":"event","stored":null,"now":1}"#, #"{"answer":"rejected","reason":"malformed"}"#),
        (
            #"{"push":{"deletedAt":1,"id":"r","updatedAt":1},"collection":"event","stored":null,"now":1}"#,
            #"{"answer":"accepted","reason":"deletion"}"#
        ),
        (
            #"{"push":R,"collection":"history","stored":null,"event":null,"now":1}"#,
            #"{"answer":"rejected","reason":"malformed"}"#
        ),
        (#"{"pulled":R,"local":null,"pending":false,"lastPush":null}"#, #""take""#),
        (#"{"pulled":R,"local":R,"pending":true,"lastPush":{"answer":"conflict","reason":"older"}}"#, #""confirm""#),
        (#"{"keepMine":R,"over":{"deletedAt":1,"id":"r","updatedAt":1},"now":1}"#, "null"),
        (#"{"keepMine":R}"#, "INVALID_PARAMETER"),
        (#"{"pulled":R,"local":null,"pending":0,"lastPush":null}"#, "INVALID_PARAMETER"),
        (#"{"pulled":{},"local":null,"pending":false,"lastPush":null}"#, "MALFORMED_ROW"), ("[]", "INVALID_PARAMETER"),
    ])
    func decide(question: String, answer: String) throws {
        let inputs: JSONObject = ["question": text(question.replacing("R", with: row(1)))]
        switch try ask("decide", inputs, Self.profile(.serverAccept)) {
        case .ok(let outputs, _): #expect(outputs["answer"]?.bytes == Array(answer.utf8))
        case .rejected(let errorClass, _): #expect(errorClass == answer)
        default: Issue.record("no answer")
        }
    }
}

extension MergeOperationsTests {
    private func row(_ stamp: Int) -> String { #"{"data":{},"id":"r","updatedAt":\#(stamp)}"# }
    private func text(_ json: String) -> JSONValue { .bytes(Array(json.utf8)) }
    private func payload(_ rows: String) -> JSONValue { text(#"{"rows":\#(rows),"schema":1}"#) }

    private static func profile(_ profile: Profile) throws -> JSONValue { .bytes(try profile.value.canonicalBytes()) }

    private func ask(_ operation: String, _ inputs: JSONObject, _ profile: JSONValue) throws -> Answer {
        var inputs = inputs
        inputs["profile"] = profile
        return Model(mutant: nil).answer(operation, inputs: inputs)
    }

    /// The texts of the outputs under `blob-cas-lww`.
    private func outputs(_ operation: String, _ inputs: JSONObject) throws -> [String: String] {
        guard case .ok(let outputs, _) = try ask(operation, inputs, Self.profile(.blobCASLWW)) else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: outputs.map {
                ($0.key.description, String(decoding: $0.value.bytes ?? [], as: UTF8.self))
            })
    }
}

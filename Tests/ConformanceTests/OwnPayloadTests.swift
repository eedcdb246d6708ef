import CanonicalJSON
import Foundation
import SyncBridge
import TestSupport
import Testing

@testable import Conformance

/// A user's own payload, which every pair of stacks exchanges.
struct OwnPayloadTests {
    /// CL-15: of a stack that gets it wrong the verdict shows where, and not what is there, also in a run over chosen vectors.
    @Test func failuresDoNotShowThePayload() throws {
        let payload = #"{"a":1,"b":"CONFIDENTIAL"}"#
        let program = try BuiltProduct.url("syncwire").path
        // Another second byte in what it opens, and a message that repeats the first ones.
        let liar = Stack(
            name: "liar",
            command: ["/bin/sh", "-c", #"'\#(program)' testee | sed -u 's/"plaintext":"eyJ/"plaintext":"eyK/'"#])
        for selection in [nil, ["payload-whole"]] as [Set<String>?] {
            let verdict = try Verifier(
                stacks: [Stack(name: "swift", command: [program, "testee"]), liar], files: [],
                payload: Array(payload.utf8), selection: selection
            ).run()
            let failures = verdict.failures.filter { $0.group == "contract" }
            #expect(failures.map(\.stack).contains("swift>liar") && !failures.map(\.stack).contains("liar>swift"))
            let failure = try #require(failures.first?.outcome.failure)
            #expect(failure.reason.hasPrefix("other-output: plaintext: differs at byte 2; "))
            #expect(failure.difference?.expectedCount == payload.utf8.count)
            let record = try RunRecord(verdict, files: [])
            let shown =
                text(try record.jsonLines()) + verdict.table()
                + verdict.results.map { $0.explanation(verdict.settings) }.joined()
            // As it is, in hex, and in base64 at two of the three places where it could start.
            let forms = ["CONFIDENTIAL", Hex.encode(Array("CONFIDENTIAL".utf8)), "Q09ORklERU5USUFM", "T05GSURFTlRJQUw"]
            for form in forms { #expect(!shown.contains(form), "\(form)") }
            #expect(
                try RunRecord(parsing: record.jsonLines(), name: "r").report(.text, ReportFormatTests.sources())
                    == Array(verdict.table().utf8))
        }
    }
}

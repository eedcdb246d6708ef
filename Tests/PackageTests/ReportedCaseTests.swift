import CanonicalJSON
import Conformance
import Foundation
import SyncArchive
import SyncBridge
import SyncEnvelope
import SyncMerge
import TestSupport
import Testing

/// Failures that people reported: each has vectors, which carry it to all stacks, and the reference answers right.
struct ReportedCaseTests {
    private let vectors: [String: Vector]

    init() throws {
        vectors = Dictionary(
            uniqueKeysWithValues: try Repository.vectorFiles().flatMap(\.vectors).map { ($0.id, $0) })
    }

    /// VE-31
    @Test func everyCaseHasItsVectors() throws {
        let cases = try CaseVectors.all()
        #expect(cases.count == 22)
        for item in cases {
            #expect(!item.input.isEmpty && !item.kind.isEmpty, "\(item.id)")
            for id in item.input { #expect(vectors[id] != nil, "\(item.id): no vector \(id)") }
            var kills: Set<String> = []
            for pattern in item.input + item.kind {
                let found = vectors.values.filter { fnmatch(pattern, $0.id, 0) == 0 }
                #expect(!found.isEmpty, "\(item.id): no vector \(pattern)")
                kills.formUnion(found.flatMap(\.annotations.kills))
            }
            for mistake in item.mistakes { #expect(kills.contains(mistake), "\(item.id): \(mistake) is not caught") }
        }
        if ReportedCase.file.exists { #expect(try ReportedCase.all().map(\.id) == cases.map(\.id)) }
    }

    /// The reference's answer to each of these vectors is what they demand.
    @Test func referencePassesTheVectorsOfTheCases() throws {
        let ids = try CaseVectors.all().flatMap(\.input)
        let chosen = ids.compactMap { vectors[$0] }
        for vector in chosen {
            var testee = Testee()
            let request: JSONObject = [
                "id": 1, "op": .string(JSONString(vector.operation)), "inputs": .object(vector.inputs),
                "entropy": .array(
                    vector.entropy.map { ["label": .string(JSONString($0.label)), "hex": .string(JSONString($0.hex))] }
                ),
            ]
            let answer = try JSONValue(parsing: testee.respond(to: JSONValue.object(request).canonicalBytes()).answer)
            switch vector.expectation {
            case .valid(let outputs):
                for (name, value) in outputs { #expect(answer["outputs"]?[name] == value, "\(vector.id): \(name)") }
                #expect(answer["status"] == "ok", "\(vector.id)")
            case .invalid(let errorClass):
                #expect(answer["error"]?["class"]?.stringValue?.string == errorClass, "\(vector.id)")
            case .acceptable: Issue.record("\(vector.id) leaves the answer open")
            }
        }
        #expect(chosen.count >= 30)
    }

    @Test(.enabled(if: ReportedCase.file.exists, "no ../shared/cases beside the package"))
    func referenceGivesTheRightAnswers() throws {
        let carriers = Dictionary(uniqueKeysWithValues: try CaseVectors.all().map { ($0.id, $0.input) })
        for item in try ReportedCase.all() {
            let carrying = (carriers[item.id] ?? []).compactMap { vectors[$0] }
            switch item.id {
            case "sorted-keys": try checkSortedKeys(item, carrying)
            case "timestamps": try checkTimestamps(item, carrying)
            case "gzip-members", "deflate-body": try checkGzip(item, carrying)
            case "gzip-header-by-version": try checkHeader(item, carrying)
            case "zlib-wrapped": try checkZlib(item, carrying)
            case "tag-position": try checkTag(item)
            case "salt-encoding", "passphrase-nfd", "kdf-params-ignored": try checkDerivation(item)
            case "equal-timestamps": try checkMerge(item)
            case "future-timestamp":
                try checkMerge(item)
                try checkFuture(item)
            case "purge-resurrects": try checkOldRow(item)
            case "empty-remote": try checkEmptyRemote(item, carrying)
            default: try checkText(item, carrying)
            }
        }
    }

    private func checkText(_ item: ReportedCase, _ carrying: [Vector]) throws {
        let sources = CaseVectors.strings(item.input["json"])
        #expect(!sources.isEmpty, "\(item.id) has no check")
        let expected =
            CaseVectors.strings(item.expect["canonical"]).map { Array($0.utf8) }
            + CaseVectors.strings(item.expect["canonicalHex"]).compactMap { Hex.decode($0.utf8) }
        #expect(expected.count == sources.count, "\(item.id)")
        for (source, canonical) in zip(sources, expected) {
            #expect(try CanonicalJSON.canonicalize(Array(source.utf8)) == canonical, "\(item.id)")
            #expect(
                carrying.contains { $0.bytes("json") == Array(source.utf8) && $0.output("canonical") == canonical },
                "\(item.id): no vector carries \(source)")
        }
        guard item.expect["lint"] != nil else { return }
        let found = try sources.flatMap { try CanonicalJSON.lint(Array($0.utf8)) }.map(\.description)
        #expect(found == CaseVectors.strings(item.expect["lint"]), "\(item.id)")
    }

    private func checkSortedKeys(_ item: ReportedCase, _ carrying: [Vector]) throws {
        let order = CaseVectors.strings(item.expect["order"]).map { JSONString($0) }
        #expect((item.input["keys"]?.arrayValue ?? []).compactMap(\.stringValue).sorted() == order)
        let payload = try JSONValue(parsing: try #require(carrying.first?.output("plaintext")))
        let row = try #require(payload["rows"]?["host"]?[0]?.objectValue)
        #expect(Array(row.map(\.key).prefix(order.count)) == order)
    }

    private func checkTimestamps(_ item: ReportedCase, _ carrying: [Vector]) throws {
        let microseconds = try #require(item.input["microseconds"]?.integerValue)
        let milliseconds = try #require(item.expect["milliseconds"]?.integerValue)
        let vector = try #require(carrying.first)
        let question = try JSONValue(parsing: vector.bytes("question"))
        let text = try #require(question["change"]?["data"]?["occurredAt"]?.stringValue?.string)
        #expect(text == "2023-11-14T22:13:20.\(microseconds % 1_000_000)Z")
        #expect(microseconds / 1_000_000 == 1_700_000_000)
        // An edit of that very millisecond is no earlier one, which it would be of a time rounded up.
        #expect(question["local"]?["pendingSince"] == .integer(milliseconds))
        #expect(try JSONValue(parsing: try #require(vector.output("answer")))["action"] == "ignore")
    }

    private func checkMerge(_ item: ReportedCase) throws {
        let rows = try CaseVectors.strings(item.input["rows"]).map { try Row(parsing: Array($0.utf8)) }
        let survivor = rows[Int(try #require(item.expect["survivor"]?.integerValue))]
        let merge = Merge(.blobCASLWW)
        for order in [Array(rows.indices), rows.indices.reversed()] {
            let merged = try #require(try merge.rows(order.map { rows[$0] }, in: "item"))
            #expect(try merged.row.canonicalBytes() == survivor.canonicalBytes(), "\(item.id)")
        }
        guard let without = item.expect["withoutThird"]?.integerValue else { return }
        let pair = try #require(try merge.rows([rows[1], rows[0]], in: "item"))
        #expect(try pair.row.canonicalBytes() == rows[Int(without)].canonicalBytes())
    }

    /// The row that survives is reported, the other is not.
    private func checkFuture(_ item: ReportedCase) throws {
        let rows = try CaseVectors.strings(item.input["rows"]).map { try Row(parsing: Array($0.utf8)) }
        let survivor = rows[Int(try #require(item.expect["survivor"]?.integerValue))]
        let found = Payload.Collection(name: "item", rows: rows).futureStamps(now: 1_700_000_000_000)
        #expect(found.map(\.updatedAt) == [survivor.updatedAt])
        #expect(found.map { $0.value["finding"] } == [item.expect["finding"]])
    }

    /// A deletion that is there suppresses the old row; where a server has forgotten it, the age of the row does.
    private func checkOldRow(_ item: ReportedCase) throws {
        #expect(item.input["rows"]?.arrayValue?.count == 1)
        #expect(item.expect["finding"] == "older than the horizon: suppressed, reported")
        let (day, start): (Int64, Int64) = (86_400_000, 1_700_000_000_000)
        let old = try Row(parsing: Array(#"{"data":{"v":1},"id":"a","updatedAt":\#(start - 5 * day)}"#.utf8))
        let gone = try Row(parsing: Array(#"{"deletedAt":\#(start),"id":"a","updatedAt":\#(start)}"#.utf8))
        let (row, trace) = try #require(try Merge(.blobCASLWW).rows([old, gone], in: "item"))
        #expect(row == gone)
        #expect(trace.inputs.map(\.outcome) == [.older, .won])
        var event = EventRecord(id: "e", updatedAt: start - 5 * day)
        event.state = .active
        let verdict = Acceptance(.serverAccept).event(try event.row(), stored: nil, now: start + 91 * day)
        #expect(verdict == Verdict(.conflict, .tooOld))
    }

    private func checkEmptyRemote(_ item: ReportedCase, _ carrying: [Vector]) throws {
        let ids = CaseVectors.strings(item.input["base"])
        #expect(item.expect["deletions"] == 0 && item.input["remote"] == [])
        for vector in carrying {
            let metadata = try JSONValue(parsing: vector.bytes("metadata"))["host"]?.objectValue
            #expect(metadata?.map(\.key.string) == ids.map { $0 }, "\(vector.id)")
            let result = try JSONValue(parsing: try #require(vector.output("result")))
            let isAsked = result["needsConsent"]?["deletions"] == .integer(Int64(ids.count))
            #expect(isAsked || result["snapshot"]?["changes"] == [], "\(vector.id)")
        }
        #expect(carrying.count == 2)
    }
}

import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// The merge of two or more versions of one record.
struct RowMergeTests {
    /// MG-1, MG-2, MG-3, MG-4, MG-5, MG-6: the worked examples, in every order of their versions.
    @Test func workedExamples() throws {
        for (left, right) in try Specification().pairs("mg-rows") {
            let words = left.split(separator: " ", maxSplits: 1)
            let profile = try #require(Profile.named(JSONString(String(words[0]))))
            let versions = try words[1].components(separatedBy: " | ").map { try row($0) }
            for order in permutations(versions) {
                #expect(try canonical(Merge(profile).rows(order, in: "c")?.row) == right, "\(left)")
            }
        }
    }

    /// MG-2, MG-3, MG-4, MG-6, MG-8: {newer, older, equal} x {live, tombstone} squared x {same, different} x {no third
    /// version, a live one, a deleted one}, in every order.
    ///
    /// What stays is said here by plain words for each profile, not by the order that the code uses.
    @Test(arguments: Profile.all)
    func seventyTwoCells(profile: Profile) throws {
        var cells = 0
        for (x, y) in [(20, 10), (10, 20), (10, 10)] {
            for (isDeletedA, isDeletedB) in [(false, false), (false, true), (true, false), (true, true)] {
                for isSame in [true, false] {
                    let a = try row(Self.version(isDeletedA, x, isSame ? "s" : "a"))
                    let b = try row(Self.version(isDeletedB, y, isSame ? "s" : "b"))
                    // Of equal stamps a deletion stays, since `{"data"` is less than `{"deletedAt"`, then "b".
                    let later = x == y ? isDeletedA && !isDeletedB ? a : b : x > y ? a : b
                    for isDeletedC in [nil, false, true] {
                        cells += 1
                        let c = try isDeletedC.map { try row(Self.version($0, 1, "z")) }
                        var expected = later
                        if profile.delete == .absolute {
                            if isDeletedA != isDeletedB { expected = isDeletedA ? a : b }
                            if !isDeletedA, !isDeletedB, isDeletedC == true, let c { expected = c }
                        }
                        for order in permutations([a, b] + (c.map { [$0] } ?? [])) {
                            let (row, trace) = try #require(try Merge(profile).rows(order, in: "c"))
                            #expect(row == expected, "\(profile.name) \(order)")
                            #expect(trace.inputs.filter { $0.outcome == .won }.count == 1)
                        }
                    }
                }
            }
        }
        #expect(cells == 72)
    }

    private static func version(_ isDeleted: Bool, _ stamp: Int, _ value: String) -> String {
        isDeleted
            ? #"{"deletedAt":\#(stamp),"id":"r","updatedAt":\#(stamp)}"#
            : #"{"data":{"v":"\#(value)"},"id":"r","updatedAt":\#(stamp)}"#
    }

    /// MG-4, MG-5: each string class that separates UTF-16 from another order, in both orders of the arguments; the
    /// Chinese control separates none (P9, P10).
    @Test func tiesByUTF16() throws {
        func rows(_ pair: (low: JSONString, high: JSONString)) -> (low: Row, high: Row) {
            func row(_ text: JSONString) -> Row {
                Row(id: "r", updatedAt: 1, content: .data(["v": .string(text)]))
            }
            return (row(pair.low), row(pair.high))
        }
        func merged(_ a: Row, _ b: Row, _ mistake: Mistake? = nil) throws -> Row? {
            let profile = Profile.blobCASLWW
            return try Merge(mistake.map(profile.with) ?? profile).row(a, b, in: "c")
        }
        var wrong: [Mistake: Int] = [:]
        // A lone surrogate is written as an escape, and a backslash is less than any character above U+005C.
        for pair in StringClasses.separating {
            let (low, high) = rows(pair)
            #expect(try merged(low, high) == high, "\(pair)")
            #expect(try merged(high, low) == high, "\(pair)")
            for mistake in [Mistake.swiftStringTie, .utf8Tie]
            where try merged(low, high, mistake) != high
                || merged(high, low, mistake) != high
            {
                wrong[mistake, default: 0] += 1
            }
        }
        #expect(wrong == [.swiftStringTie: 4, .utf8Tie: 2])
        let (low, high) = rows(StringClasses.control)
        for mistake in [nil, Mistake.swiftStringTie, .utf8Tie] {
            #expect(
                try merged(low, high, mistake) == merged(high, low, mistake), "the control separates \(mistake as Any)")
            #expect(try merged(low, high, mistake) == merged(low, high))
        }
    }

    /// MG-5, MG-6: the writer's name decides in UTF-16 order, then the text; a row without a name loses.
    @Test func tiesByReplica() throws {
        let order: [JSONString?] = [nil, "", "a", "\u{1F600}", "\u{FF5E}"]
        let rows = order.map { name in
            // The text would decide the other way round.
            let text: JSONValue = .string(JSONString(String(repeating: "z", count: 6 - (name?.utf16Count ?? 0))))
            return Row(
                id: "r", updatedAt: 1, content: .data(["v": text, "updated_by": name.map { .string($0) } ?? .null]))
        }
        let merge = Merge(.snapshotOCC)
        for (low, high) in zip(rows, rows.dropFirst()) {
            #expect(try merge.row(low, high, in: "item") == high)
            #expect(try merge.row(high, low, in: "item") == high)
        }
        var bytes = Profile.snapshotOCC
        bytes.tie = .replicaBytes
        #expect(try Merge(bytes).row(rows[3], rows[4], in: "item") == rows[3])
    }

    /// MG-3, MG-7: what each profile counts as deleted, and that deletion is final only where the profile has it so.
    @Test func deletions() throws {
        let live = try row(
            #"{"data":{"is_active":1,"deleted_at":null,"state":"active","deletedAt":null},"id":"r","updatedAt":9}"#)
        let flagOnly = try row(#"{"data":{"is_active":0,"deleted_at":null},"id":"r","updatedAt":3}"#)
        let soft = try row(#"{"data":{"is_active":0,"deleted_at":3},"id":"r","updatedAt":3}"#)
        let state = try row(#"{"data":{"state":"deleted","deletedAt":3},"id":"r","updatedAt":3}"#)
        let tombstone = try row(#"{"deletedAt":3,"id":"r","updatedAt":3}"#)
        #expect(
            [live, flagOnly, soft, state, tombstone].map(Profile.snapshotOCC.isDeleted) == [
                false, false, true, false, true,
            ])
        #expect(
            [live, flagOnly, soft, state, tombstone].map(Profile.serverAccept.isDeleted) == [
                false, false, false, true, true,
            ])
        #expect([live, soft, state, tombstone].map(Profile.blobCASLWW.isDeleted) == [false, false, false, true])
        #expect(try Merge(.serverAccept).row(live, state, in: "event") == state)
        #expect(try Merge(.serverAccept).row(tombstone, live, in: "event") == tombstone)
        #expect(try Merge(.snapshotOCC).row(live, soft, in: "event") == live)
        #expect(try Merge(.blobCASLWW).row(live, tombstone, in: "event") == live)
    }

    /// MG-1: a missing version means nothing, and no version at all is no row.
    @Test func missingVersions() throws {
        let one = try row(#"{"data":{},"id":"r","updatedAt":1}"#)
        #expect(try Merge(.blobCASLWW).row(nil, one, in: "c") == one)
        #expect(try Merge(.blobCASLWW).row(one, nil, in: "c") == one)
        #expect(try Merge(.blobCASLWW).row(nil, nil, in: "c") == nil)
    }

    /// MG-9: a changed host key is reported however the stamps lie; the same key is not.
    @Test func watchedFields() throws {
        func key(_ key: String, _ stamp: Int) throws -> Row {
            try row(#"{"data":{"publicKey":"\#(key)"},"id":"kh.1","updatedAt":\#(stamp)}"#)
        }
        let merge = Merge(.blobCASLWW)
        let (x, y) = (try key("k1", 5), try key("k2", 9))
        #expect(try merge.rows([x, y], in: "knownHost")?.trace.isConflict == true)
        #expect(try merge.rows([y, x], in: "knownHost")?.trace.isConflict == true)
        #expect(try merge.rows([x, try key("k1", 9)], in: "knownHost")?.trace.isConflict == false)
        #expect(try merge.rows([x, y], in: "host")?.trace.isConflict == false)
        #expect(
            try merge.rows([x, try row(#"{"deletedAt":9,"id":"kh.1","updatedAt":9}"#)], in: "knownHost")?.trace
                .isConflict == false)
        // Also where neither of the two stays; and a version that is deleted by its data is not live.
        let gone = try row(#"{"deletedAt":10,"id":"kh.1","updatedAt":10}"#)
        #expect(try merge.rows([x, gone, y], in: "knownHost")?.trace.isConflict == true)
        var soft = merge.profile
        soft.softDelete = .init(field: "publicKey", value: "k2", stamp: "at")
        let deleted = try row(#"{"data":{"publicKey":"k2","at":1},"id":"kh.1","updatedAt":9}"#)
        #expect(try Merge(soft).rows([x, deleted], in: "knownHost")?.trace.isConflict == false)
        #expect(try Merge(soft).rows([x, y], in: "knownHost")?.trace.isConflict == true)
    }
}

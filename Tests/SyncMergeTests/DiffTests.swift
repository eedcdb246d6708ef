import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// What differs between two payloads.
struct DiffTests {
    /// MG-15, MG-16: the worked example, line by line.
    @Test func workedExample() throws {
        let specification = try Specification()
        let diff = try PayloadDiff(
            from: Payload(parsing: specification.json("mg-diff-before")),
            to: Payload(parsing: specification.json("mg-diff-after")), profile: .snapshotOCC)
        #expect(try canonical(diff.value) == text(specification.json("mg-diff")))
        #expect(!diff.isEmpty)
        #expect(Set(diff.rows.map(\.kind)) == Set(PayloadDiff.Row.Kind.allCases))
    }

    /// MG-16: a long key does not stand in each path below it.
    @Test func longPathsAreCut() throws {
        func payload(_ value: Int) throws -> Payload {
            let key = String(repeating: "k", count: 300)
            let data = #"{"\#(key)":{"a":\#(value),"b":{"\#(key)":\#(value)}},"c":{"d":\#(value)}}"#
            let row = #"{"data":\#(data),"id":"r","updatedAt":1}"#
            return try Payload(parsing: Array(#"{"rows":{"c":[\#(row)]},"schema":1}"#.utf8))
        }
        let diff = try PayloadDiff(from: payload(1), to: payload(2), profile: .blobCASLWW)
        let cut = "/data/" + String(repeating: "k", count: 250) + "\u{2026}"
        #expect(diff.rows.flatMap(\.fields).map(\.path) == [cut, cut, "/data/c/d"])
    }

    /// MG-15: nothing differs exactly where the bytes are the same but for empty collections, and every difference is
    /// mirrored the other way round.
    @Test func mirrored() throws {
        var rows = Rows(seed: 99)
        let mirror: [PayloadDiff.Row.Kind: PayloadDiff.Row.Kind] = [
            .added: .removed, .removed: .added, .deleted: .restored, .restored: .deleted, .changed: .changed,
            .restamped: .restamped,
        ]
        func withoutEmpty(_ payload: Payload) throws -> String {
            var payload = payload
            payload.collections.removeAll { $0.rows.isEmpty }
            return try canonical(payload)
        }
        for _ in 0..<40 {
            let (a, b) = (rows.payload(), rows.payload())
            let (there, back) = (
                try PayloadDiff(from: a, to: b, profile: .snapshotOCC),
                try PayloadDiff(from: b, to: a, profile: .snapshotOCC)
            )
            #expect(there.isEmpty == (try withoutEmpty(a) == withoutEmpty(b)))
            #expect(there.same == back.same)
            #expect(there.rows.map { mirror[$0.kind] } == back.rows.map(\.kind))
            for (x, y) in zip(there.rows, back.rows) {
                #expect((x.before, x.after) == (y.after, y.before))
                #expect(Set(x.fields.map(\.path)) == Set(y.fields.map(\.path)))
            }
            #expect(try PayloadDiff(from: a, to: a, profile: .snapshotOCC).isEmpty)
        }
    }

    /// MG-16: nested members, their order, and keys that a pointer has to escape.
    @Test func fields() throws {
        func fields(_ before: String, _ after: String) throws -> [String] {
            let diff = try PayloadDiff(
                from: payload(#"{"rows":{"c":[{"data":\#(before),"id":"r","updatedAt":1}]},"schema":1}"#),
                to: payload(#"{"rows":{"c":[{"data":\#(after),"id":"r","updatedAt":1}]},"schema":1}"#),
                profile: .blobCASLWW)
            #expect(diff.rows.allSatisfy { $0.isTied && $0.kind == .changed })
            return diff.rows.flatMap(\.fields).map(\.path)
        }
        #expect(try fields(#"{"a":{"b":1,"c":2}}"#, #"{"a":{"b":1,"c":3}}"#) == ["/data/a/c"])
        #expect(try fields(#"{"a/b":1,"c~":1}"#, #"{"a/b":2}"#) == ["/data/a~1b", "/data/c~0"])
        #expect(try fields(#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#) == ["/data"])
        #expect(try fields(#"{"a":[1]}"#, #"{"a":[1,2]}"#) == ["/data/a"])
        #expect(try fields(#"{"a":1}"#, #"{"a":1.0}"#) == ["/data/a"])
        #expect(try fields(#"{"a":1}"#, #"{"a":1}"#) == [])
    }
}

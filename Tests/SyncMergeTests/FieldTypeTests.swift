import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// The merge types of fields.
struct FieldTypeTests {
    private func merged(_ states: [FieldState]) -> FieldState {
        var result = states[0]
        for state in states.dropFirst() { result.merge(state) }
        return result
    }

    /// FT-1, FT-7, FT-8, FT-9, FT-10: the table of the chapter, in every order and with everything twice.
    @Test func table() throws {
        for (left, right) in try Specification().pairs("ft-values") {
            var short = ShortEdits()
            let states = try short.state(left.split(separator: " ").map(String.init))
            for order in permutations(states) {
                #expect(try canonical(#require(merged(order).value)) == right, "\(left)")
                #expect(merged(order + order) == merged(order), "\(left)")
            }
        }
    }

    /// FT-8: two devices that count apart; a number that is added to loses or doubles (001-17).
    @Test func counting() throws {
        var (a, b) = (Replica("a"), Replica("b"))
        for _ in 0..<3 { try a.edit("dosesLogged", .count(1)) }
        try b.edit("dosesLogged", .count(1))
        try b.edit("dosesLogged", .count(-2))
        let plain = (a: 3, b: -1)
        a.pull(b)
        b.pull(a)
        a.pull(b)
        a.pull(a)
        #expect(a.document == b.document)
        #expect(a.document.fields["dosesLogged"]?.total == 2)
        #expect(max(plain.a, plain.b) != 2 && plain.a + plain.b + plain.b != 2, "the naive number is right after all")
        #expect(throws: BridgeError.self) { try a.edit("dosesLogged", .count(.max)) }
        #expect(throws: BridgeError.self) { try a.edit("dosesLogged", .count(.min)) }
        #expect(a.document == b.document, "what failed changed nothing")
    }

    /// FT-9: what each of three devices appends stays together, in one order everywhere.
    @Test func concurrentAppends() throws {
        var replicas: [Replica] = []
        var start = Replica("start")
        try start.edit("allergies", .append("first"))
        for name: JSONString in ["a", "b", "c"] {
            var replica = Replica(name, start.document)
            for word in 1...3 { try replica.edit("allergies", .append(.string(JSONString("\(name)\(word)")))) }
            replicas.append(replica)
        }
        var orders: Set<String> = []
        for order in permutations(replicas) {
            var all = start
            for replica in order { all.pull(replica) }
            orders.insert(try canonical(#require(all.document.fields["allergies"]?.value)))
        }
        #expect(orders == [#""[\"first\",\"c1\",\"c2\",\"c3\",\"b1\",\"b2\",\"b3\",\"a1\",\"a2\",\"a3\"]""#])
    }

    /// FT-9: a removed element keeps its place for what was inserted after it meanwhile.
    @Test func removalAndInsertion() throws {
        var a = Replica("a", document(["l": FieldRule(.list)]))
        try a.edit("l", .append("x"))
        let first = try #require(a.document.fields["l"]?.elements.first?.id)
        var b = Replica("b", a.document)
        try a.edit("l", .remove(first))
        try b.edit("l", .insert("y", after: first))
        a.pull(b)
        b.pull(a)
        #expect(a.document == b.document && a.document.fields["l"]?.value == #"["y"]"#)
        try a.edit("l", .insert("start", after: nil))
        #expect(a.document.fields["l"]?.value == #"["start","y"]"#)
    }

    /// FT-10: moved by two devices it is there once; dropped by one and moved by the other it stays out (001-21).
    @Test func movingInASet() throws {
        var a = Replica("a")
        try a.edit("careTeam", .add("nurse", at: "m"))
        try a.edit("careTeam", .add("doctor", at: "n"))
        var (b, c) = (Replica("b", a.document), Replica("c", a.document))
        try a.edit("careTeam", .move("nurse", at: "z"))
        try b.edit("careTeam", .move("nurse", at: "a"))
        try c.edit("careTeam", .drop("doctor"))
        for order in permutations([a, b, c]) {
            var all = order[0]
            all.pull(order[1])
            all.pull(order[2])
            #expect(all.document.fields["careTeam"]?.value == #"["nurse"]"#)
            try all.edit("careTeam", .add("doctor", at: "b"))
            #expect(all.document.fields["careTeam"]?.value == #"["nurse","doctor"]"#)
        }
    }

    /// FT-7: of one `(seq, replica)` with two values the larger text stays, in every order; a comparison of sequence and
    /// replica alone is not even commutative (P7).
    @Test func duplicateStamps() throws {
        let rule = FieldRule(.register)
        let edits = try ["x", "y"].map {
            try Edit(sequence: 4, replica: "phone", action: .set(.string(JSONString($0))), wroteAt: 9)
        }
        func naive(_ a: Edit, _ b: Edit) -> Edit {
            (a.id.sequence, a.id.replica) >= (b.id.sequence, b.id.replica) ? a : b
        }
        #expect(naive(edits[0], edits[1]) != naive(edits[1], edits[0]))
        for order in permutations(edits) {
            #expect(try merged(order.map { try FieldState(rule, edits: [$0]) }).value == "y")
        }
        #expect(try FieldState(FieldRule(.register, isFlagged: true), edits: edits).duplicates.count == 1)
        var (a, b) = (Replica("phone"), Replica("phone"))
        try a.edit("theme", .set("dark"))
        try b.edit("theme", .set("light"))
        try b.edit("dosesLogged", .count(1))
        let rows = [a.document.row, b.document.row]
        let trace = try #require(try Merge(.oplogField).rows(rows, in: "vitalsTarget")).trace
        #expect(
            trace.fields == [.init(field: "dosesLogged", outcome: .joined), .init(field: "theme", outcome: .duplicate)])
        // A dispute of a flagged field shows the restored backup to a person.
        try a.edit("dose", .set("5 mg"))
        var clone = Replica("phone")
        try clone.edit("theme", .set("dark"))
        try clone.edit("dose", .set("50 mg"))
        a.pull(clone)
        #expect(a.document.disputed == ["dose"])
    }
}

import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// Documents as rows, and the operations that make them.
struct DocumentTests {
    /// FT-2, FT-4, FT-5: the worked row, written here and read back to the same bytes.
    @Test func workedRow() throws {
        var (a, b) = (Replica("a"), Replica("b"))
        try a.edit("systolicTarget", .set(130))
        try b.edit("systolicTarget", .set(140))
        try b.edit("dosesLogged", .count(1))
        a.pull(b)
        let expected = text(try Specification().json("ft-row"))
        #expect(try canonical(a.document.row) == expected)
        let read = try #require(try Document(row(expected), in: "vitalsTarget", rules: vitals))
        #expect(read == a.document)
        #expect(try canonical(read.row) == expected)
    }

    /// FT-3: rows without a state give way to those with one, and merge as wholes among themselves.
    @Test func rowsWithoutState() throws {
        var a = Replica("a")
        try a.edit("dose", .set("5 mg"))
        let plain = try row(#"{"data":{"dose":"9 mg"},"id":"v1","updatedAt":999999}"#)
        let older = try row(#"{"data":{"dose":"8 mg"},"id":"v1","updatedAt":1}"#)
        let merge = Merge(.oplogField)
        for order in permutations([plain, older, a.document.row]) {
            let (row, trace) = try #require(try merge.rows(order, in: "vitalsTarget"))
            #expect(row == a.document.row)
            #expect(trace.inputs.filter { $0.outcome == .noState }.count == 2)
        }
        #expect(try merge.row(plain, older, in: "vitalsTarget") == plain)
        #expect(try merge.row(a.document.row, plain, in: "host") == plain)
        // Data that another stack changed beside the state: kept while all agree, else what the state says.
        var changed = a.document.row
        changed.content = .data(["dose": "7 mg"])
        #expect(try merge.row(changed, changed, in: "vitalsTarget") == changed)
        #expect(try merge.row(changed, a.document.row, in: "vitalsTarget") == a.document.row)
    }

    /// FT-11: a deletion hides edits and loses none.
    @Test func deletion() throws {
        var a = Replica("a")
        try a.edit("dose", .set("5 mg"))
        var b = Replica("b", a.document)
        let (x, y) = (a.author(), a.author())
        let operation = try a.document.delete(by: x)
        try b.edit("dose", .set("6 mg"))
        try b.edit("theme", .set("dark"))
        a.pull(b)
        b.pull(a)
        #expect(a.document == b.document && a.document.isDeleted && a.document.row.content == .tombstone)
        #expect(try Document(row(canonical(a.document.row)), in: "vitalsTarget", rules: vitals) == a.document)
        _ = try a.document.delete(false, by: y)
        #expect(a.document.fields["dose"]?.value == "6 mg" && !a.document.isDeleted)
        #expect(a.document.row.content != .tombstone)
        try a.document.apply(operation)
        #expect(!a.document.isDeleted, "an old deletion that comes again deletes nothing")
    }

    /// FT-17: operations through JSON, in every order and twice, give the state of the device that made them.
    @Test func operations() throws {
        var a = Replica("a")
        var operations = [
            try a.edit("dose", .set("5 mg")), try a.edit("dosesLogged", .count(2)),
            try a.edit("allergies", .append("nuts")),
            try a.edit("careTeam", .add("nurse", at: "m")), try a.edit("careTeam", .move("nurse", at: "c")),
        ]
        let author = a.author()
        operations.append(try a.document.delete(by: author))
        let read = try operations.map { try SyncMerge.Operation($0.value) }
        #expect(read == operations)
        #expect(
            operations.allSatisfy {
                $0.value.objectValue?.map(\.key) == ["id", "doc", "seq", "replica", "wroteAt", "patch"]
            })
        #expect(operations.map(\.sequence) == [1, 2, 3, 4, 5, 6])
        var random = SeededGenerator(seed: 5)
        for _ in 0..<40 {
            var document = document()
            for operation in (read + read).shuffled(using: &random) { try document.apply(operation) }
            #expect(document == a.document)
        }
        let other = Document(collection: "vitalsTarget", id: "v2", rules: vitals)
        #expect(throws: BridgeError.self) {
            var other = other
            try other.apply(read[0])
        }
    }

    /// FT-4: the device's clock decides nothing.
    @Test func deviceTimeDecidesNothing() throws {
        func run(_ skew: Int64) throws -> [JSONString: JSONValue?] {
            var (a, b) = (Replica("a"), Replica("b"))
            b.clock += skew
            try a.edit("theme", .set("dark"))
            try b.edit("theme", .set("light"))
            try a.edit("dose", .set("1"))
            try b.edit("dose", .set("2"))
            a.pull(b)
            #expect(a.document.disputed == ["dose"])
            return a.document.fields.mapValues(\.value)
        }
        #expect(try run(0) == run(600_000))
        #expect(try run(0) == run(-900))
    }

    /// FT-4, FT-6: states that no device makes are refused with their place.
    @Test func faultyStates() throws {
        let hash = "cbf29ce484222325"
        let faults: [(state: String, path: String)] = [
            (#"{"fields":{},"seq":1,"more":1}"#, "/state/more"),
            (#"{"fields":{}}"#, "/state/seq"),
            (
                #"{"fields":{"dose":{"edits":[{"seq":1,"replica":"a","wroteAt":1,"set":1,"why":1}]}},"seq":1}"#,
                "/state/fields/dose/edits/0/why"
            ),
            (
                #"{"fields":{"dose":{"edits":[{"seq":0,"replica":"a","wroteAt":1,"set":1}]}},"seq":1}"#,
                "/state/fields/dose/edits/0/seq"
            ),
            (
                #"{"fields":{"dose":{"edits":[{"seq":1,"replica":"","wroteAt":1,"set":1}]}},"seq":1}"#,
                "/state/fields/dose/edits/0/replica"
            ),
            (
                #"{"fields":{"dose":{"edits":[{"seq":1,"replica":"a","wroteAt":1}]}},"seq":1}"#,
                "/state/fields/dose/edits/0"
            ),
            (
                #"{"fields":{"dose":{"edits":[{"seq":1,"replica":"a","wroteAt":1,"set":1,"review":true}]}},"seq":1}"#,
                "/state/fields/dose/edits/0"
            ),
            (
                #"{"fields":{"dose":{"edits":[{"seq":1,"replica":"a","wroteAt":1,"set":1,"saw":[[1,"b","\#(hash)"]]}]}},"seq":1}"#,
                "/state/fields/dose/edits/0"
            ),
            (
                #"{"fields":{"dose":{"edits":[{"seq":1,"replica":"a","wroteAt":1,"drop":1}]}},"seq":1}"#,
                "/state/fields/dose"
            ),
            (#"{"fields":{"dosesLogged":{"counts":{"a":[1,-1]}}},"seq":1}"#, "/state/fields/dosesLogged/counts/a"),
            (#"{"fields":{"theme":{"counts":{"a":[1,1]}}},"seq":1}"#, "/state/fields/theme"),
        ]
        for (state, path) in faults {
            let faulty = try row(#"{"data":{},"id":"v1","state":\#(state),"updatedAt":1}"#)
            do {
                _ = try Merge(.oplogField).rows([faulty, nil], in: "vitalsTarget")
                Issue.record("\(state)")
            } catch { #expect(error.errorClass == .malformedRow && error.path == path, "\(state)") }
        }
    }

    /// FT-2, FT-3, MG-8, MG-10: the laws over rows with states, without, and tombstones.
    @Test func laws() throws {
        var random = SeededGenerator(seed: 11)
        let merge = Merge(.oplogField)
        for round in 0..<(isLong ? 5_000 : 15) {
            let base = try randomDocument(Replica("base"), &random)
            var rows: [Row] = []
            for name: JSONString in ["a", "b", "b"] {
                rows.append(try randomDocument(Replica(name, base), &random).row)
            }
            if random.chance(3) { rows[2] = try row(#"{"data":{"dose":"x"},"id":"v1","updatedAt":5}"#) }
            let all = try canonical(merge.rows(rows, in: "vitalsTarget")?.row)
            for order in permutations(rows) {
                #expect(try canonical(merge.rows(order, in: "vitalsTarget")?.row) == all, "round \(round)")
                let pair = try merge.row(order[0], order[1], in: "vitalsTarget")
                #expect(try canonical(merge.row(pair, order[2], in: "vitalsTarget")) == all, "round \(round)")
            }
            let merged = try row(all)
            #expect(try merge.row(merged, merged, in: "vitalsTarget") == merged)
            #expect(try merge.row(merged, rows[0], in: "vitalsTarget") == merged)
        }
    }

    private func randomDocument(_ start: Replica, _ random: inout SeededGenerator) throws -> Document {
        var replica = start
        for _ in 0..<random.below(6) {
            let word: JSONValue = .string(random.pick(StringClasses.all))
            switch random.below(9) {
            case 0: try replica.edit("dose", .set(word))
            case 1: try replica.edit("dose", .resolve(word))
            case 2: try replica.edit("allergies", .append(word))
            case 3: try replica.edit("careTeam", .add(word, at: random.pick(StringClasses.all)))
            case 4: try replica.edit("careTeam", random.chance(2) ? .drop(word) : .move(word, at: "m"))
            case 5: try replica.edit("dosesLogged", .count(Int64(random.below(5)) - 2))
            case 6:
                if let target = replica.document.fields["allergies"]?.elements.first?.id {
                    try replica.edit("allergies", .remove(target))
                }
            case 7:
                let author = replica.author()
                _ = try replica.document.delete(random.chance(2), by: author)
            default: try replica.edit("theme", .set(word))
            }
        }
        return replica.document
    }
}

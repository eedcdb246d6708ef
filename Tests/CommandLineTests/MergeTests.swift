import Foundation
import TestSupport
import Testing

/// merge and diff.
@Suite struct MergeTests {
    private let shop: Workshop

    private static let first =
        #"{"extra":1,"rows":{"host":[{"data":{"port":22},"id":"a","updatedAt":5},{"data":{"port":22},"id":"b","updatedAt":7}]},"schema":1}"#
    private static let second =
        #"{"extra":2,"rows":{"host":[{"data":{"port":23},"id":"a","updatedAt":5},{"deletedAt":9,"id":"b","updatedAt":9},{"data":{},"id":"c","updatedAt":1}],"new":[]},"schema":1}"#
    /// As `Spec/merge.md` has it.
    private static let merged =
        #"{"extra":2,"rows":{"host":[{"data":{"port":23},"id":"a","updatedAt":5},{"deletedAt":9,"id":"b","updatedAt":9},{"data":{},"id":"c","updatedAt":1}],"new":[]},"schema":1}"#

    init() throws {
        shop = try Workshop()
        try shop.write("a", Self.first)
        try shop.write("b", Self.second)
    }

    /// CL-42: the same for any order, and why.
    @Test func payloads() throws {
        try shop.expect("syncwire merge a b -o -", prints: Self.merged)
        try shop.expect("syncwire merge b a b -o out && cat out", prints: Self.merged)
        #expect(try shop.run("stat -c %a out").output == "600\n")
        let reasons = """
            host a: a is as old (5), its text is the smaller one; b has the row that stays (5)
            host b: a is older (7 < 9); b has the row that stays (9)
            host c: a has no such row, which deletes nothing; b has the row that stays (1)
            3 rows; the inputs differ in 3

            """
        try shop.expect("syncwire merge a b --explain", prints: reasons)
        try shop.expect("syncwire merge a a --explain", prints: "2 rows; the inputs differ in 0\n")
        try shop.expect(
            "syncwire merge a b --explain --format json -o new >trace && cmp out new && head -c 61 trace",
            prints: #"{"trace":[{"collection":"host","id":"a","inputs":[{"outcome":"#)
    }

    /// CL-42: another profile, and what a person has to look at.
    @Test func profiles() throws {
        let profiles = "\(Repository.root.path())Spec/profiles"
        try shop.write("live", #"{"rows":{"host":[{"data":{},"id":"b","updatedAt":10}]},"schema":1}"#)
        try shop.expect(
            "syncwire merge live b -o - --profile server-accept | grep -c deletedAt", prints: "1\n")
        try shop.expect(
            "cp '\(profiles)/server-accept.json' p.json && syncwire merge live b -o - --profile p.json | grep -c deletedAt",
            prints: "1\n")
        try shop.expect("syncwire merge live b -o - | grep -c deletedAt", status: 1, prints: "0\n")
        let key = #"{"rows":{"knownHost":[{"data":{"publicKey":"%"},"id":"k","updatedAt":%}]},"schema":1}"#
        try shop.write("old", key.replacing("%\"", with: "A\"").replacing("%", with: "1"))
        try shop.write("new", key.replacing("%\"", with: "B\"").replacing("%", with: "2"))
        let warning =
            "Warning: knownHost k: old is older (1 < 2); new has the row that stays (2); someone has to look at it\n"
        #expect(try shop.run("syncwire merge old new -o key").errors == warning)
        try shop.write("p.json", #"{"name":"x"}"#)
        let wrong = try shop.run("syncwire merge a b -o - --profile p.json")
        #expect(wrong.status == 65 && wrong.errors.hasPrefix("Error: INVALID_PARAMETER: p.json: "), "\(wrong.errors)")
    }

    /// CL-42, MG-30: whichever way it is merged, stamps of the future are told of, and change nothing.
    @Test func futureStamps() throws {
        func payload(_ rows: String) -> String { #"{"rows":{"host":[\#(rows)]},"schema":1}"# }
        let ahead =
            #"{"data":{},"id":"a","updatedAt":4070908800000},{"deletedAt":4070908800000,"id":"b","updatedAt":4070908800000}"#
        try shop.write("ahead", payload(ahead))
        try shop.write("spaced", payload(" " + ahead))
        let warning =
            "Warning: 2 rows have stamps of the future, the first host a, 27441 days ahead; until then it wins\n"
        for (other, file) in [("a", "ahead"), ("a", "spaced")] {
            let merged = try shop.run("syncwire merge \(other) \(file) --now 1700000000000 -o -")
            #expect(merged.errors == warning && merged.status == 0)
            #expect(merged.output == #"{"extra":1,"rows":{"host":[\#(ahead)]},"schema":1}"#)
        }
        try shop.expect("syncwire merge a ahead --now 4070908800000 -o - >out")
        let explained = try shop.run(
            "syncwire merge a ahead --now 1700000000000 --explain --format json | sed 's/.*conflicts/conflicts/'")
        #expect(explained.errors == warning)
        let finding = #"{"finding":"futureTimestamp","collection":"host","id":"%","updatedAt":4070908800000}"#
        #expect(
            explained.output
                == #"conflicts":0,"findings":[\#(finding.replacing("%", with: "a")),\#(finding.replacing("%", with: "b"))]}"#
                + "\n")
    }

    /// CL-42, CL-43: archives of two workspaces, each with its own key.
    @Test func archives() throws {
        try shop.expect(
            """
            for n in a b; do syncwire keygen -o $n.key; syncwire canonicalize $n >$n.json
            syncwire seal $n.json --key $n.key -o $n.swa; done
            syncwire merge a.swa b.swa --key a.key --key b.key -o -
            """, prints: Self.merged)
        try shop.expect("syncwire merge a.swa b --key b.key --key a.key -o -", prints: Self.merged)
        try shop.expect("syncwire diff a.swa a --key a.key", prints: "0 rows differ, 2 are the same\n")
        try shop.expect(
            "syncwire merge a.swa b.swa --key a.key -o out", status: 77,
            errors: "Error: \(Workshop.refusal(of: "b.swa"))\n")
        #expect(!shop.names.contains("out"))
    }

    /// CL-43: what differs, field by field.
    @Test func differences() throws {
        let text = """
            changed, tied host a, at 5
              /data/port: 22 -> 23
              a is as old (5), its text is the smaller one; b has the row that stays (5)
            deleted host b, 7 -> 9
              /data: {"port":22} -> nothing
              a is older (7 < 9); b has the row that stays (9)
            added host c, at 1
              /data: nothing -> {}
            payload changed
              /extra: 1 -> 2
            3 rows differ, 0 are the same

            """
        try shop.expect("syncwire diff a b", status: 1, prints: text)
        try shop.expect("syncwire diff b b --format json", prints: #"{"rows":[],"fields":[],"same":3}"# + "\n")
        let json = try shop.run("syncwire diff a b --format json")
        #expect(
            json.status == 1
                && json.output.hasPrefix(#"{"rows":[{"change":"changed","collection":"host","id":"a","before":5,"#))
        #expect(
            try shop.run("syncwire diff a b --color always").output.contains("\u{1B}[31mdeleted host b\u{1B}[0m, 7"))
    }

    /// CL-3: which input is wrong, and what is wrong use.
    @Test func faults() throws {
        try shop.write("bad", "{")
        try shop.expect(
            "syncwire diff a bad", status: 65,
            errors: "Error: MALFORMED_JSON: bad: the input ends before the value is complete at byte 1\n")
        try shop.expect(
            "syncwire diff nothing a", status: 66, errors: "Error: cannot open nothing: No such file or directory\n")
        for (arguments, words) in [
            ("a -o -", "a merge takes two inputs or more"), ("a b", "give -o, --explain or both"),
            ("a b --explain -o -", "standard output can hold the payload or the explanation, not both"),
            ("- - -o x", "standard input can be read only once"),
            ("a b -o - --profile nope", "no profile is called nope; a file's name has a / or ends with .json"),
        ] {
            let outcome = try shop.run("syncwire merge \(arguments)")
            #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(words)\n"), "\(outcome.errors)")
        }
        try shop.expect(
            "syncwire merge a b -o a", status: 73, errors: "Error: not writing to a: it is also the input\n")
    }
}

import TestSupport
import Testing

/// reconcile and conflicts.
@Suite struct ReconcileTests {
    private let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.write("app", Self.payload(#""host":[\#(Self.host("a", 22)),\#(Self.host("b", 22))]"#))
        try shop.write("none", Self.payload(""))
    }

    private static func payload(_ collections: String) -> String { #"{"rows":{\#(collections)},"schema":1}"# }

    private static func host(_ id: String, _ port: Int, at stamp: Int = 0) -> String {
        #"{"data":{"port":\#(port)},"id":"\#(id)","updatedAt":\#(stamp)}"#
    }

    /// CL-44: new, unchanged, changed and gone.
    @Test func snapshots() throws {
        try shop.expect(
            "syncwire reconcile --db db app --now 1000 -o out; cat out",
            prints: """
                created host a, at 1000
                created host b, at 1000
                changes: 2, rows to apply: 0, conflicts: 0; to upload
                \(Self.payload(#""host":[\#(Self.host("a", 22, at: 1000)),\#(Self.host("b", 22, at: 1000))]"#))
                """)
        try shop.expect(
            "syncwire reconcile --db db app --now 2000 --format json",
            prints: #"{"changes":[],"apply":[],"needsUpload":true,"conflicts":0,"findings":[]}"# + "\n")
        try shop.write("less", Self.payload(#""host":[\#(Self.host("a", 23))]"#))
        try shop.expect(
            "syncwire reconcile --db db less --now 500 -o -",
            prints: Self.payload(
                #""host":[\#(Self.host("a", 23, at: 1001)),{"deletedAt":1001,"id":"b","updatedAt":1001}]"#))
    }

    /// CL-44, MG-30: a clock that was wrong for once shows.
    @Test func futureStamps() throws {
        try shop.write("ahead", Self.payload(#""host":[\#(Self.host("z", 22, at: 900_000_000))]"#))
        let run = try shop.run("syncwire reconcile --db db app --remote ahead --now 1000 --format json -o out")
        #expect(
            run.errors
                == "Warning: 1 row has a stamp of the future, the first host z, 10 days ahead; until then it wins\n")
        #expect(
            run.output.hasSuffix(
                #""conflicts":0,"findings":[{"finding":"futureTimestamp","collection":"host","id":"z","updatedAt":900000000}]}"#
                    + "\n"))
    }

    /// CL-44: nothing is deleted for everybody because an application opened empty.
    @Test func consent() throws {
        try shop.expect("syncwire reconcile --db db app --now 1000 >log")
        try shop.expect(
            "syncwire reconcile --db db none --now 2000 -o out", status: 1,
            prints: "2 of 2 records are gone (2 of host); --consent 2 deletes them everywhere\n")
        #expect(!shop.names.contains("out"))
        try shop.expect(
            "syncwire reconcile --db db none --now 2000 --format json --consent 1", status: 1,
            prints: #"{"needsConsent":{"deletions":2,"live":2,"collections":{"host":2}}}"# + "\n")
        try shop.expect(
            "syncwire reconcile --db db app --now 2000 | tail -1; syncwire reconcile --db db none --now 2000 --consent 2",
            prints: """
                changes: 0, rows to apply: 0, conflicts: 0; to upload
                deleted host a, at 2000
                deleted host b, at 2000
                changes: 2, rows to apply: 0, conflicts: 0; to upload

                """)
    }

    /// CL-44: what came is counted on once it has landed, and then is no change of this device.
    @Test func remoteRows() throws {
        try shop.write("remote", Self.payload(#""host":[\#(Self.host("a", 23, at: 5000))]"#))
        try shop.expect("syncwire reconcile --db db app --now 1000 >log; cp db landed")
        let words = "apply host a, at 5000\nchanges: 0, rows to apply: 1, conflicts: 0; to upload\n"
        try shop.expect("syncwire reconcile --db db app --remote remote --now 2000 -o merged", prints: words)
        try shop.expect(
            "syncwire reconcile --db landed app --remote remote --now 2000 -o merged --force --landed", prints: words)
        try shop.expect(
            "syncwire reconcile --db landed merged --remote merged --now 3000",
            prints: "changes: 0, rows to apply: 0, conflicts: 0; nothing to upload\n")
        try shop.expect(
            "syncwire reconcile --db db merged --now 3000 | head -1", prints: "changed host a, at 3000\n")
    }

    /// CL-45: a changed host key waits for a person, and the choice is one more change.
    @Test func conflictOfRecords() throws {
        func known(_ key: String, _ stamp: Int) -> String {
            #"{"data":{"publicKey":"\#(key)"},"id":"k","updatedAt":\#(stamp)}"#
        }
        try shop.write("mine", Self.payload(#""knownHost":[\#(known("B", 0))]"#))
        try shop.write("theirs", Self.payload(#""knownHost":[\#(known("A", 1))]"#))
        try shop.expect(
            "syncwire reconcile --db db mine --remote theirs --now 4000 -o out >log && tail -1 log",
            prints: "changes: 1, rows to apply: 0, conflicts: 1; to upload\n")
        let id = try shop.run("syncwire conflicts list --db db | head -1 | cut -d ' ' -f 1").output.dropLast()
        #expect(id.utf8.count == 16)
        let sides = "  1. mine at 4000: \(known("B", 4000))\n  2. theirs at 1: \(known("A", 1))\n"
        try shop.expect(
            "syncwire conflicts list --db db", prints: "\(id) knownHost k: open since 4000\n" + sides)
        for (arguments, words) in [
            ("\(id) out", "give --side or --value"), ("\(id) out --side 3", "the conflict has 2 sides"),
            ("\(id) out --value 1", "a conflict of whole records is settled with --side"),
            ("\(id) none --side 1", "the payload has no knownHost k"), ("x out --side 1", "no conflict is called x"),
        ] {
            let outcome = try shop.run("syncwire conflicts resolve \(arguments) --db db --by me -o new")
            #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(words)\n"), "\(outcome.errors)")
        }
        #expect(!shop.names.contains("new"))
        let resolve = "syncwire conflicts resolve \(id) out --db db --side 2 --by me --now 3000 -o"
        try shop.expect("\(resolve) -", prints: Self.payload(#""knownHost":[\#(known("A", 4001))]"#))
        try shop.expect("syncwire conflicts list --db db", status: 1)
        try shop.expect(
            "syncwire conflicts list --db db --all", prints: "\(id) knownHost k: settled by me at 3000\n" + sides)
        let again = try shop.run("\(resolve) new")
        #expect(again.status == 64 && again.errors.hasPrefix("Error: settled: db: "), "\(again.errors)")
        #expect(!shop.names.contains("new"))
    }

    /// CL-45, FT-15: the dispute of a flagged field is settled by an edit that has seen both sides.
    @Test func conflictOfAField() throws {
        func target(_ edits: String, _ value: Int, _ sequence: Int = 1, at stamp: Int = 1001) -> String {
            Self.payload(
                #""vitalsTarget":[{"data":{"systolicTarget":\#(value)},"id":"v","state":{"fields":{"systolicTarget":{"edits":[\#(edits)]}},"seq":\#(sequence)},"updatedAt":\#(stamp)}]"#
            )
        }
        let sides = ["a": 130, "b": 140].mapValues(String.init)
            .map { #"{"seq":1,"replica":"\#($0)","wroteAt":1001,"set":\#($1)}"# }.sorted()
        try shop.write("a", target(sides[0], 130))
        try shop.write("b", target(sides[1], 140))
        try shop.expect("syncwire merge a b -o both --profile oplog-field 2>warning")
        try shop.expect(
            "syncwire reconcile --profile oplog-field --db db none --remote a --remote b --now 2000 | tail -1",
            prints: "changes: 0, rows to apply: 1, conflicts: 1; nothing to upload\n")
        let list = try shop.run("syncwire conflicts list --db db").output
        #expect(
            list.hasSuffix("vitalsTarget v systolicTarget: open since 2000\n  1. a at 1001: 130\n  2. b at 1001: 140\n")
        )
        try shop.expect(
            """
            syncwire conflicts resolve --profile oplog-field --db db --value 135 --by c --now 3000 -o settled \
            $(syncwire conflicts list --db db | head -1 | cut -d ' ' -f 1) both
            syncwire merge settled b a --profile oplog-field -o - | cmp - settled && grep -o 'data":{[^}]*}' settled
            """, prints: #"data":{"systolicTarget":135}"# + "\n")
    }

    /// CL-46: what is no store is refused and left alone.
    @Test func stores() throws {
        let missing = try shop.run("syncwire conflicts list --db db")
        #expect(missing.status == 66 && missing.errors.hasPrefix("Error: notFound: db: "), "\(missing.errors)")
        #expect(!shop.names.contains("db"))
        try shop.write("db", "no database, but more than nothing")
        for command in ["conflicts list --db db", "reconcile --db db app"] {
            let outcome = try shop.run("syncwire \(command)")
            #expect(outcome.status == 65 && outcome.errors.hasPrefix("Error: notAStore: db: "), "\(outcome.errors)")
        }
        #expect(try shop.bytes("db") == Array("no database, but more than nothing".utf8))
    }
}

import Foundation
import TestSupport
import Testing

/// CL-46, ST-11, ST-12: one store and several processes of the command line.
@Suite(.serialized) struct StoreLockTests {
    private let shop: Workshop
    private static let records = 1...5

    init() throws {
        shop = try Workshop()
        let rows = Self.records.map { Self.known($0, "B", 0) }.joined(separator: ",")
        try shop.write("mine", #"{"rows":{"knownHost":[\#(rows)]},"schema":1}"#)
        for number in Self.records {
            try shop.write("theirs\(number)", #"{"rows":{"knownHost":[\#(Self.known(number, "A", 1))]},"schema":1}"#)
        }
        try shop.write(
            "hold.py",
            """
            import sqlite3, sys, time
            base = sqlite3.connect("db", isolation_level=None)
            base.execute("BEGIN IMMEDIATE")
            open("held", "w").close()
            time.sleep(float(sys.argv[1]))
            base.execute("ROLLBACK")
            """)
        try shop.run("syncwire reconcile --db db mine --now 1000")
    }

    private static func known(_ number: Int, _ key: String, _ stamp: Int) -> String {
        #"{"data":{"publicKey":"\#(key)"},"id":"k\#(number)","updatedAt":\#(stamp)}"#
    }

    /// Runs a command while another program holds the store for so many seconds.
    private func whileHeld(_ seconds: Double, _ command: String) throws -> Outcome {
        try shop.run(
            """
            rm -f held; '\(Tool.python3)' hold.py \(seconds) & holder=$!
            while [ ! -e held ]; do sleep 0.02; done
            \(command); code=$?; wait $holder; exit $code
            """)
    }

    /// A store that is held too long is an error of its own, after which everything is as before.
    @Test func busy() throws {
        let before = try shop.bytes("db")
        let outcome = try whileHeld(8, "syncwire reconcile --db db mine --remote theirs1 --now 2000 -o out")
        #expect(outcome.status == 75 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.hasPrefix("Error: busy: db: database is locked (SQLITE_BUSY"), "\(outcome)")
        #expect(try shop.bytes("db") == before)
        #expect(shop.names.allSatisfy { $0 != "out" && !$0.hasPrefix(".tmp") })
    }

    /// One that is held for a while is waited for, and read meanwhile.
    @Test func waiting() throws {
        let script = """
            syncwire conflicts list --db db; [ $? = 1 ] && [ -e held ] && echo read
            syncwire reconcile --db db mine --remote theirs1 --now 2000 -o out | tail -1
            """
        let outcome = try whileHeld(1.5, script)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("read\nchanges: 0, "), "\(outcome)")
        #expect(outcome.output.contains("conflicts: 1; "), "\(outcome)")
    }

    /// Of processes that write at the same time none loses what another one found, and readers see whole states.
    @Test func together() throws {
        try shop.write(
            "together.py",
            """
            import json, subprocess
            def start(arguments):
                return subprocess.Popen(["syncwire", *arguments.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            writers = [
                start(f"reconcile --db db mine --remote theirs{number} --now 200{number} -o out{number}")
                for number in range(\(Self.records.lowerBound), \(Self.records.upperBound + 1))
            ]
            counts = [0]
            while any(writer.poll() is None for writer in writers):
                counts.append(len(json.loads(start("conflicts list --db db --format json").communicate()[0])))
            print(*sorted({writer.returncode for writer in writers}), counts == sorted(counts))
            """)
        #expect(try shop.run("'\(Tool.python3)' together.py") == Outcome(status: 0, output: "0 True\n", errors: ""))
        #expect(
            try shop.run("syncwire conflicts list --db db | grep -c '^[0-9a-f]'").output == "\(Self.records.count)\n")
        let check = "import sqlite3; print(*sqlite3.connect('db').execute('PRAGMA integrity_check').fetchone())"
        try shop.expect("'\(Tool.python3)' -c \"\(check)\"", prints: "ok\n")
    }
}

import Foundation
import TestSupport
import Testing

/// A command that reads and writes files, with everything that it needs in a workshop, for tests that make calls fail.
struct FaultScenario: Sendable, CustomTestStringConvertible {
    /// What the command is called in messages.
    let testDescription: String
    /// The command, without the program's name.
    let command: String
    /// The file that it writes; nil for what goes to standard output.
    var output: String?
    /// Whether the output is an archive, which is another one each time and opens to the same.
    var isArchive = false
    /// Whether the output is a key, another one each time.
    var isKey = false
    /// The exit code of success: `diff` says that there is a difference.
    var status: Int32 = 0
    /// What the command also changes.
    var store: String?

    /// Of each command that writes one, and of each way to write.
    static let all = [
        FaultScenario("keygen", "keygen -o out --force", output: "out", isKey: true),
        FaultScenario("keygen, new", "keygen -o new", output: "new", isKey: true),
        FaultScenario("seal", "seal --key known payload -o out --force", output: "out", isArchive: true),
        FaultScenario("seal from a pipe", "seal --key known - -o new < fifo", output: "new", isArchive: true),
        FaultScenario("open", "open --key known sealed -o out --force", output: "out"),
        FaultScenario("open, new", "open --key known sealed -o new", output: "new"),
        FaultScenario("open to a stream", "open --key known sealed -o -"),
        FaultScenario(
            "rewrap", "rewrap --key known --new-key key sealed -o out --force", output: "out", isArchive: true),
        FaultScenario("canonicalize", "canonicalize payload"),
        FaultScenario("merge", "merge payload other -o out --force", output: "out"),
        FaultScenario("diff", "diff payload other", status: 1),
        FaultScenario("import known-hosts", "import known-hosts known_hosts --now 1 -o out --force", output: "out"),
        FaultScenario("import sqlite", "import sqlite base.sqlite -o out --force", output: "out"),
        FaultScenario("export sqlite", "export sqlite --key known sealed -o out --force", output: "out"),
        FaultScenario("export json", "export json --key known sealed -o out --force", output: "out"),
        FaultScenario(
            "reconcile", "reconcile --db state mine --now 2000 -o out --force", output: "out", store: "state"),
        FaultScenario(
            "reconcile, new store", "reconcile --db fresh mine --now 2000 -o out --force", output: "out", store: "fresh"
        ),
        FaultScenario(
            "conflicts resolve",
            "conflicts resolve $(cat conflict) disputed --db disputes --side 2 --by me --now 3000 -o out --force",
            output: "out", store: "disputes"),
        FaultScenario("report", "report junit run.jsonl -o out --force", output: "out"),
        FaultScenario("vectors challenge", "vectors challenge --seed 1 --count 1 -o out --force", output: "out"),
    ]

    private init(
        _ name: String, _ command: String, output: String? = nil, isArchive: Bool = false, isKey: Bool = false,
        status: Int32 = 0, store: String? = nil
    ) {
        testDescription = name
        (self.command, self.output, self.isArchive, self.isKey) = (command, output, isArchive, isKey)
        (self.status, self.store) = (status, store)
    }

    /// A workshop with the inputs of all scenarios in `inputs`, and the library that makes calls fail.
    static func workshop() throws -> Workshop {
        let shop = try Workshop.withKnownAnswer()
        try shop.write("payload", payload("host", rows: 300))
        try shop.write("other", payload("host", rows: 290, port: 23))
        try shop.write("mine", payload("host", rows: 3))
        try shop.write("theirs", known("A", at: 1))
        try shop.write("ours", known("B", at: 0))
        try shop.write("out", "what was there before\n")
        let order = "\(Repository.root.path())Vectors/order.json"
        let setUp = """
            set -e
            cc -shared -fPIC -O1 -Wall -Wextra -Werror -o faults.so \
            '\(Repository.root.path())Tests/CommandLineTests/faults.c' -ldl
            cp '\(Repository.fixtures.path())known_hosts' known_hosts
            syncwire seal --key known payload -o sealed
            syncwire export sqlite payload -o base.sqlite
            syncwire reconcile --db state mine --now 1000 > log
            syncwire reconcile --db disputes ours --remote theirs --now 1000 -o disputed > log
            mkdir vectors
            { head -n 1 '\(order)'; grep '^{"id":"order-letters"' '\(order)' | sed 's/,$//'; echo ']}'; } > vectors/order.json
            syncwire verify --stacks swift --vectors vectors --spec '\(Repository.root.path())Spec' \
            --timestamp 2026-01-31T12:00:00Z --report json=run.jsonl > log
            rm -r vectors
            syncwire conflicts list --db disputes | head -1 | cut -d ' ' -f 1 > conflict
            mkdir inputs; rm log
            for name in *; do [ $name = inputs ] || [ $name = faults.so ] || mv $name inputs; done
            """
        let outcome = try shop.run(setUp)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return shop
    }

    private static func payload(_ collection: String, rows: Int, port: Int = 22) -> String {
        let rows = (0..<rows).map { number in
            let id = "row-\(1000 + number)"
            return
                #"{"data":{"label":"\#(UInt64(number) &* 0x9E37_79B9_7F4A_7C15)","port":\#(port)},"id":"\#(id)","updatedAt":0}"#
        }
        return #"{"rows":{"\#(collection)":[\#(rows.joined(separator: ","))]},"schema":1}"#
    }

    private static func known(_ key: String, at stamp: Int) -> String {
        #"{"rows":{"knownHost":[{"data":{"publicKey":"\#(key)"},"id":"k","updatedAt":\#(stamp)}]},"schema":1}"#
    }
}

/// One run of a scenario in a fresh copy of its inputs.
struct FaultRun {
    /// How it ended: as the shell says it, more than 128 by a signal.
    var status: Int32
    var printed: String
    var errors: String
    /// The output: the file as it is afterwards, nil if there is none, or what was printed.
    var output: [UInt8]?
    /// The files that were not there before, but the output, the store and what goes with it.
    var surplus: [String]
    /// The calls that a fault befell.
    var faults: [String]

    /// Runs `scenario`, with `variables` for the library that makes calls fail, and kills it after so many seconds.
    init(
        _ scenario: FaultScenario, _ shop: Workshop, _ variables: String, killAfter delay: Double? = nil,
        then script: String = ""
    ) throws {
        let killing = delay.map { "& process=$!; sleep \($0); kill -KILL $process; wait $process" } ?? ""
        let pipe = scenario.command.contains("fifo") ? "mkfifo fifo; cat payload > fifo &" : ""
        let outcome = try shop.run(
            """
            rm -rf run; cp -r inputs run; cd run; mkdir tmp; \(pipe)
            TMPDIR=tmp FAULT_MARK=../mark LD_PRELOAD=../faults.so \(variables) syncwire \(scenario.command) > ../printed \(killing)
            status=$?; \(script)
            exit $status
            """)
        (status, errors) = (outcome.status, outcome.errors)
        let printedBytes = try shop.bytes("printed")
        printed = text(printedBytes)
        let run = shop.folder.appending(path: "run")
        output = scenario.output.map { try? run.appending(path: $0).bytes() } ?? printedBytes
        let expected = Set(
            [scenario.output, "fifo", "tmp"].compactMap { $0 }
                + ["", "-wal", "-shm", "-journal"].map { (scenario.store ?? "") + $0 })
        func names(_ folder: URL) throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path()))
        }
        surplus = try names(run).subtracting(names(shop.folder.appending(path: "inputs"))).subtracting(expected)
            .sorted()
        surplus += try names(run.appending(path: "tmp")).sorted()
        let mark = shop.folder.appending(path: "mark")
        faults = (try? mark.bytes()).map { text($0).split(separator: "\n").map(String.init) } ?? []
        try? FileManager.default.removeItem(at: mark)
    }
}

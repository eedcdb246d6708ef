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
    /// The folder whose files it writes, any number of them.
    var folder: String?
    /// Whether it talks to stacks, which are not what is to fail here.
    var asksStacks = false
    /// How far the calls are apart that fail.
    var step = 1

    /// Of each command that writes one, and of each way to write.
    static let all = quick + (isLong ? [generation] : [])

    private static let quick = [
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
            "reconcile, new store", "reconcile --db fresh mine --now 2000 -o out --force", output: "out",
            store: "fresh"
        ),
        FaultScenario(
            "conflicts resolve",
            "conflicts resolve $(cat conflict) disputed --db disputes --side 2 --by me --now 3000 -o out --force",
            output: "out", store: "disputes"),
        FaultScenario("report", "report junit run.jsonl -o out --force", output: "out"),
        FaultScenario("vectors challenge", "vectors challenge --seed 1 --count 1 -o out --force", output: "out"),
        FaultScenario("vectors pin", "vectors pin --spec ../spec --vectors stale", folder: "stale"),
        FaultScenario("mutants --record", "mutants --record --vectors stale", status: 1, folder: "stale"),
        FaultScenario(
            "vectors keep", "vectors keep \(stacks) --stacks right stale", folder: "stale", asksStacks: true),
        FaultScenario(
            "verify",
            "verify \(stacks) --stacks right --vectors vectors --seed 1 --report json=out --force",
            output: "out", asksStacks: true),
        FaultScenario(
            "fuzz", "fuzz \(stacks) --stacks right,wrong --operation compareUTF16 --seed 6 --count 6 -o found",
            status: 1, folder: "found", asksStacks: true, step: 3),
    ]

    /// With `SYNCWIRE_FAULTS=all` more calls fail, and each in more ways.
    static let isLong = ProcessInfo.processInfo.environment["SYNCWIRE_FAULTS"] == "all"

    /// Takes seconds each time.
    private static let generation = FaultScenario(
        "vectors generate", "vectors generate --spec '\(Repository.root.path())Spec' --stacks-file nowhere all",
        folder: "all", step: 40)

    private static let stacks = "--stacks-file stacks.json"

    private init(
        _ name: String, _ command: String, output: String? = nil, isArchive: Bool = false, isKey: Bool = false,
        status: Int32 = 0, store: String? = nil, folder: String? = nil, asksStacks: Bool = false, step: Int = 1
    ) {
        testDescription = name
        (self.command, self.output, self.isArchive, self.isKey) = (command, output, isArchive, isKey)
        (self.status, self.store, self.folder) = (status, store, folder)
        (self.asksStacks, self.step) = (asksStacks, step)
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
    /// The files of the folder that is written, by their paths in it.
    var files: [String: [UInt8]] = [:]
    /// The files that were not there before, but the output, the store and what goes with it, and the folder.
    var surplus: [String]
    /// The calls that a fault befell.
    var faults: [String]

    /// Runs `scenario`, with `variables` for the library that makes calls fail, and kills it after so many seconds.
    init(
        _ scenario: FaultScenario, _ shop: Workshop, _ variables: String, killAfter delay: Double? = nil,
        then script: String = ""
    ) throws {
        let killing = delay.map { "& process=$!; sleep \($0); kill -KILL $process; wait $process" } ?? ""
        let spares = scenario.asksStacks ? "FAULT_SPARES=1" : ""
        let pipe = scenario.command.contains("fifo") ? "mkfifo fifo; cat payload > fifo &" : ""
        let outcome = try shop.run(
            """
            rm -rf run; cp -r inputs run; cd run; mkdir tmp; \(pipe)
            TMPDIR=tmp FAULT_MARK=../mark LD_PRELOAD=../faults.so \(variables) \(spares) syncwire \(scenario.command) > ../printed \(killing)
            status=$?; \(script)
            exit $status
            """)
        (status, errors) = (outcome.status, outcome.errors)
        let printedBytes = try shop.bytes("printed")
        printed = text(printedBytes)
        let run = shop.folder.appending(path: "run")
        output = scenario.output.map { try? run.appending(path: $0).bytes() } ?? printedBytes
        let expected = Set(
            [scenario.output, scenario.folder, "fifo", "tmp"].compactMap { $0 }
                + ["", "-wal", "-shm", "-journal"].map { (scenario.store ?? "") + $0 })
        func names(_ folder: URL) throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path()))
        }
        surplus = try names(run).subtracting(names(shop.folder.appending(path: "inputs"))).subtracting(expected)
            .sorted()
        surplus += try names(run.appending(path: "tmp")).sorted()
        if let folder = scenario.folder { files = try Self.files(in: run.appending(path: folder)) }
        let mark = shop.folder.appending(path: "mark")
        faults = (try? mark.bytes()).map { text($0).split(separator: "\n").map(String.init) } ?? []
        try? FileManager.default.removeItem(at: mark)
    }

    /// Whether a file could not be removed, so that it stays.
    var isStuck: Bool { faults.contains { $0.hasPrefix("unlink") } }

    /// Whether a path is that of a temporary file.
    static func isTemporary(_ path: String) -> Bool { path.contains(/(^|\/)\.tmp-[0-9a-f]{16}$/) }

    /// All files below a folder, which need not be there, by their paths in it.
    static func files(in folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path())) ?? [] {
            var isFolder: ObjCBool = false
            let file = folder.appending(path: name)
            _ = FileManager.default.fileExists(atPath: file.path(), isDirectory: &isFolder)
            if !isFolder.boolValue { files[name] = try file.bytes() }
        }
        return files
    }
}

import CommandLineKit
import Foundation
import SyncBridge
import SyncEnvelope
import SyncImport

extension FuzzTarget {
    /// SSH configurations, of which the parts behind 0xFF are the files that `Include` finds.
    static let sshConfig = FuzzTarget(
        "ssh-config",
        seeds: {
            [
                "Host a b*\n  HostName h\n  Port 22\n  User u\n  ProxyJump j,k\n  IdentityFile ~/.ssh/id\n",
                "Host *\n Include x\n  LocalForward 1 h:2\nMatch all\n SetEnv A=\"b c\"\n",
            ].map { Array($0.utf8) }
        }
    ) { bytes in
        var files = bytes.parts(atMost: 4)
        let main = files.removeFirst()
        let included = files
        let settings = SSHConfigImport(
            updatedAt: 1,
            include: { pattern, _, _ throws(ImportError) in included.map { ImportSource(name: pattern, bytes: $0) } },
            publicKey: { path throws(ImportError) in path.utf8.count % 2 == 0 ? included.first : nil }, sha256: sha256)
        try check { try settings.run([ImportSource(name: "config", bytes: main)]) }
    }

    static let knownHosts = FuzzTarget(
        "known-hosts",
        seeds: {
            [
                "h,[i]:2222 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHUDAdm1MvJ+8kqZuX4qU9k5nCvbs8XhYSsv0XaMgXbz c\n",
                "@revoked * ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==\n|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8w= x y\n",
            ].map { Array($0.utf8) }
        }
    ) { bytes in
        try check {
            try KnownHostsImport(updatedAt: 1, sha256: sha256).run([ImportSource(name: "known_hosts", bytes: bytes)])
        }
    }

    /// Database files.
    static let sqlite = FuzzTarget(
        "sqlite",
        seeds: {
            let file = scratchFile()
            defer { try? FileManager.default.removeItem(at: file) }
            try SQLiteExport.write(Payload(parsing: Array(JSONSeeds.payload.utf8)), toDatabaseAt: file.path())
            return [Array(try Data(contentsOf: file))]
        }
    ) { bytes in
        let file = scratchFile()
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        try check { try SQLiteImport.read(databaseAt: file.path()) }
    }

    private static func sha256(_ bytes: [UInt8]) -> [UInt8] { (try? SHA256.hash(bytes)) ?? [] }

    private static func scratchFile() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "fuzz-\(ProcessInfo.processInfo.processIdentifier).db")
    }

    /// An import gives an error of its own or a payload in canonical form.
    private static func check(_ body: () throws -> ImportResult) throws {
        let payload: Payload
        do { payload = try body().payload } catch is ImportError { return }
        try SnapshotCheck.check(payload.canonicalBytes())
    }

    /// Command lines, the words with 0xFF between them; no command does anything.
    static let arguments = FuzzTarget(
        "arguments",
        seeds: {
            [
                ["pack", "-fk", "a", "--level=9", "b", "--", "-c"], ["help", "pack"],
                ["--generate-completion-script=bash"],
            ]
            .map { Array($0.joined(separator: "\u{0}").utf8).map { $0 == 0 ? 0xFF : $0 } }
        }
    ) { bytes in
        let words = bytes.parts(atMost: 64).map { String(decoding: $0, as: UTF8.self) }
        var (output, errors) = ("", "")
        let code = program.run(words, output: { output += $0 }, errors: { errors += $0 })
        try law(code == .success || code == .usage, "ended with \(code)")
        try law((code == .usage) == !errors.isEmpty, "an error without words, or words without an error")
    }

    private static let program = Program(
        Command(
            "tool", abstract: "A tool",
            subcommands: [
                Command(
                    "pack", abstract: "Packs",
                    arguments: [Argument("in", help: "Inputs.", arity: .any)],
                    options: [
                        .flag("force", short: "f", help: "Force."),
                        .option("key", short: "k", value: .file, help: "Key.", isRepeatable: true),
                        .option("level", short: "l", value: .integer(0...9), help: "Level.", defaultValue: "6"),
                        .option("codec", value: .choice(["gzip", "identity"]), help: "Codec."),
                    ],
                    exclusive: [["force", "codec"]],
                    run: { _ in .success })
            ]),
        version: "1", globalOptions: [.option("color", value: .choice(["auto", "never"]), help: "Color.")])
}

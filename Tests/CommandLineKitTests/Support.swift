import CommandLineKit
import Foundation
import Synchronization
import TestSupport

/// What a run of the sample program printed, and how it ended.
struct RunResult: Equatable {
    var code: ExitCode
    var output = ""
    var errors = ""
}

/// Runs the sample program in this process.
func run(_ arguments: [String]) -> RunResult {
    var result = RunResult(code: .success)
    result.code = sample.run(arguments, output: { result.output += $0 }, errors: { result.errors += $0 })
    return result
}

/// What the sample's commands got, in words.
let received = Mutex("")

/// A program with one of everything.
let sample = Program(
    Command(
        "tool", abstract: "Pack and unpack boxes",
        subcommands: [
            Command(
                "pack", abstract: "Pack a thing into a box",
                discussion:
                    "The box is written only when everything went well, so that a reader never sees half of it.",
                arguments: [Argument("in", help: "What to pack, or - for standard input.")],
                options: [
                    .option("key", short: "k", value: .file, valueName: "file", help: "A key.", isRepeatable: true),
                    .option(
                        "codec", value: .choice(["gzip", "deflate", "identity"]), help: "How to compress.",
                        defaultValue: "gzip"),
                    .option("level", short: "l", value: .integer(1...9), help: "How hard to try."),
                    .option("secret-file", value: .file, valueName: "file", help: "Where the passphrase is."),
                    .flag("force", short: "f", help: "Overwrite the box."),
                    .flag("verbose", short: "v", help: "Say more."),
                    .option("output", short: "o", value: .file, valueName: "file", help: "The box.", isRequired: true),
                ],
                exclusive: [["key", "secret-file"]]
            ) { parsed in
                received.withLock { text in
                    text = """
                        in=\(parsed.argument("in") ?? "none") key=\(parsed.options("key")) \
                        codec=\(parsed.option("codec") ?? "none") level=\(parsed.integer("level").map(String.init) ?? "none") \
                        force=\(parsed.flag("force")) verbose=\(parsed.flag("verbose")) \
                        output=\(parsed.option("output") ?? "none") color=\(parsed.option("color") ?? "none")
                        """
                }
                return .success
            },
            Command(
                "labels", abstract: "Make and check labels",
                subcommands: [
                    Command(
                        "make", abstract: "Make labels",
                        arguments: [Argument("name", help: "A name.", arity: .oneOrMore, value: .text)]
                    ) { parsed in
                        received.withLock { $0 = "\(parsed.commandPath) \(parsed.arguments("name"))" }
                        return .success
                    },
                    Command(
                        "check", abstract: "Check labels",
                        arguments: [
                            Argument("folder", help: "The labels.", arity: .optional, value: .folder, defaultValue: ".")
                        ]
                    ) { parsed in
                        received.withLock { $0 = parsed.argument("folder") ?? "none" }
                        return .no
                    },
                ]),
            Command(
                "drive", abstract: "Run another program",
                options: [.flag("once", help: "Once only.")],
                passthrough: Argument("command", help: "The program and its arguments.", arity: .oneOrMore)
            ) { parsed in
                received.withLock { $0 = "\(parsed.passthrough) \(parsed.positionals)" }
                return .success
            },
            Command(
                "fail", abstract: "Fail in a way of choice", arguments: [Argument("how", help: "How.", value: .text)]
            ) {
                parsed in
                switch parsed.positional(0) {
                case "refused": throw CommandLineError(.keyRefused, "NO_MATCH: no slot opens with this key")
                case "usage": throw CommandLineError(.usage, "these do not go together")
                default: throw CancellationError()
                }
            },
        ]),
    version: "tool 1.2.3", globalOptions: [ColorPolicy.option])

/// A folder that is there while `body` runs.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    try withTemporaryFolder { try body($0.path) }
}

/// The names in a folder, hidden ones too.
func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// The bytes of a file.
func contents(_ path: String) throws -> [UInt8] { try URL(filePath: path).bytes() }

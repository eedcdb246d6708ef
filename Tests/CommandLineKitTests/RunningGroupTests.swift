import CommandLineKit
import Synchronization
import TestSupport
import Testing

/// A command that does something itself and has subcommands.
@Suite(.serialized) struct RunningGroupTests {
    private static let got = Mutex("")

    private static let program = Program(
        Command(
            "tool", abstract: "Do things",
            subcommands: [
                Command(
                    "serve", abstract: "Answer",
                    options: [.flag("once", help: "Once only."), .option("port", help: "Where.")],
                    subcommands: [
                        Command(
                            "check", abstract: "Check a server", options: [.flag("once", help: "Once only.")],
                            passthrough: Argument("command", help: "The server.", arity: .oneOrMore)
                        ) { parsed in
                            got.withLock { $0 = "check \(parsed.flag("once")) \(parsed.passthrough)" }
                            return .no
                        }
                    ]
                ) { parsed in
                    got.withLock { $0 = "serve \(parsed.flag("once")) \(parsed.option("port") ?? "-")" }
                    return .success
                }
            ]),
        version: "1", globalOptions: [ColorPolicy.option])

    private static func run(_ arguments: [String]) -> RunResult {
        got.withLock { $0 = "" }
        var result = RunResult(code: .success)
        result.code = program.run(arguments, output: { result.output += $0 }, errors: { result.errors += $0 })
        return result
    }

    @Test func runsWhenNoSubcommandFollows() {
        let cases: [(arguments: [String], code: ExitCode, got: String)] = [
            (["serve"], .success, "serve false -"),
            (["serve", "--once", "--port", "check"], .success, "serve true check"),
            (["serve", "--"], .success, "serve false -"),
            (["serve", "check", "--", "a", "--once"], .no, #"check false ["a", "--once"]"#),
            (["serve", "check", "--once", "--", "a"], .no, #"check true ["a"]"#),
            (["serve", "--color", "never", "check", "--", "a"], .no, #"check false ["a"]"#),
        ]
        for known in cases {
            #expect(Self.run(known.arguments) == RunResult(code: known.code), "\(known.arguments)")
            #expect(Self.got.withLock { $0 } == known.got, "\(known.arguments)")
        }
    }

    @Test func mistakes() {
        let cases: [(arguments: [String], message: String)] = [
            (["serve", "chekc"], "Unknown subcommand 'chekc'. Did you mean 'check'?"),
            (["serve", "--once", "check", "--", "a"], "'--once' and the subcommand 'check' cannot be used together"),
            (["serve", "--port=1", "check", "--", "a"], "'--port' and the subcommand 'check' cannot be used together"),
            (["serve", "check", "--port=1", "--", "a"], "Unknown option '--port'."),
            (["serve", "check"], "Missing expected argument '-- <command> ...'"),
            (["serve", "--", "check"], "Unexpected argument 'check'"),
        ]
        for known in cases {
            let result = Self.run(known.arguments)
            #expect(result.code == .usage && result.output.isEmpty)
            #expect(result.errors.hasPrefix("Error: \(known.message)\nUsage: tool serve"), "\(result.errors)")
        }
    }

    @Test func helpShowsBoth() {
        let expected = """
            OVERVIEW: Answer

            USAGE: tool serve [--once] [--port <port>]
                   tool serve <subcommand>

            OPTIONS:
              --once                  Once only.
              --port <port>           Where.
              --color <when>          When to use colors. (values: auto, always, never;
                                      default: auto)
              -h, --help              Show help information.

            SUBCOMMANDS:
              check                   Check a server

              See 'tool help serve <subcommand>' for detailed help.

            """
        for arguments in [["help", "serve"], ["serve", "--help"], ["serve", "help"], ["serve", "--once", "-h"]] {
            #expect(Self.run(arguments) == RunResult(code: .success, output: expected), "\(arguments)")
        }
        #expect(
            Self.run(["help", "serve", "check"]).output.contains("USAGE: tool serve check [--once] -- <command> ...\n"))
    }

    /// What bash itself offers after the command: its subcommands, and its options.
    @Test func subcommandsAreCompleted() throws {
        let script = Self.run(["--generate-completion-script", "bash"]).output
        for (line, expected) in [("'tool' 'serve' ''", "check\nhelp\n"), ("'tool' 'serve' '--o'", "--once\n")] {
            let call = "COMP_WORDS=(\(line)); COMP_CWORD=2; _tool; printf '%s\\n' \"${COMPREPLY[@]}\""
            #expect(try Tool.run(["bash", "--norc", "-c", script + call]).printed == expected)
        }
        #expect(Self.run(["--generate-completion-script", "zsh"]).output.contains("check) _tool_serve_check ;;"))
        #expect(
            Self.run(["--generate-completion-script", "fish"]).output.contains(
                "'tool serve'\" -a 'check' -d 'Check a server'"))
    }
}

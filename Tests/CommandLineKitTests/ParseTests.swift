import CommandLineKit
import Synchronization
import Testing

/// The commands leave what they got in one place, so these run one after the other.
@Suite(.serialized) struct ParseTests {
    @Test func everySpellingIsUnderstood() {
        let plain = "in=a key=[] codec=gzip level=none force=false verbose=false output=o color=auto"
        let cases: [(arguments: [String], expected: String)] = [
            (["pack", "a", "-o", "o"], plain),
            (["pack", "a", "-oo"], plain),
            (["pack", "a", "-o=o"], plain),
            (["pack", "a", "--output", "o"], plain),
            (["pack", "a", "--output=o"], plain),
            (["pack", "-o", "o", "a"], plain),
            (["pack", "-o", "o", "--", "a"], plain),
            (["--color", "auto", "pack", "-o", "o", "a"], plain),
            (
                ["pack", "-", "-o", "-"],
                "in=- key=[] codec=gzip level=none force=false verbose=false output=- color=auto"
            ),
            (
                ["pack", "-o", "o", "--", "-a"],
                "in=-a key=[] codec=gzip level=none force=false verbose=false output=o color=auto"
            ),
            (
                ["pack", "a", "--output=-o", "--key=x=y"],
                #"in=a key=["x=y"] codec=gzip level=none force=false verbose=false output=-o color=auto"#
            ),
            (
                ["pack", "-fvk", "k1", "a", "-kk2", "-l9", "--codec=identity", "--color=never", "-fo", "o"],
                #"in=a key=["k1", "k2"] codec=identity level=9 force=true verbose=true output=o color=never"#
            ),
            (["labels", "make", "a", "b", "--", "-c"], #"["tool", "labels", "make"] ["a", "b", "-c"]"#),
            (["drive", "--", "run", "--once", "--", "-h"], #"["run", "--once", "--", "-h"] []"#),
            (["drive", "--once", "--", "--version"], #"["--version"] []"#),
        ]
        for known in cases {
            received.withLock { $0 = "" }
            #expect(run(known.arguments) == RunResult(code: .success), "\(known.arguments)")
            #expect(received.withLock { $0 } == known.expected, "\(known.arguments)")
        }
    }

    @Test func exitCodeIsThatOfTheCommand() {
        #expect(run(["labels", "check"]) == RunResult(code: .no))
        #expect(received.withLock { $0 } == ".")
        #expect(run(["labels", "check", "x"]).code == .no)
        #expect(received.withLock { $0 } == "x")
    }

    /// CL-2, CL-3: wrong use, and no echo of what may be a secret.
    @Test func everyMistakeIsExplained() {
        let huge = String(repeating: "x", count: 100_000)
        let cases: [(arguments: [String], message: String)] = [
            (["pakc"], "Unknown subcommand 'pakc'. Did you mean 'pack'?"),
            (["elephant"], "Unknown subcommand 'elephant'."),
            (["help", "labels", "chekc"], "Unknown subcommand 'chekc'. Did you mean 'check'?"),
            (["hlep"], "Unknown subcommand 'hlep'. Did you mean 'help'?"),
            (["--", "pack"], "Unexpected argument 'pack'"),
            (["pack", "a", "--ouptut", "o"], "Unknown option '--ouptut'. Did you mean '--output'?"),
            (["pack", "a", "--passphrase=hunter2"], "Unknown option '--passphrase'."),
            (["pack", "a", "-x"], "Unknown option '-x'"),
            (["pack", "a", "-fx"], "Unknown option '-x'"),
            (["--force", "pack"], "Unknown option '--force'."),
            (["pack", "a", "-o"], "Missing value for '--output <file>'"),
            (["pack", "a", "--output", "--force"], "Missing value for '--output <file>'"),
            (["pack", "a", "--output="], "The value for '--output <file>' is empty"),
            (["pack", "a", "--force=yes", "-oo"], "The flag '--force' takes no value"),
            (["pack", "a"], "Missing expected argument '--output <file>'"),
            (["pack", "-oo"], "Missing expected argument '<in>'"),
            (["pack", "-oo", ""], "The value for '<in>' is empty"),
            (["pack", "-oo", "a", "b"], "Unexpected argument 'b'"),
            (["pack", "-oo", "-oo", "a"], "The option '--output' may be given once"),
            (
                ["pack", "-oo", "a", "--codec", "zip"],
                "The value 'zip' is invalid for '--codec <codec>'. Please provide one of 'gzip', 'deflate' or 'identity'."
            ),
            (["pack", "-oo", "a", "-k1", "--secret-file", "s"], "'--key' and '--secret-file' cannot be used together"),
            (["labels", "make"], "Missing expected argument '<name>'"),
            (["drive"], "Missing expected argument '-- <command> ...'"),
            (["drive", "--"], "Missing expected argument '-- <command> ...'"),
            (["drive", "x", "--", "y"], "Unexpected argument 'x'"),
            (["pack", "--help=x"], "The flag '--help' takes no value"),
            (["--version=2"], "The flag '--version' takes no value"),
            (["pack", "--=x"], "Unknown option '--'."),
            (["pack", "---"], "Unknown option '---'."),
            (["pack", "-oo", "a", ""], "Unexpected argument ''"),
            (["pack", "--" + huge], "Unknown option '--\(huge)'."),
            (["fail", "usage"], "these do not go together"),
            (
                ["--generate-completion-script", "tcsh"],
                "The shell 'tcsh' is not known. Please provide one of 'bash', 'zsh' or 'fish'."
            ),
        ]
        for known in cases {
            let result = run(known.arguments)
            #expect(result.code == .usage, "\(known.arguments)")
            #expect(result.output.isEmpty)
            #expect(
                result.errors.hasPrefix("Error: \(known.message)\nUsage: tool"), "\(known.arguments): \(result.errors)")
            #expect(result.errors.hasSuffix(" --help' for more information.\n"))
            #expect(!result.errors.contains("hunter2"))
        }
        for level in ["0", "10", "-1", "+1", "1 ", "x", "", "18446744073709551616"] {
            let message =
                "Error: The value '\(level)' is invalid for '--level <level>'. Please provide an integer from 1 to 9.\n"
            #expect(run(["pack", "-oo", "a", "--level=\(level)"]).errors.hasPrefix(message), "\(level)")
        }
    }

    @Test func wholeErrors() {
        #expect(
            run(["labels", "chek"]).errors == """
                Error: Unknown subcommand 'chek'. Did you mean 'check'?
                Usage: tool labels <subcommand>
                  See 'tool labels --help' for more information.

                """)
        #expect(
            run(["fail", "refused"])
                == RunResult(code: .keyRefused, errors: "Error: NO_MATCH: no slot opens with this key\n"))
        #expect(run(["fail", "otherwise"]) == RunResult(code: .internal, errors: "Error: CancellationError()\n"))
    }

    /// Optional arguments may all be missing.
    @Test func severalOptionalArguments() {
        let got = Mutex("")
        let program = Program(
            Command(
                "two", abstract: "Take two",
                arguments: [
                    Argument("a", help: "One.", arity: .optional), Argument("b", help: "Two.", arity: .optional),
                    Argument("c", help: "Three.", arity: .any),
                ]
            ) { parsed in
                got.withLock {
                    $0 = "\(parsed.argument("a") ?? "-") \(parsed.argument("b") ?? "-") \(parsed.arguments("c"))"
                }
                return .success
            }, version: "1")
        for (count, expected) in ["- - []", "x0 - []", "x0 x1 []", #"x0 x1 ["x2"]"#].enumerated() {
            let arguments = (0..<count).map { "x\($0)" }
            #expect(program.run(arguments, output: { _ in }, errors: { _ in }) == .success)
            #expect(got.withLock { $0 } == expected)
        }
    }

    @Test func otherErrorsAreTranslated() {
        let program = Program(
            Command("one", abstract: "Fail") { _ in throw CancellationError() }, version: "1",
            translate: { _ in CommandLineError(.tryAgain, "later") })
        var errors = ""
        #expect(program.run([], output: { _ in }, errors: { errors += $0 }) == .tryAgain)
        #expect(errors == "Error: later\n")
    }
}

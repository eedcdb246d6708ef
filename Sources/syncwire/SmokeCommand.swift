import CommandLineKit
import Conformance

let smokeCommand = Command(
    "smoke",
    abstract: "Check how a testee talks, before asking whether its codec is right",
    discussion: """
        Starts the command several times, also with --once, and prints a line for each check: ok, FAILED and why, or \
        skipped. What fails here is a fault of the harness. What passes here and fails in verify is one of the codec.
        """,
    options: [
        .option(
            "timeout", value: .integer(1...3600), valueName: "seconds", help: "How long an answer may take.",
            defaultValue: "10")
    ],
    passthrough: Argument("command", help: "The testee and its arguments.", arity: .oneOrMore),
    run: { arguments in
        var failure: (any Error)?
        let smoke = try Smoke(arguments.passthrough, timeoutSeconds: Int(arguments.integer("timeout") ?? 10)) { check in
            do { try StandardStream.output.write(printable(check.line) + "\n") } catch { failure = error }
        }
        let checks = smoke.run()
        if let failure { throw failure }
        return checks.contains { if case .failed = $0.outcome { true } else { false } } ? .no : .success
    }
)

import CommandLineKit
import Conformance

let testeeCommand = Command(
    "testee",
    abstract: "Answer requests of the testee protocol on standard input",
    discussion: """
        Reads one JSON object a line and answers each with one line, as Spec/testee-protocol.md says. This is the only \
        entry point that takes caller-chosen randomness: what it seals is for vectors, never for a user's data.
        """,
    options: [
        .flag(
            "once",
            help: "Answer one request; exit with 0 for ok, 1 for rejected, 2 for no request, 127 for unsupported.")
    ],
    subcommands: [smokeCommand, schemaCommand],
    run: { arguments in
        let isOnce = arguments.flag("once")
        var testee = Testee()
        var lines = LineReader(try FileInput("-"))
        while let line = try lines.next() {
            let (answer, status) = testee.respond(to: line)
            guard status != .unreadable else {
                try StandardStream.error.write("Error: the line is not a request\n")
                exit(with: 2)
            }
            try StandardStream.output.write((answer + [0x0A]).span)
            guard isOnce else { continue }
            switch status {
            case .ok: return .success
            case .rejected: return .no
            case .unsupported: exit(with: 127)
            case .unreadable: exit(with: 2)
            }
        }
        if isOnce { exit(with: 2) }
        return .success
    }
)

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
            help: "Answer one request; exit with 0 for ok, 1 for rejected, 2 for no request, 127 for unsupported."),
        .option("mutant", valueName: "name", help: "A known mistake to make, as the verifier's reports name them."),
    ],
    subcommands: [smokeCommand, schemaCommand],
    run: { arguments in
        let isOnce = arguments.flag("once")
        var testee = Testee(mutant: try arguments.option("mutant").map(mutant))
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

/// The known mistake of that name.
private func mutant(_ name: String) throws(CommandLineError) -> Mutant {
    if let mutant = Mutant(rawValue: name) { return mutant }
    let nearest = suggestion(for: name, among: Mutant.allCases.map(\.rawValue))
    throw CommandLineError(
        .usage, "no known mistake is called \(name)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
}

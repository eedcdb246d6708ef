import CanonicalJSON
import CommandLineKit
import Conformance

let reportDiffCommand = Command(
    "diff",
    abstract: "Say what changed between two saved runs",
    discussion: """
        Names what fails newly, what passes no longer, what fails for another reason, what is new or gone, and which \
        stacks, runtimes and vector files are others. The exit code is 1 when something got worse: it fails newly, or \
        passed and is now skipped or gone.
        """,
    arguments: [
        Argument("before", help: "The earlier run.", value: .file),
        Argument("after", help: "The later run.", value: .file),
    ],
    options: [.option("format", value: .choice(["text", "json"]), help: "How to print it.", defaultValue: "text")],
    run: { arguments in
        func record(_ name: String) throws -> RunRecord {
            let path = arguments.argument(name) ?? ""
            return try RunRecord(parsing: Files.read(path), name: path)
        }
        let diff = RunDiff(from: try record("before"), to: try record("after"))
        if arguments.option("format") == "json" {
            try StandardStream.output.write((try diff.json.canonicalBytes() + [0x0A]).span)
        } else {
            try StandardStream.output.write(diff.text)
        }
        return diff.isWorse ? .no : .success
    }
)

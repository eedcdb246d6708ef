import CommandLineKit
import Conformance
import Synchronization

let mutantsCommand = Command(
    "mutants",
    abstract: "Say which known mistakes of implementations the vectors catch",
    discussion: """
        Runs the reference with one mistake after the other over the vectors and prints what catches it, which vectors \
        catch nothing, and a small set of vectors that catches everything. The exit code is 1 when a mutant survives.
        """,
    options: [
        .option("vectors", value: .folder, help: "The folder of the vector files.", defaultValue: defaultVectorFolder),
        .option("mutant", valueName: "name", help: "Only this mutant.", isRepeatable: true),
        .option("format", value: .choice(["text", "json"]), help: "How to print the table.", defaultValue: "text"),
        .flag("minimal", help: "Print the small set of vectors alone."),
        .flag(
            "check",
            help: """
                Print only what is wrong. Demand two reasons for each mutant, a mutant for each vector that is no \
                control, and what the vectors record.
                """),
        .flag("record", help: "Write into the vector files which mutants each vector catches."),
    ],
    exclusive: [
        ["mutant", "check", "record"], ["minimal", "check", "record"], ["format", "minimal", "check", "record"],
    ],
    run: { arguments in
        let folder = VectorFolder(arguments.option("vectors"))
        let files = try folder.files()
        let table = try killTable(of: files, mutants: try chosenMutants(arguments))
        if arguments.flag("record") {
            try folder.write(table.recorded(in: files), withdrawn: folder.withdrawn())
        } else if arguments.flag("check") {
            let lines = table.survivors.map { "\($0.rawValue): survives" } + table.faults
            try StandardStream.output.write(lines.map { printable($0) + "\n" }.joined())
            return lines.isEmpty ? .success : .no
        } else if arguments.option("format") == "json" {
            try StandardStream.output.write((try table.json() + [0x0A]).span)
        } else {
            try StandardStream.output.write(arguments.flag("minimal") ? table.minimalText() : table.table())
        }
        return table.survivors.isEmpty ? .success : .no
    }
)

private func chosenMutants(_ arguments: ParsedArguments) throws(CommandLineError) -> [Mutant] {
    let names = arguments.options("mutant")
    for name in names where Mutant(rawValue: name) == nil {
        let known = Mutant.allCases.map(\.rawValue)
        let hint = suggestion(for: name, among: known).map { " Did you mean '\($0)'?" } ?? ""
        throw CommandLineError(.usage, "Unknown mutant '\(printable(name))'.\(hint)")
    }
    return Mutant.allCases.filter { names.isEmpty || names.contains($0.rawValue) }
}

private func killTable(of files: [VectorFile], mutants: [Mutant]) throws -> KillTable {
    let vectors = files.flatMap(\.vectors)
    let bar = Mutex(ProgressBar("Mutants", total: UInt64(vectors.count)))
    return try KillTable(vectors, mutants: mutants) { done in bar.withLock { $0.update(UInt64(done)) } }
}

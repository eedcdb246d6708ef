import CommandLineKit
import Conformance

let vectorsCommand = Command(
    "vectors",
    abstract: "Generate, check and show the shared test vectors",
    subcommands: [
        vectorsGenerateCommand,
        vectorsCheckCommand,
        vectorsPinCommand,
        vectorsKeepCommand,
        vectorsListCommand,
        vectorsShowCommand,
        vectorsExplainCommand,
        vectorsChallengeCommand,
        vectorsGradeCommand,
    ]
)

private let vectorsCheckCommand = Command(
    "check",
    abstract: "Say whether the vector files are what generate would write",
    discussion: """
        Looks also at what is known of the vectors: whether the clauses that they test still read as they did, stacks \
        have attested them, and the manifest is that of the files.
        """,
    arguments: [vectorFolderArgument("Where the files are.")],
    options: [specificationOption],
    run: { arguments in
        let folder = VectorFolder(arguments.argument("folder"))
        let present = try folder.files()
        let withdrawn = try folder.withdrawn()
        var findings: [String] = []
        let expected = try Generator.files().carryingAnnotations(from: present)
        for file in expected {
            guard try folder.bytes(file.name) != file.bytes() else { continue }
            let read = present.first { $0.kind == file.kind }?.vectors ?? []
            let changed = zip(read, file.vectors).first { $0 != $1 }.map(\.1.id) ?? "their number or form"
            findings.append("\(folder.path)/\(file.name): differs from what is generated, first at \(changed)")
        }
        for file in present where !expected.contains(where: { $0.kind == file.kind }) {
            findings.append("\(folder.path)/\(file.name): is not generated")
        }
        findings += try present.suiteFaults(
            clauses: clauseTexts(arguments), withdrawn: withdrawn, mutants: Set(Mutant.allCases.map(\.rawValue))
        ).map(\.description)
        if try folder.bytes(SuiteManifest.fileName) != SuiteManifest(present).bytes() {
            findings.append("\(folder.path)/\(SuiteManifest.fileName): is not that of the files")
        }
        if try folder.bytes(Corpus.fileName) != Corpus.fileBytes() {
            findings.append("\(folder.path)/\(Corpus.fileName): differs from what is generated")
        }
        if try folder.bytes(WithdrawnVector.fileName) != WithdrawnVector.bytes(of: withdrawn) {
            findings.append("\(folder.path)/\(WithdrawnVector.fileName): is not sorted, one vector a line")
        }
        for finding in findings { try StandardStream.output.write(finding + "\n") }
        return findings.isEmpty ? .success : .no
    }
)

private let vectorsPinCommand = Command(
    "pin",
    abstract: "Record that the vectors test clauses as they read now",
    discussion: """
        For after a review: check names the vectors of each clause that was edited. Without a clause all of them are \
        recorded.
        """,
    arguments: [Argument("clause", help: "The id of a clause, such as CJ-7.", arity: .any, value: .text)],
    options: [
        specificationOption,
        .option("vectors", value: .folder, help: "The folder of the vector files.", defaultValue: defaultVectorFolder),
    ],
    run: { arguments in
        let folder = VectorFolder(arguments.option("vectors"))
        let clauses = try clauseTexts(arguments)
        let chosen = arguments.arguments("clause")
        for id in chosen where clauses.pin(of: id) == nil { throw CommandLineError(.usage, "no clause \(id)") }
        var pinned: [String: Int] = [:]
        let files = try folder.files().mapVectors { vector in
            for id in vector.clauses where chosen.isEmpty || chosen.contains(id) {
                guard let pin = clauses.pin(of: id), vector.annotations.pins[id] != pin else { continue }
                vector.annotations.pins[id] = pin
                pinned[id, default: 0] += 1
            }
        }
        for id in clauses.ids {
            if let count = pinned[id] { try StandardStream.output.write("\(id): \(count) vectors\n") }
        }
        try folder.write(files, withdrawn: folder.withdrawn())
        return .success
    }
)

import CommandLineKit
import Conformance

let vectorsGenerateCommand = Command(
    "generate",
    abstract: "Write the vector files",
    discussion: """
        Writes the same bytes on every run and machine. Files that are up to date are left alone. A vector that is new \
        or demands something else is put to the stacks first: without two that agree nothing is written, and the exit \
        code is 1.
        """,
    arguments: [vectorFolderArgument("Where the files go.")],
    options: [
        specificationOption,
        stacksFileOption,
        .flag("again", help: "Put all vectors to the stacks, not only those that are new."),
        .option("withdraw", valueName: "reason", help: "Why vectors that are no longer generated are gone."),
    ],
    run: { arguments in
        let folder = VectorFolder(arguments.argument("folder"))
        let present = try folder.presentFiles()
        var files = try Generator.files().carryingAnnotations(from: present)
        guard let withdrawn = try withdrawn(folder, from: present, to: files, reason: arguments.option("withdraw"))
        else { return .no }
        let isAgain = arguments.flag("again")
        let candidates = files.flatMap(\.vectors).filter {
            isAgain || $0.annotations.attestedBy.count < Admission.quorum
        }
        if !candidates.isEmpty {
            guard let attested = try attestations(of: candidates, arguments) else { return .no }
            files = files.mapVectors { vector in
                if let stacks = attested[vector.id] { vector.annotations.attestedBy = stacks }
            }
        }
        try folder.write(files.pinned(to: clauseTexts(arguments)), withdrawn: withdrawn)
        return .success
    }
)

/// The withdrawn vectors with those that are in `present` and no longer in `files`; nil where something is not in order.
private func withdrawn(
    _ folder: VectorFolder, from present: [VectorFile], to files: [VectorFile], reason: String?
) throws -> [WithdrawnVector]? {
    var withdrawn = try folder.withdrawn()
    let gone = Set(withdrawn.map(\.id))
    let ids = Set(files.flatMap(\.vectors).map(\.id))
    let missing = present.flatMap(\.vectors).map(\.id).filter { !ids.contains($0) && !gone.contains($0) }
    if let reason {
        withdrawn += missing.map { WithdrawnVector(id: $0, reason: reason) }
    } else if !missing.isEmpty {
        try StandardStream.output.write(
            "no longer generated; say why with --withdraw: \(missing.sorted().joined(separator: " "))\n")
    }
    let reused = gone.intersection(ids).sorted()
    if !reused.isEmpty {
        try StandardStream.output.write("withdrawn, and generated again: \(reused.joined(separator: " "))\n")
    }
    return reused.isEmpty && (reason != nil || missing.isEmpty) ? withdrawn : nil
}

/// The stacks that agree on each vector, by its id; nil, and the reasons on standard output, where these are too few.
private func attestations(of vectors: [Vector], _ arguments: ParsedArguments) throws -> [String: [String]]? {
    let opinions = try Admission(stacks: listedStacks(in: arguments.option("stacks-file") ?? defaultStacksFile))
        .opinions(on: vectors)
    for opinion in opinions {
        for dissent in opinion.dissenting where !opinion.isAdmitted || !dissent.isAbstention {
            let line = printable("\(opinion.id): \(dissent.stack): \(dissent.reason)") + "\n"
            // Who disagrees with an admitted vector has a fault of its own, to be looked at.
            if opinion.isAdmitted {
                try StandardStream.error.write(line)
            } else {
                try StandardStream.output.write(line)
            }
        }
        if !opinion.isAdmitted {
            let names = opinion.agreeing.isEmpty ? "no stack" : "only \(opinion.agreeing.joined(separator: " "))"
            try StandardStream.output.write(
                "\(opinion.id): not admitted: \(names) agrees, \(Admission.quorum) are needed\n")
        }
    }
    guard opinions.allSatisfy(\.isAdmitted) else { return nil }
    return Dictionary(uniqueKeysWithValues: opinions.map { ($0.id, $0.agreeing) })
}

import CommandLineKit
import Conformance

let vectorsCommand = Command(
    "vectors",
    abstract: "Generate, check and show the shared test vectors",
    subcommands: [
        Command(
            "generate",
            abstract: "Write the vector files",
            discussion: "Writes the same bytes on every run and machine. Files that are up to date are left alone.",
            arguments: [vectorFolderArgument("Where the files go.")],
            options: [specificationOption],
            run: { arguments in
                let folder = VectorFolder(arguments.argument("folder"))
                let files = try Generator.files().carryingAnnotations(from: folder.presentFiles())
                try folder.write(files.pinned(to: clauseTexts(arguments)))
                return .success
            }
        ),
        Command(
            "check",
            abstract: "Say whether the vector files are what generate would write",
            arguments: [vectorFolderArgument("Where the files are.")],
            run: { arguments in
                let folder = VectorFolder(arguments.argument("folder"))
                let present = try folder.files()
                var isCurrent = true
                for (read, file) in try zip(present, Generator.files().carryingAnnotations(from: present))
                where read != file {
                    isCurrent = false
                    let changed = zip(read.vectors, file.vectors).first { $0 != $1 }.map(\.1.id) ?? "their number"
                    try StandardStream.output.write(
                        "\(folder.path)/\(file.name): differs from what is generated, first at \(changed)\n")
                }
                return isCurrent ? .success : .no
            }
        ),
        vectorsListCommand,
        vectorsShowCommand,
    ]
)

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
            run: { arguments in
                let folder = arguments.argument("folder") ?? defaultVectorFolder
                for file in try Generator.files() {
                    let bytes = try file.bytes()
                    let path = "\(folder)/\(file.name)"
                    if let present = try? Files.read(path), present == bytes { continue }
                    var output = try OutputFile(path, access: .umask, force: true)
                    try output.write(bytes.span)
                    try output.commit()
                    try StandardStream.output.write("\(path): \(file.vectors.count) vectors\n")
                }
                return .success
            }
        ),
        Command(
            "check",
            abstract: "Say whether the vector files are what generate would write",
            arguments: [vectorFolderArgument("Where the files are.")],
            run: { arguments in
                let folder = arguments.argument("folder") ?? defaultVectorFolder
                var isCurrent = true
                for file in try Generator.files() {
                    let path = "\(folder)/\(file.name)"
                    let present = try Files.read(path)
                    // A file that does not parse is an error by itself; one that differs is the answer no.
                    let read = try VectorFile(parsing: present, name: file.name)
                    guard try present != file.bytes() else { continue }
                    isCurrent = false
                    let changed = zip(read.vectors, file.vectors).first { $0 != $1 }.map(\.1.id) ?? "their number"
                    try StandardStream.output.write("\(path): differs from what is generated, first at \(changed)\n")
                }
                return isCurrent ? .success : .no
            }
        ),
        vectorsListCommand,
        vectorsShowCommand,
    ]
)

/// Where the vector files are in a checkout.
let defaultVectorFolder = "Vectors"

/// The folder of the vector files.
func vectorFolderArgument(_ help: String) -> Argument {
    Argument("folder", help: help, arity: .optional, value: .folder, defaultValue: defaultVectorFolder)
}

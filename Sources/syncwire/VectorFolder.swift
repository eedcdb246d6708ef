import CommandLineKit
import Conformance

/// Where the vector files are in a checkout.
let defaultVectorFolder = "Vectors"

/// A folder of vector files, read and written as a whole.
struct VectorFolder {
    /// Its path.
    let path: String

    /// The folder that the arguments name, by default that of a checkout.
    init(_ path: String?) {
        self.path = path ?? defaultVectorFolder
    }

    /// The files, in the order of their kinds; all of them have to be there.
    func files() throws -> [VectorFile] {
        try VectorFile.kinds.map { kind in
            let name = kind + ".json"
            return try VectorFile(parsing: Files.read("\(path)/\(name)"), name: name)
        }
    }

    /// The files that are there and can be read, for what is to be carried over from them.
    func presentFiles() -> [VectorFile] {
        VectorFile.kinds.compactMap { kind in
            let name = kind + ".json"
            return try? VectorFile(parsing: Files.read("\(path)/\(name)"), name: name)
        }
    }

    /// Writes the files that are not there with the same bytes, and says which.
    func write(_ files: [VectorFile]) throws {
        for file in files {
            let path = "\(path)/\(file.name)"
            guard try write(file.bytes(), to: path) else { continue }
            try StandardStream.output.write("\(path): \(file.vectors.count) vectors\n")
        }
    }

    /// Whether anything had to be written.
    private func write(_ bytes: [UInt8], to path: String) throws -> Bool {
        if let present = try? Files.read(path), present == bytes { return false }
        var output = try OutputFile(path, access: .umask, force: true)
        try output.write(bytes.span)
        try output.commit()
        return true
    }
}

/// The folder of the vector files.
func vectorFolderArgument(_ help: String) -> Argument {
    Argument("folder", help: help, arity: .optional, value: .folder, defaultValue: defaultVectorFolder)
}

/// Where the specification is.
let specificationOption = Option.option(
    "spec", value: .folder, help: "The folder of the specification.", defaultValue: "Spec")

/// The clauses of the chapters in the folder that the arguments name.
func clauseTexts(_ arguments: ParsedArguments) throws -> ClauseTexts {
    let folder = arguments.option("spec") ?? "Spec"
    let paths = matches(of: "\(folder)/*.md")
    guard !paths.isEmpty else { throw CommandLineError(.cannotOpen, "cannot open \(folder): no chapters in it") }
    return try ClauseTexts(chapters: paths.map { ($0, try Files.read($0)) })
}

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

    /// What the folder says of itself; nil for one that somebody made for themselves.
    func manifest() throws -> SuiteManifest? {
        let place = "\(path)/\(SuiteManifest.fileName)"
        return try exists(place) ? SuiteManifest(parsing: Files.read(place)) : nil
    }

    /// The vector files, those of the suite's kinds first.
    ///
    /// - Parameter manifest: what the files must be; without it they may be anything that is a vector file.
    func files(as manifest: SuiteManifest? = nil) throws -> [VectorFile] {
        var names = names()
        for entry in manifest?.files ?? [] where !names.contains(entry.name) { names.append(entry.name) }
        // Of nothing at all, the first one is missing.
        if names.isEmpty { names = [VectorFile.kinds[0] + ".json"] }
        let files = try names.map { name in
            let bytes = try Files.read("\(path)/\(name)")
            try manifest?.check(bytes, name: name)
            return try VectorFile(parsing: bytes, name: name)
        }
        try files.checkUniqueness()
        return files
    }

    /// The files that are there, if only some of them, for what is to be carried over from them.
    ///
    /// Throws for one that cannot be read or is no vector file: what it says of its vectors would be lost.
    func presentFiles() throws -> [VectorFile] {
        try names().map { name in try VectorFile(parsing: Files.read("\(path)/\(name)"), name: name) }
    }

    /// What stacks of earlier versions sealed, as vectors to open (VE-26); nil where nothing was kept.
    func kept() throws -> VectorFile? {
        let names = matches(of: "\(KeptArchives.folderName)/*/\(KeptArchives.fileName)", in: path)
        return KeptArchives.merged(
            try names.map { name in try VectorFile(parsing: Files.read("\(path)/\(name)"), name: "\(path)/\(name)") })
    }

    /// Writes what a stack sealed, unless there is something of the same version.
    func keep(_ archives: KeptArchives) throws {
        let folder = "\(KeptArchives.folderName)/\(archives.name)"
        let name = "\(folder)/\(KeptArchives.fileName)"
        guard try bytes(name) == nil else { return }
        try OutputFolder.make("\(path)/\(folder)")
        try write(archives.file.bytes(), to: name, "\(archives.file.vectors.count) archives")
    }

    /// The bytes of one of the folder's files; nil if it is not there.
    func bytes(_ name: String) throws -> [UInt8]? {
        let place = "\(path)/\(name)"
        return try exists(place) ? Files.read(place) : nil
    }

    /// The ids that are not to be used again.
    func withdrawn() throws -> [WithdrawnVector] {
        try bytes(WithdrawnVector.fileName).map { try WithdrawnVector.list(parsing: $0) } ?? []
    }

    /// Writes the suite: what is not there with the same bytes, its manifest last. Says what was written.
    func write(_ files: [VectorFile], withdrawn: [WithdrawnVector]) throws {
        for file in files { try write(file.bytes(), to: file.name, "\(file.vectors.count) vectors") }
        try write(Corpus.fileBytes(), to: Corpus.fileName, "\(Corpus.all.count) corpora")
        try write(WithdrawnVector.bytes(of: withdrawn), to: WithdrawnVector.fileName, "\(withdrawn.count) ids")
        let manifest = try SuiteManifest(files)
        try write(manifest.bytes(), to: SuiteManifest.fileName, "version \(manifest.version)")
    }

    private func write(_ bytes: [UInt8], to name: String, _ what: String) throws {
        guard try self.bytes(name) != bytes else { return }
        var output = try OutputFile("\(path)/\(name)", access: .umask, force: true)
        try output.write(bytes.span)
        try output.commit()
        try StandardStream.output.write("\(path)/\(name): \(what)\n")
    }

    /// The names of the vector files that are there.
    func names() -> [String] {
        let kinds = VectorFile.kinds.map { $0 + ".json" }
        let others = [SuiteManifest.fileName, WithdrawnVector.fileName, Corpus.fileName]
        let found = matches(of: "*.json", in: path)
        return kinds.filter(found.contains) + found.filter { !kinds.contains($0) && !others.contains($0) }
    }

    private func exists(_ place: String) -> Bool { !matches(of: quoted(place)).isEmpty }
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
    let names = matches(of: "*.md", in: folder)
    guard !names.isEmpty else { throw CommandLineError(.cannotOpen, "cannot open \(folder): no chapters in it") }
    return try ClauseTexts(chapters: names.map { ("\(folder)/\($0)", try Files.read("\(folder)/\($0)")) })
}

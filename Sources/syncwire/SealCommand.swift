import CommandLineKit
import SyncArchive
import SyncEnvelope

let sealCommand = Command(
    "seal",
    abstract: "Seal a payload, metadata or an attachment into an archive",
    discussion: """
        The archive opens with the key of --key or of any --recipient-key, or with a passphrase alone. Without any of \
        these the passphrase is asked for, twice.
        A snapshot or metadata must be in canonical form; 'syncwire canonicalize' brings it there.
        """,
    arguments: [inputArgument],
    options: KeyOptions.current.options() + [
        .option(
            "recipient-key", value: .file, valueName: "file",
            help: "A further key file that is to open the archive; may be given again.",
            isRepeatable: true)
    ] + keyDerivationOptions + [
        .option(
            "workspace", valueName: "hex", help: "The workspace the archive belongs to, 32 hex digits.",
            defaultValue: String(repeating: "0", count: 32)),
        .option("type", value: .choice(contentTypes.map(\.name)), help: "What the input is.", defaultValue: "snapshot"),
        .option("codec", value: .choice(codecs.map(\.name)), help: "How to compress.", defaultValue: "gzip"),
        .option(
            "chunk", value: .choice(["auto", "whole", "64k"]),
            help: "How to cut: auto is whole up to 16 MiB, else pieces of 64 KiB.", defaultValue: "auto"),
        .option(
            "generation", value: .integer(0...UInt64.max), valueName: "n",
            help: "A number above that of every earlier archive of the workspace.", defaultValue: "0"),
        .option(
            "threads", value: .integer(1...256), valueName: "n",
            help: "How many threads compress, by default one a processor; the archive is the same."),
        outputOption("The archive."), forceOption,
    ],
    exclusive: KeyOptions.current.exclusive,
    run: { arguments in
        let path = arguments.argument("in") ?? "-"
        let recipients = arguments.options("recipient-key")
        try checkStandardInput(arguments, [.current], files: recipients + [path])
        var parameters = try sealParameters(arguments)
        let input = try InputStream(path, label: "Sealing")
        let output = OutputStream(
            try OutputFile(
                arguments.option("output") ?? "-", access: .umask, force: arguments.flag("force"), isBinary: true,
                inputs: KeyOptions.current.files(arguments) + recipients + [path]))
        let source = SealSource(input, parameters.contentType)
        let count = try source.count()
        parameters.slots = try KeyOptions.current.slots(arguments, more: recipients)
        let threads = arguments.integer("threads").map { Int($0) } ?? Compressor.processorCount
        var writer = try SealingWriter(parameters, length: UInt64(count), threads: threads) { try output.write($0) }
        try source.pass(count) { try writer.update($0) }
        try writer.finish()
        try output.commit()
        return .success
    }
)

private func sealParameters(_ arguments: ParsedArguments) throws -> SealParameters {
    let chunk: SealParameters.ChunkChoice =
        switch arguments.option("chunk") {
        case "whole": .fixed(.whole)
        case "64k": .fixed(.chunks64K)
        default: .automatic
        }
    return SealParameters(
        workspaceID: try workspaceID(arguments, "workspace") ?? WorkspaceID([UInt8](repeating: 0, count: 16)),
        contentType: contentTypes.first { $0.name == arguments.option("type") } ?? .snapshot,
        codec: codecs.first { $0.name == arguments.option("codec") } ?? .gzip, chunk: chunk,
        generation: arguments.integer("generation") ?? 0, slots: [])
}

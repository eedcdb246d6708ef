import CanonicalJSON
import CommandLineKit
import SyncArchive
import SyncBridge
import SyncEnvelope

/// The input of commands that write another file.
let inputArgument = Argument("in", help: "The input; - is standard input.")

/// Allows to replace the output.
let forceOption = Option.flag("force", help: "Replace the output if it exists.")

/// The output; without a default it must be given.
func outputOption(_ help: String, defaultValue: String? = nil) -> Option {
    .option(
        "output", short: "o", value: .file, valueName: "file", help: "\(help) - is standard output.",
        isRequired: defaultValue == nil, defaultValue: defaultValue)
}

/// The cap on the plaintext.
let maximumPlaintextOption = Option.option(
    "max-plaintext", value: .integer(0...UInt64(Int64.max)), valueName: "bytes",
    help: "Refuse an archive that holds more.", defaultValue: "\(Envelope.defaultMaximumPlaintext)")

/// The content types in the order of their numbers.
let contentTypes = ContentType.allCases

/// The codecs as the help lists them, the default first.
let codecs: [ArchiveCodec] = [.gzip, .deflate, .identity]

extension ContentType {
    /// The name on the command line and in reports.
    var name: String {
        switch self {
        case .snapshot: "snapshot"
        case .metadata: "metadata"
        case .attachment: "attachment"
        }
    }
}

extension ArchiveCodec {
    /// The name on the command line and in reports.
    var name: String {
        switch self {
        case .identity: "identity"
        case .gzip: "gzip"
        case .deflate: "deflate"
        }
    }
}

extension Chunking {
    /// The name on the command line and in reports.
    var name: String {
        switch self {
        case .whole: "whole"
        case .chunks64K: "64k"
        }
    }
}

/// The workspace that an option names; nil if it is not given and has no default.
func workspaceID(_ arguments: ParsedArguments, _ name: String) throws -> WorkspaceID? {
    guard let text = arguments.option(name) else { return nil }
    guard text.utf8.count == 32, let bytes = Hex.decode(text.utf8) else {
        throw CommandLineError(.usage, "--\(name) takes 32 hex digits")
    }
    return try WorkspaceID(bytes)
}

/// Opens an archive and checks its plaintext while it is opened.
///
/// `sink` gets the plaintext piece by piece, and so does `output`, on another thread, if the content is checked; nothing
/// of it may be released before this returns. `onHeader` gets the header before the first piece.
func openArchive(
    from source: @escaping ByteSource, with key: UnlockingKey, expecting expectations: Expectations = Expectations(),
    maximumPlaintext: UInt64, checksContent: Bool = true,
    onHeader: (Header) throws -> Void = { _ in }, output: @escaping ContentCheck.Output = { _ in },
    into sink: ByteSink = { _ in }
) throws -> Opening {
    var check: ContentCheck?
    let opening = try Envelope.open(
        from: source, with: key, expecting: expectations, maximumPlaintext: maximumPlaintext,
        onHeader: { header in
            try onHeader(header)
            if checksContent { check = ContentCheck(header.prologue.contentType, output: output) }
        },
        into: { piece in
            try check?.update(piece)
            try sink(piece)
        })
    try check?.finish()
    return opening
}

/// The same for a caller that needs the content as a whole; an attachment, which may be large, goes to `attachment`.
func openArchive(
    from source: @escaping ByteSource, with key: UnlockingKey, expecting expectations: Expectations = Expectations(),
    maximumPlaintext: UInt64, checksContent: Bool = true,
    onHeader: (Header) throws -> Void = { _ in }, attachment: ByteSink
) throws -> (opening: Opening, content: [UInt8]) {
    var isAttachment = false
    var content: [UInt8] = []
    let opening = try openArchive(
        from: source, with: key, expecting: expectations, maximumPlaintext: maximumPlaintext,
        checksContent: checksContent,
        onHeader: { header in
            isAttachment = header.prologue.contentType == .attachment
            try onHeader(header)
        },
        into: { piece in
            if isAttachment { try attachment(piece) } else { content.append(copying: piece) }
        })
    return (opening, content)
}

/// What an input looks like by its first bytes.
enum InputKind {
    case archive
    case gzip
    case json

    init(_ input: InputStream) throws(CommandLineError) {
        let head = try input.peek(64)
        let first = head.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if head.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if let first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self = .json
        } else {
            self = .archive
        }
    }
}

import CanonicalJSON
import CommandLineKit
import SyncBridge
import SyncEnvelope

/// What a command that works on content accepts: archives, which need a key, and payloads as they are.
struct PayloadInput {
    private let arguments: ParsedArguments
    /// What opens archives, once the first one came.
    private var keys: [UnlockingKey]?

    /// The options that go with it; more than one key where inputs of several workspaces are read.
    static func options(keyIsRepeatable: Bool = false) -> [Option] {
        KeyOptions.current.options(keyIsRepeatable: keyIsRepeatable) + [maximumPlaintextOption]
    }

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// The payload in a file, or on standard input for `-`; errors name the file.
    mutating func payload(_ path: String) throws -> Payload {
        do { return try Payload(parsing: try content(path)) } catch { throw translate(error, file: path) }
    }

    /// The plaintext of an archive, or JSON as it is.
    mutating func content(_ path: String) throws -> [UInt8] {
        let input = try InputStream(path, label: "Reading")
        if try InputKind(input) == .json { return try input.rest() }
        let keys = try self.keys ?? KeyOptions.current.unlockingKeys(arguments)
        self.keys = keys
        guard keys.count > 1 else { return try open({ try input.next($0) }, with: keys[0]) }
        let archive = try input.rest()
        for key in keys.dropLast() {
            do { return try open(source(archive), with: key) } catch let error as EnvelopeError {
                guard error.errorClass == .noMatch else { throw error }
            }
        }
        return try open(source(archive), with: keys[keys.count - 1])
    }

    private func source(_ bytes: [UInt8]) -> ByteSource {
        var left = bytes[...]
        return { count in
            defer { left = left.dropFirst(count) }
            return Array(left.prefix(count))
        }
    }

    private func open(_ source: @escaping ByteSource, with key: UnlockingKey) throws -> [UInt8] {
        try openArchive(
            from: source, with: key,
            maximumPlaintext: arguments.integer("max-plaintext") ?? Envelope.defaultMaximumPlaintext,
            onHeader: { header in
                guard header.prologue.contentType == .attachment else { return }
                throw EnvelopeError(
                    .contextMismatch, at: 10, field: "contentType",
                    "an attachment has no rows; use 'syncwire open'")
            },
            attachment: { _ in }
        ).content
    }
}

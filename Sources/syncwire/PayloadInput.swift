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
        KeyOptions.current.options(keyIsRepeatable: keyIsRepeatable) + [maximumPlaintextOption, diagnoseOption]
    }

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// The payload in a file, or on standard input for `-`; errors name the file.
    mutating func payload(_ path: String) throws -> Payload { try named(path).payload() }

    /// The plaintext of an archive, or JSON as it is.
    mutating func content(_ path: String) throws -> [UInt8] { try opened(path).bytes() }

    /// The contents of several files, of archives when they are verified as a whole; errors name the file.
    mutating func contents(_ paths: [String]) throws -> [RepeatableInput] {
        var contents: [RepeatableInput] = []
        for path in paths {
            do { contents.append(try named(path)) } catch {
                // What is wrong with an earlier file is said first.
                for content in contents { _ = try content.payload() }
                throw error
            }
        }
        return contents
    }

    private mutating func named(_ path: String) throws -> RepeatableInput {
        do { return try opened(path) } catch { throw translate(error, file: path) }
    }

    private mutating func opened(_ path: String) throws -> RepeatableInput {
        let arguments = arguments
        return try opening(arguments) { try content(of: path) }
    }

    private mutating func content(of path: String) throws -> RepeatableInput {
        let input = try InputStream(path, label: "Reading")
        if try InputKind(input) == .json { return try RepeatableInput(input) }
        let keys = try self.keys ?? KeyOptions.current.unlockingKeys(arguments)
        self.keys = keys
        guard keys.count > 1 else { return try open({ try input.next($0) }, with: keys[0], path) }
        let archive = try RepeatableInput(input)
        for key in keys.dropLast() {
            do { return try open(archive, with: key, path) } catch let error as EnvelopeError {
                guard error.errorClass == .noMatch else { throw error }
            }
        }
        return try open(archive, with: keys[keys.count - 1], path)
    }

    private func open(_ archive: RepeatableInput, with key: UnlockingKey, _ path: String) throws -> RepeatableInput {
        try archive.rewind()
        return try open(
            { maximum in
                var bytes: [UInt8] = []
                try archive.next(maximum, into: &bytes)
                return bytes
            }, with: key, path)
    }

    private func open(_ source: @escaping ByteSource, with key: UnlockingKey, _ path: String) throws -> RepeatableInput
    {
        var content = Spool()
        _ = try openArchive(
            from: source, with: key,
            maximumPlaintext: arguments.integer("max-plaintext") ?? Envelope.defaultMaximumPlaintext,
            onHeader: { header in
                guard header.prologue.contentType == .attachment else { return }
                throw EnvelopeError(
                    .contextMismatch, at: 10, field: "contentType",
                    "an attachment has no rows; use 'syncwire open'")
            },
            into: { try content.write($0) })
        return RepeatableInput(content, of: path)
    }
}

import CommandLineKit
import SyncBridge
import SyncEnvelope

/// A family of options that say where a key or a passphrase comes from: `--key` and so on, or `--new-key` and so on.
struct KeyOptions {
    /// What an archive is opened or sealed with.
    static let current = KeyOptions(
        prefix: "", title: "Passphrase", keyHelp: "A key file: 64 hex digits, as keygen writes it.")
    /// What an archive is rewrapped for.
    static let new = KeyOptions(
        prefix: "new-", title: "New passphrase", keyHelp: "A key file that is to open the archive; may be given again.")

    private let prefix: String
    private let title: String
    private let keyHelp: String

    private var keyName: String { prefix + "key" }
    private var fileName: String { prefix + "passphrase-file" }
    private var descriptorName: String { prefix + "passphrase-fd" }

    /// The options' declarations.
    func options(keyIsRepeatable: Bool = false) -> [Option] {
        [
            .option(
                keyName, value: .file, valueName: "file",
                help: keyHelp, isRepeatable: keyIsRepeatable),
            .option(
                fileName, value: .file, valueName: "file",
                help: "A file with the passphrase; one newline at its end does not belong to it."),
            .option(
                descriptorName, value: .integer(0...1_048_576), valueName: "n",
                help: "An open descriptor to read the passphrase from."),
        ]
    }

    /// Which of them rule each other out.
    var exclusive: [[String]] { [[keyName, fileName, descriptorName]] }

    /// Whether one of them is there.
    func isGiven(_ arguments: ParsedArguments) -> Bool { exclusive[0].contains { arguments.isGiven($0) } }

    /// The key files, which no output may replace.
    func files(_ arguments: ParsedArguments) -> [String] {
        arguments.options(keyName) + arguments.options(fileName)
            + arguments.options(descriptorName).map { "/dev/fd/\($0)" }
    }

    /// How often they read standard input.
    func standardInputCount(_ arguments: ParsedArguments) -> Int {
        files(arguments).count { $0 == "-" } + (arguments.integer(descriptorName) == 0 ? 1 : 0)
    }

    /// What opens an archive; asks on the terminal when no option is given.
    func unlockingKey(_ arguments: ParsedArguments) throws -> UnlockingKey {
        if let path = arguments.option(keyName) { return .workspaceKey(try workspaceKey(path)) }
        return .passphrase(try passphrase(arguments, again: nil))
    }

    /// What opens archives of several workspaces: all keys that are given, or one passphrase.
    func unlockingKeys(_ arguments: ParsedArguments) throws -> [UnlockingKey] {
        let paths = arguments.options(keyName)
        guard paths.isEmpty else { return try paths.map { .workspaceKey(try workspaceKey($0)) } }
        return [try unlockingKey(arguments)]
    }

    /// The slots of a new archive: for keys, those of the family's option and `more`, or for a passphrase.
    func slots(_ arguments: ParsedArguments, more: [String] = []) throws -> [SlotRecipe] {
        let keys = arguments.options(keyName) + more
        let hasPassphrase = arguments.isGiven(fileName) || arguments.isGiven(descriptorName)
        let isPrompted = keys.isEmpty && !hasPassphrase
        if keys.isEmpty || hasPassphrase {
            let again = isPrompted ? "\(title) again: " : nil
            let work = try KeyDerivation(arguments)
            let passphrase = try passphrase(arguments, again: again)
            return try [work.slot(passphrase)] + keys.map { .rawKey(try workspaceKey($0)) }
        }
        guard !KeyDerivation.isGiven(arguments) else {
            throw CommandLineError(.usage, "--kdf and --iterations go with a passphrase, not with a key")
        }
        return try keys.map { .rawKey(try workspaceKey($0)) }
    }

    private func passphrase(_ arguments: ParsedArguments, again: String?) throws -> Passphrase {
        CoreDump.disable()
        var bytes: [UInt8]
        if let path = arguments.option(fileName) {
            bytes = try SecretInput.read(file: path)
        } else if let descriptor = arguments.integer(descriptorName) {
            bytes = try SecretInput.read(descriptor: Int32(descriptor))
        } else {
            bytes = try prompt(again: again)
        }
        defer { SecretInput.wipe(&bytes) }
        return try Passphrase(utf8: bytes.span)
    }

    private func prompt(again: String?) throws(CommandLineError) -> [UInt8] {
        do {
            return try SecretInput.prompt("\(title): ", again: again)
        } catch  where error.exitCode == .cannotOpen {
            let names = "--\(keyName), --\(fileName) or --\(descriptorName)"
            throw CommandLineError(.usage, "there is no terminal to ask for a passphrase on; give \(names)")
        }
    }
}

/// How a passphrase slot is made.
private enum KeyDerivation {
    case pbkdf2(iterations: UInt32)
    case scrypt

    init(_ arguments: ParsedArguments) throws {
        guard arguments.option("kdf") == "scrypt" else {
            self = .pbkdf2(iterations: UInt32(arguments.integer("iterations") ?? 600_000))
            return
        }
        guard !arguments.isGiven("iterations") else {
            throw CommandLineError(.usage, "--iterations goes with --kdf pbkdf2")
        }
        self = .scrypt
    }

    static func isGiven(_ arguments: ParsedArguments) -> Bool {
        arguments.isGiven("kdf") || arguments.isGiven("iterations")
    }

    func slot(_ passphrase: Passphrase) -> SlotRecipe {
        switch self {
        case .pbkdf2(let iterations): .pbkdf2(passphrase, iterations: iterations)
        case .scrypt: .scrypt(passphrase)
        }
    }
}

/// The options that say how a passphrase slot is made.
let keyDerivationOptions: [Option] = [
    .option(
        "kdf", value: .choice(["pbkdf2", "scrypt"]), valueName: "name",
        help: "How to make a key of a passphrase; not every stack reads scrypt.", defaultValue: "pbkdf2"),
    .option(
        "iterations",
        value: .integer(UInt64(Slot.iterationRange.lowerBound)...UInt64(Slot.iterationRange.upperBound)),
        valueName: "n", help: "Iterations of PBKDF2; fewer are easier to guess.", defaultValue: "600000"),
]

/// Throws when more than one of the options and inputs of a command would read standard input.
func checkStandardInput(_ arguments: ParsedArguments, _ families: [KeyOptions], files: [String])
    throws(CommandLineError)
{
    let count = files.count { $0 == "-" } + families.reduce(0) { $0 + $1.standardInputCount(arguments) }
    guard count <= 1 else { throw CommandLineError(.usage, "standard input can be read only once") }
}

/// Reads a key file (CL-7).
private func workspaceKey(_ path: String) throws -> WorkspaceKey {
    CoreDump.disable()
    var text = try SecretInput.read(file: path)
    defer { SecretInput.wipe(&text) }
    guard text.count == 64, var bytes = Hex.decode(text) else {
        let name = path == "-" ? "standard input" : path
        throw CommandLineError(.malformedInput, "\(name) is no key file: that has 64 hex digits and a newline")
    }
    return try WorkspaceKey(SecretBytes(wiping: &bytes))
}

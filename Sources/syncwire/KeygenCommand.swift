import CommandLineKit
import SyncEnvelope

let keygenCommand = Command(
    "keygen",
    abstract: "Make a workspace key",
    discussion: "Writes 32 random bytes as 64 hex digits and a newline, into a file that only its owner may read.",
    options: [
        .option("output", short: "o", value: .file, valueName: "file", help: "The key file.", isRequired: true),
        forceOption,
    ],
    run: { arguments in
        let path = arguments.option("output") ?? ""
        guard path != "-" else {
            throw CommandLineError(.usage, "a key is not written to standard output; name a file")
        }
        CoreDump.disable()
        var output = try OutputFile(path, access: .owner, force: arguments.flag("force"))
        guard output.temporaryPath != nil else {
            throw CommandLineError(.cannotCreate, "a key is written to an ordinary file, which \(path) is not")
        }
        var text: [UInt8] = []
        text.reserveCapacity(65)
        try WorkspaceKey.random().secret.withBytes { bytes in
            let digits = Array("0123456789abcdef".utf8)
            for index in bytes.indices {
                text.append(digits[Int(bytes[index] >> 4)])
                text.append(digits[Int(bytes[index] & 15)])
            }
        }
        text.append(0x0A)
        defer { SecretInput.wipe(&text) }
        try output.write(text.span)
        try output.commit()
        return .success
    }
)

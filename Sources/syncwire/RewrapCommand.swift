import CommandLineKit
import SyncEnvelope

let rewrapCommand = Command(
    "rewrap",
    abstract: "Give an archive new keys or a new passphrase",
    discussion: """
        Replaces the slots and leaves the payload as it is, without decrypting it. Whoever has the old archive and an old \
        key can still open that: this is no revocation.
        Without options for the old or the new key, the passphrase is asked for.
        """,
    arguments: [inputArgument],
    options: KeyOptions.current.options() + KeyOptions.new.options(keyIsRepeatable: true) + keyDerivationOptions + [
        diagnoseOption, outputOption("The archive with its new slots."), forceOption,
    ],
    exclusive: KeyOptions.current.exclusive + KeyOptions.new.exclusive,
    run: { arguments in
        let path = arguments.argument("in") ?? "-"
        try checkStandardInput(arguments, [.current, .new], files: [path])
        let input = try InputStream(path, label: "Rewrapping")
        let output = OutputStream(
            try OutputFile(
                arguments.option("output") ?? "-", access: .umask, force: arguments.flag("force"), isBinary: true,
                inputs: KeyOptions.current.files(arguments) + KeyOptions.new.files(arguments) + [path]))
        let key = try KeyOptions.current.unlockingKey(arguments)
        let slots = try KeyOptions.new.slots(arguments)
        try opening(arguments) {
            try Envelope.rewrap(from: { try input.next($0) }, with: key, slots: slots) { try output.write($0) }
        }
        try output.commit()
        return .success
    }
)

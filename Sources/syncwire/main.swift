import CommandLineKit
import Conformance
import SyncEnvelope

let program = Program(
    Command(
        "syncwire",
        abstract: "Seal, open, inspect and verify archives of the SyncWire format",
        subcommands: [
            keygenCommand,
            sealCommand,
            openCommand,
            inspectCommand,
            rewrapCommand,
            importCommand,
            exportCommand,
            mergeCommand,
            diffCommand,
            reconcileCommand,
            conflictsCommand,
            canonicalizeCommand,
            lintCommand,
            hashCommand,
            verifyCommand,
            fuzzCommand,
            reportCommand,
            vectorsCommand,
            mutantsCommand,
            explainCommand,
            testeeCommand,
        ]
    ),
    version: Testee.version,
    globalOptions: [ColorPolicy.option],
    translate: translate
)
Libcrypto.assumeNoOtherUser()
program.main()

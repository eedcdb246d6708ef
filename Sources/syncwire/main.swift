import CommandLineKit
import Conformance

let program = Program(
    Command(
        "syncwire",
        abstract: "Seal, open, inspect and verify archives of the SyncWire format",
        subcommands: [
            testeeCommand,
            vectorsCommand,
            verifyCommand,
        ]
    ),
    version: Testee.version,
    globalOptions: [ColorPolicy.option],
    translate: translate
)
program.main()

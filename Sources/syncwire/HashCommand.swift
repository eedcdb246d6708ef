import CommandLineKit
import CanonicalJSON
import SyncBridge

let hashCommand = Command(
    "hash",
    abstract: "Print the content hash of a row",
    discussion: """
        The hash is the 64-bit FNV-1a of the canonical bytes of the row's data, 16 hex digits: equal for rows that say \
        the same. It is no protection against changes on purpose.
        """,
    arguments: [textArgument],
    options: [
        lineOption,
        keepGoingOption,
        .option(
            "exclude", valueName: "field", help: "A field of the data that the hash does not cover.", isRepeatable: true
        ),
    ],
    run: { arguments in
        try checkKeepGoing(arguments)
        let path = arguments.argument("file") ?? "-"
        let excluded = Set(arguments.options("exclude").map { JSONString($0) })
        let hash: (_ bytes: [UInt8]) throws -> [UInt8] = { bytes in
            Array(try Row(parsing: bytes).contentHash(excluding: excluded).description.utf8)
        }
        if arguments.flag("lines") {
            return try mapLines(of: path, keepGoing: arguments.flag("keep-going"), hash)
        }
        try StandardStream.output.write((hash(Files.read(path)) + [0x0A]).span)
        return .success
    }
)

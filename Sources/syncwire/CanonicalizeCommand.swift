import CanonicalJSON
import CommandLineKit
import SyncBridge

let canonicalizeCommand = Command(
    "canonicalize",
    abstract: "Print the canonical form of JSON, a row or a payload",
    discussion: "Prints the canonical bytes and nothing after them; with --lines, one line for each line of the input.",
    arguments: [textArgument],
    options: [
        lineOption,
        keepGoingOption,
        .flag("row", help: "The input is a row: sort its own keys."),
        .flag("payload", help: "The input is a payload: sort its keys, collections and rows."),
    ],
    exclusive: [["row", "payload"]],
    run: { arguments in
        try checkKeepGoing(arguments)
        let path = arguments.argument("file") ?? "-"
        let form: Form = arguments.flag("row") ? .row : arguments.flag("payload") ? .payload : .json
        if arguments.flag("lines") {
            return try mapLines(of: path, keepGoing: arguments.flag("keep-going")) { try form.canonicalize($0) }
        }
        let bytes = try form.canonicalize(Files.read(path))
        try StandardStream.output.write(bytes.span)
        return .success
    }
)

/// What the input is.
private enum Form {
    case json
    case row
    case payload

    func canonicalize(_ bytes: [UInt8]) throws -> [UInt8] {
        switch self {
        case .json: try CanonicalJSON.canonicalize(bytes)
        case .row: try Row.canonicalize(bytes)
        case .payload: try Payload.canonicalize(bytes)
        }
    }
}

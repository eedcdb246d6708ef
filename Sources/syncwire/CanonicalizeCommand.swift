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
        if form == .row {
            let bytes = try form.canonicalize(Files.read(path))
            try StandardStream.output.write(bytes.span)
        } else {
            try canonicalize(try InputStream(path, label: "Canonicalizing"), as: form)
        }
        return .success
    }
)

/// Brings a text of any size into canonical form in constant memory, unless something stands in the wrong order.
///
/// Large objects that repeat a key, and payloads that are not sorted, are put in order at the end, in memory.
private func canonicalize(_ input: InputStream, as form: Form) throws {
    var output = try OutputFile("-", inputs: [input.path])
    var canonicalizer = StreamCanonicalizer()
    var order = ContentChecker(.payload)
    var isInOrder = true
    var bytes: [UInt8] = []
    func check(_ step: (inout ContentChecker) throws(BridgeError) -> Void) {
        guard form == .payload, isInOrder else { return }
        do { try step(&order) } catch { isInOrder = false }
    }
    while case let piece = try input.next(1 << 17), !piece.isEmpty {
        bytes.removeAll(keepingCapacity: true)
        try canonicalizer.update(piece.span, into: &bytes)
        check { checker throws(BridgeError) in try checker.update(bytes.span) }
        try output.write(bytes.span)
    }
    bytes.removeAll(keepingCapacity: true)
    if try !canonicalizer.finish(into: &bytes) { isInOrder = false }
    check { checker throws(BridgeError) in
        try checker.update(bytes.span)
        try checker.finish()
    }
    try output.write(bytes.span)
    if !isInOrder { try output.rewrite { try form.canonicalize($0) } }
    try output.commit()
}

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

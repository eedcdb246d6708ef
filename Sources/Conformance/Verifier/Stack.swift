import CanonicalJSON

/// An implementation under test: a name and the command that starts its testee.
public struct Stack: Equatable, Sendable {
    /// The name that reports use.
    public var name: String
    /// The program and its arguments; a name without `/` is looked up in `PATH`.
    public var command: [String]
    /// What makes the command work where it does not yet, for people to read.
    public var setup: String?
    /// Whether it is a failure when the stack can't be started; otherwise it is reported as missing.
    public var isRequired: Bool

    /// Names `command` as an implementation.
    public init(name: String, command: [String], setup: String? = nil, isRequired: Bool = true) {
        self.name = name
        self.command = command
        self.setup = setup
        self.isRequired = isRequired
    }

    /// Reads a list of stacks, each with `name`, `command` and `setup`.
    ///
    /// - Throws: `VectorError` for anything else.
    public static func list(parsing bytes: [UInt8], name: String) throws(VectorError) -> [Stack] {
        let document: JSONValue
        do { document = try JSONValue(parsing: bytes) } catch {
            throw VectorError(place: name, reason: "\(error)")
        }
        guard case .array(let elements)? = document["stacks"] else {
            throw VectorError(place: name, reason: "stacks: not a list")
        }
        var stacks: [Stack] = []
        for (index, element) in elements.enumerated() {
            guard let stack = element["name"]?.text, case .array(let words)? = element["command"],
                case let command = words.compactMap({ $0.stringValue?.string }), !command.isEmpty,
                command.count == words.count
            else { throw VectorError(place: name, reason: "stacks[\(index)]: not {name, command}") }
            stacks.append(Stack(name: stack, command: command, setup: element["setup"]?.text, isRequired: false))
        }
        return stacks
    }
}

/// What a stack made of one request.
enum Answer: Equatable, Sendable {
    case ok(outputs: JSONObject, intermediates: JSONObject)
    case rejected(errorClass: String, message: String)
    case unsupported(feature: String)
    /// No answer of the protocol: a crash, a timeout, a broken line. Never counts as a rejection.
    case broken(reason: String)
}

/// A started testee and what it said of itself.
struct Introduction: Equatable, Sendable {
    var name: String
    var version: String
    var language: String
    var runtime: String
    var zlib: String
    var operations: [String]
    var features: [String]

    init?(_ answer: JSONValue) {
        func strings(_ value: JSONValue?) -> [String]? {
            guard case .array(let elements)? = value else { return nil }
            let texts = elements.compactMap { $0.stringValue?.string }
            return texts.count == elements.count ? texts : nil
        }
        let implementation = answer["implementation"]
        // All five are demanded by TP-6, so that a report can name what it judged.
        guard answer["status"]?.text == "ok", let name = implementation?["name"]?.text,
            let version = implementation?["version"]?.text,
            let language = implementation?["language"]?.text, let runtime = implementation?["runtime"]?.text,
            let zlib = implementation?["zlib"]?.text,
            let operations = strings(answer["operations"]), let features = strings(answer["features"])
        else { return nil }
        self.name = name
        self.version = version
        self.language = language
        self.runtime = runtime
        self.zlib = zlib
        self.operations = operations
        self.features = features
    }
}

extension Failure {
    /// What an answer is where another one, already known to be right, was due.
    init(_ answer: Answer) {
        switch answer {
        case .ok: self.init(.accepted, "accepted")
        case .rejected(let errorClass, let message):
            self.init(.rejected, "rejected: \(errorClass): \(message)", errorClass: errorClass)
        case .unsupported(let feature): self.init(.unsupported, "unsupported: \(feature)")
        case .broken(let reason): self.init(.broken, reason)
        }
    }
}

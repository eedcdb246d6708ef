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

    /// Where the command is started; nil for the verifier's own working folder.
    public var folder: String?
    /// Whether the command works in any folder, so that a run may start it in another one.
    public var isMovable: Bool
    /// Entries of the environment, as `NAME=value`, that only its runtime knows, for a run in other surroundings.
    public var otherEnvironment: [String] = []
    /// The list of its known failures, as a path.
    public var knownFailures: String?

    /// Names `command` as an implementation.
    public init(
        name: String, command: [String], setup: String? = nil, isRequired: Bool = true, folder: String? = nil,
        isMovable: Bool = false
    ) {
        self.name = name
        self.command = command
        self.setup = setup
        self.isRequired = isRequired
        self.folder = folder
        self.isMovable = isMovable
    }

    /// Reads a list of stacks, each with `name`, `command`, and as they apply `setup`, `environment` and `knownFailures` (VR-16).
    ///
    /// - Parameters:
    ///   - name: the file's name, for messages.
    ///   - folder: the folder of the file, absolute; paths in it are relative to that.
    /// - Throws: `VectorError` for anything else.
    public static func list(parsing bytes: [UInt8], name: String, folder: String) throws(VectorError) -> [Stack] {
        func path(_ text: String) -> String { text.hasPrefix("/") ? text : folder + "/" + text }
        let document = try JSONValue(parsing: bytes, place: name)
        guard case .array(let elements)? = document["stacks"] else {
            throw VectorError(place: name, reason: "stacks: not a list")
        }
        var stacks: [Stack] = []
        for (index, element) in elements.enumerated() {
            guard let called = element["name"]?.text, !called.isEmpty, !called.contains(where: { ">=,".contains($0) }),
                case .array(let words)? = element["command"],
                case var command = words.compactMap({ $0.stringValue?.string }), !command.isEmpty,
                command.count == words.count
            else { throw VectorError(place: name, reason: "stacks[\(index)]: not {name, command}") }
            // A program of its own is found whatever the working folder; one that gets arguments may be given paths by them.
            if command[0].contains("/") { command[0] = path(command[0]) }
            var stack = Stack(
                name: called, command: command, setup: element["setup"]?.text, isRequired: false, folder: folder,
                isMovable: command.count == 1 && command[0].hasPrefix("/"))
            stack.knownFailures = element["knownFailures"]?.text.map(path)
            for (variable, value) in element["environment"]?.objectValue ?? [:] {
                guard let value = value.text else {
                    throw VectorError(place: name, reason: "stacks[\(index)]: environment.\(variable): not a string")
                }
                stack.otherEnvironment.append("\(variable)=\(value)")
            }
            stacks.append(stack)
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

    /// Takes an answer that has the form of TP-6.
    init(_ answer: JSONValue) {
        func texts(_ value: JSONValue?) -> [String] { value?.arrayValue?.compactMap { $0.stringValue?.string } ?? [] }
        func said(_ name: JSONString) -> String { answer["implementation"]?[name]?.stringValue?.string ?? "" }
        name = said("name")
        version = said("version")
        language = said("language")
        runtime = said("runtime")
        zlib = said("zlib")
        operations = texts(answer["operations"])
        features = texts(answer["features"])
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

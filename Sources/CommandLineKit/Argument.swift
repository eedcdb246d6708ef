/// A positional argument.
public struct Argument: Sendable {
    /// How often it is given.
    public enum Arity: Sendable {
        /// Exactly once.
        case one
        /// Once or not at all.
        case optional
        /// Once or more; only for the last argument.
        case oneOrMore
        /// Any number of times; only for the last argument.
        case any
    }

    /// The word shown in the help.
    public let name: String
    /// One sentence for the help.
    public let help: String
    /// How often it is given.
    public let arity: Arity
    /// What it takes.
    public let value: ValueKind
    /// What stands for it when it is not given, shown in the help.
    public let defaultValue: String?

    /// Creates an argument.
    public init(
        _ name: String, help: String, arity: Arity = .one, value: ValueKind = .file, defaultValue: String? = nil
    ) {
        self.name = name
        self.help = help
        self.arity = arity
        self.value = value
        self.defaultValue = defaultValue
    }

    var isRequired: Bool { arity == .one || arity == .oneOrMore }

    var takesMany: Bool { arity == .oneOrMore || arity == .any }

    /// `<name>`, with dots and brackets as the arity says.
    var synopsis: String {
        let name = "<\(name)>" + (takesMany ? " ..." : "")
        return isRequired ? name : "[\(name)]"
    }
}

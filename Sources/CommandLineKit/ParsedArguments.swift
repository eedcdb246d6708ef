/// The checked arguments of one command.
///
/// Asking for a name that the command does not declare is a fault of the program and stops it.
public struct ParsedArguments: Sendable {
    /// The words that lead to the command, the program first.
    public let commandPath: [String]
    /// The positional arguments in order.
    public internal(set) var positionals: [String] = []
    /// What followed `--`, for a command with a `passthrough`.
    public internal(set) var passthrough: [String] = []

    private let declaredOptions: [Option]
    private let declaredArguments: [Argument]
    private var values: [String: [String]] = [:]

    init(commandPath: [String], options: [Option], arguments: [Argument]) {
        self.commandPath = commandPath
        declaredOptions = options
        declaredArguments = arguments
    }

    /// Whether a flag is on.
    public func flag(_ name: String) -> Bool {
        precondition(declaration(name).value == nil, "--\(name) takes a value")
        return isGiven(name)
    }

    /// The value of an option, its default if it is not given, nil without one.
    public func option(_ name: String) -> String? {
        values[name]?.last ?? declaration(name).defaultValue
    }

    /// All values of a repeatable option in order.
    public func options(_ name: String) -> [String] {
        let fallback = declaration(name).defaultValue.map { [$0] } ?? []
        return values[name] ?? fallback
    }

    /// The value of an integer option, its default if it is not given, nil without one.
    public func integer(_ name: String) -> UInt64? {
        option(name).flatMap { UInt64($0) }
    }

    /// Whether a flag or option is on the command line.
    public func isGiven(_ name: String) -> Bool {
        _ = declaration(name)
        return values[name] != nil
    }

    /// The positional argument at `index`, nil if there are fewer.
    public func positional(_ index: Int) -> String? {
        positionals.indices.contains(index) ? positionals[index] : nil
    }

    /// The positional argument of that name, its default if it is not given, nil without one.
    public func argument(_ name: String) -> String? {
        let index = argumentIndex(name)
        return positional(index) ?? declaredArguments[index].defaultValue
    }

    /// All values of an argument that takes many, its default if there is none.
    public func arguments(_ name: String) -> [String] {
        let index = argumentIndex(name)
        let given =
            declaredArguments[index].takesMany
            ? Array(positionals.dropFirst(index)) : positional(index).map { [$0] } ?? []
        return given.isEmpty ? declaredArguments[index].defaultValue.map { [$0] } ?? [] : given
    }

    mutating func add(_ value: String, to name: String) {
        values[name, default: []].append(value)
    }

    private func declaration(_ name: String) -> Option {
        guard let option = declaredOptions.first(where: { $0.name == name }) else {
            preconditionFailure("--\(name) is not declared")
        }
        return option
    }

    private func argumentIndex(_ name: String) -> Int {
        guard let index = declaredArguments.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("<\(name)> is not declared")
        }
        return index
    }
}

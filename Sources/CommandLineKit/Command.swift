/// A command or subcommand as a value: what it takes and what it does.
///
/// A command has subcommands, a `run` closure, or both: then it runs when no subcommand follows its own options. `--help`,
/// `-h` and, where there are subcommands, `help` come by themselves.
public struct Command: Sendable {
    /// What a command does with its arguments; the exit code it returns ends the process.
    public typealias Action = @Sendable (ParsedArguments) throws -> ExitCode

    /// The word on the command line.
    public let name: String
    /// One line without a full stop, for the list of subcommands and the top of the help.
    public let abstract: String
    /// More text for the help, below the abstract; paragraphs are separated by a newline.
    public let discussion: String
    /// The positional arguments in order.
    public let arguments: [Argument]
    /// Flags and options.
    public let options: [Option]
    /// Sets of option names of which at most one may be given.
    public let exclusive: [[String]]
    /// What follows `--`, handed on as it is; nil if what follows `--` are positional arguments.
    public let passthrough: Argument?
    /// The commands below this one.
    public let subcommands: [Command]
    /// What it does; nil for a command that only groups others.
    public let run: Action?

    /// Creates a command that does something.
    ///
    /// With subcommands it takes no positional arguments, since every word would be the name of one.
    public init(
        _ name: String, abstract: String, discussion: String = "", arguments: [Argument] = [], options: [Option] = [],
        exclusive: [[String]] = [], passthrough: Argument? = nil, subcommands: [Command] = [], run: @escaping Action
    ) {
        precondition(subcommands.isEmpty || arguments.isEmpty, "a word is an argument or a subcommand")
        precondition(arguments.dropLast().allSatisfy { !$0.takesMany }, "only the last argument takes many")
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.exclusive = exclusive
        self.passthrough = passthrough
        self.subcommands = subcommands
        self.run = run
    }

    /// Creates a command that groups others.
    public init(_ name: String, abstract: String, discussion: String = "", subcommands: [Command]) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        arguments = []
        options = []
        exclusive = []
        passthrough = nil
        self.subcommands = subcommands
        run = nil
    }
}

/// A command or subcommand as a value: what it takes and what it does.
///
/// A command has subcommands, a `run` closure, or both: then it runs when no subcommand follows its own options. `--help`,
/// `-h` and, where there are subcommands, `help` come by themselves. What it takes is made when it is asked for: a
/// program has dozens of commands, of which a process runs one.
public struct Command: Sendable {
    /// What a command does with its arguments; the exit code it returns ends the process.
    public typealias Action = @Sendable (ParsedArguments) throws -> ExitCode

    /// The word on the command line.
    public let name: String
    /// One line without a full stop, for the list of subcommands and the top of the help.
    public let abstract: String
    /// What follows `--`, handed on as it is; nil if what follows `--` are positional arguments.
    public let passthrough: Argument?
    /// What it does; nil for a command that only groups others.
    public let run: Action?

    private let makeDiscussion: @Sendable () -> String
    private let makeArguments: @Sendable () -> [Argument]
    private let makeOptions: @Sendable () -> [Option]
    private let makeExclusive: @Sendable () -> [[String]]
    private let makeSubcommands: @Sendable () -> [Command]

    /// Creates a command that does something.
    ///
    /// With subcommands it takes no positional arguments, since every word would be the name of one.
    public init(
        _ name: String, abstract: String, discussion: @autoclosure @escaping @Sendable () -> String = "",
        arguments: @autoclosure @escaping @Sendable () -> [Argument] = [],
        options: @autoclosure @escaping @Sendable () -> [Option] = [],
        exclusive: @autoclosure @escaping @Sendable () -> [[String]] = [], passthrough: Argument? = nil,
        subcommands: @autoclosure @escaping @Sendable () -> [Command] = [], run: @escaping Action
    ) {
        self.name = name
        self.abstract = abstract
        self.passthrough = passthrough
        self.run = run
        makeDiscussion = discussion
        makeArguments = arguments
        makeOptions = options
        makeExclusive = exclusive
        makeSubcommands = subcommands
    }

    /// Creates a command that groups others.
    public init(
        _ name: String, abstract: String, discussion: @autoclosure @escaping @Sendable () -> String = "",
        subcommands: @autoclosure @escaping @Sendable () -> [Command]
    ) {
        self.name = name
        self.abstract = abstract
        passthrough = nil
        run = nil
        makeDiscussion = discussion
        makeArguments = { [] }
        makeOptions = { [] }
        makeExclusive = { [] }
        makeSubcommands = subcommands
    }

    /// More text for the help, below the abstract; paragraphs are separated by a newline.
    public var discussion: String { makeDiscussion() }

    /// The positional arguments in order.
    public var arguments: [Argument] {
        let arguments = makeArguments()
        precondition(arguments.isEmpty || subcommands.isEmpty, "a word is an argument or a subcommand")
        precondition(arguments.dropLast().allSatisfy { !$0.takesMany }, "only the last argument takes many")
        return arguments
    }

    /// Flags and options.
    public var options: [Option] { makeOptions() }

    /// Sets of option names of which at most one may be given.
    public var exclusive: [[String]] { makeExclusive() }

    /// The commands below this one.
    public var subcommands: [Command] { makeSubcommands() }
}

/// A whole command-line program: its tree of commands, and how it starts.
public struct Program: Sendable {
    /// The top of the tree; its name is that of the program.
    public let root: Command
    /// What `--version` prints.
    public let version: String

    private let makeGlobalOptions: @Sendable () -> [Option]
    private let translate: @Sendable (any Error) -> CommandLineError

    /// Creates a program.
    ///
    /// `translate` makes a `CommandLineError` of any other error that a command throws; without it such an error ends
    /// with exit code 70.
    public init(
        _ root: Command, version: String,
        globalOptions: @autoclosure @escaping @Sendable () -> [Option] = [],
        translate: @escaping @Sendable (any Error) -> CommandLineError = { CommandLineError(.internal, "\($0)") }
    ) {
        self.root = root
        self.version = version
        makeGlobalOptions = globalOptions
        self.translate = translate
    }

    /// Options that every command takes.
    public var globalOptions: [Option] { makeGlobalOptions() }

    /// Runs the program with the arguments of the process and ends the process.
    ///
    /// Where the parent left a standard stream closed, no file that is opened takes its place: using input or output fails
    /// with exit code 74, messages are dropped.
    /// Writing to a closed pipe ends the process by SIGPIPE, as a filter should, even where the parent ignored it. Help
    /// that can't be written ends it with exit code 74.
    public func main() -> Never {
        SystemCall.occupyStandardDescriptors()
        SystemCall.restoreBrokenPipeSignal()
        SystemCall.outliveFileSizeSignal()
        var failure: CommandLineError?
        // Where not even standard error takes text, the exit code is all that is left to say.
        let errors: (String) -> Void = { text in try? StandardStream.error.write(text) }
        let code = run(
            Array(CommandLine.arguments.dropFirst()),
            output: { text in
                do throws(CommandLineError) { try StandardStream.output.write(text) } catch { failure = error }
            },
            errors: errors)
        if let failure { errors("Error: \(failure.message)\n") }
        SystemCall.exit(failure?.exitCode ?? code)
    }

    /// Runs the program with `arguments`, without its name, and returns how it would end.
    ///
    /// Help, version and completions go to `output`, errors to `errors`; what a command itself writes goes where the
    /// command says.
    public func run(
        _ arguments: [String], output: (String) -> Void, errors: (String) -> Void
    ) -> ExitCode {
        do throws(UsageError) {
            switch try parse(arguments) {
            case .print(let text):
                output(text)
                return .success
            case .run(let command, let parsed):
                return execute(command, parsed, errors)
            }
        } catch {
            errors(report(error.message, commandPath: error.commandPath))
            return .usage
        }
    }

    private func execute(_ command: Command, _ parsed: ParsedArguments, _ errors: (String) -> Void) -> ExitCode {
        do {
            guard let run = command.run else { preconditionFailure("a group does not run") }
            return try run(parsed)
        } catch {
            let error = error as? CommandLineError ?? translate(error)
            let isUsage = error.exitCode == .usage
            errors(isUsage ? report(error.message, commandPath: parsed.commandPath) : "Error: \(error.message)\n")
            return error.exitCode
        }
    }

    private func report(_ message: String, commandPath: [String]) -> String {
        let help = HelpText(program: self, commandPath: commandPath)
        return "Error: \(message)\n\(help.usage(title: "Usage"))"
            + "  See '\(commandPath.joined(separator: " ")) --help' for more information.\n"
    }
}

/// What the arguments ask for.
enum Invocation {
    /// Print this to standard output.
    case print(String)
    /// Run this command.
    case run(Command, ParsedArguments)
}

/// Wrong arguments, and the command that they were meant for.
struct UsageError: Error {
    var message: String
    var commandPath: [String]
}

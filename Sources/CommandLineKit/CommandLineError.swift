/// An error for the user: what is printed after `Error: `, and the exit code.
///
/// The message never holds a secret: callers put no key, passphrase or content of a file into it.
public struct CommandLineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// How the process ends; with `usage` the usage of the command is printed below the message.
    public let exitCode: ExitCode
    /// One or more lines without the leading `Error: `.
    public let message: String

    /// Creates an error from its parts.
    public init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

/// How a process ends, after `sysexits.h`.
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// Done, or the answer is yes.
    case success = 0
    /// The command worked and the answer is no.
    case no = 1
    /// The arguments are wrong.
    case usage = 64
    /// The input is malformed.
    case malformedInput = 65
    /// An input cannot be opened.
    case cannotOpen = 66
    /// A fault of the program itself.
    case `internal` = 70
    /// An output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// Something else is in the way for now.
    case tryAgain = 75
    /// The key or passphrase does not open it.
    case keyRefused = 77
}

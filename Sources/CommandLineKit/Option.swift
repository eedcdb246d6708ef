/// What an option or argument takes; decides what is accepted and what a shell completes.
public enum ValueKind: Sendable, Equatable {
    /// Any text.
    case text
    /// A path, or `-`; shells complete files.
    case file
    /// A path of a folder; shells complete folders.
    case folder
    /// One of these, exactly.
    case choice([String])
    /// A decimal number, digits only, in this range.
    case integer(ClosedRange<UInt64>)
}

/// A flag or an option with a value.
public struct Option: Sendable {
    /// The long name without dashes.
    public let name: String
    /// The one-letter name, if there is one.
    public let short: Character?
    /// What it takes, nil for a flag.
    public let value: ValueKind?
    /// The word shown for the value in the help.
    public let valueName: String
    /// One sentence for the help.
    public let help: String
    /// Whether it must be given.
    public let isRequired: Bool
    /// Whether it may be given more than once.
    public let isRepeatable: Bool
    /// The value when it is not given, shown in the help.
    public let defaultValue: String?

    /// A flag: on when given, takes no value.
    public static func flag(_ name: String, short: Character? = nil, help: String) -> Option {
        Option(
            name: name, short: short, value: nil, valueName: name, help: help, isRequired: false, isRepeatable: true,
            defaultValue: nil)
    }

    /// An option with a value; `valueName` is the name unless given.
    public static func option(
        _ name: String, short: Character? = nil, value: ValueKind = .text, valueName: String? = nil, help: String,
        isRequired: Bool = false, isRepeatable: Bool = false, defaultValue: String? = nil
    ) -> Option {
        Option(
            name: name, short: short, value: value, valueName: valueName ?? name, help: help, isRequired: isRequired,
            isRepeatable: isRepeatable, defaultValue: defaultValue)
    }

    /// `--name`, or `--name <value>`.
    var synopsis: String { value == nil ? "--\(name)" : "--\(name) <\(valueName)>" }

    /// `-n, --name <value>`.
    var label: String { short.map { "-\($0), \(synopsis)" } ?? synopsis }
}

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What is known of the terminal.
public enum Terminal {
    /// Whether a descriptor (1 output, 2 error) is a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The columns of a descriptor's terminal, 80 where there is none.
    public static func width(_ descriptor: Int32) -> Int {
        var size = winsize()
        // The request is a macro that imports with different integer types on different systems.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

/// When output is coloured: the values of `--color`.
public enum ColorPolicy: String, Sendable, CaseIterable {
    /// On a terminal that can, unless `NO_COLOR` is set.
    case auto
    /// Always.
    case always
    /// Never.
    case never

    /// The option that sets it, for `Program.globalOptions`.
    public static let option = Option.option(
        "color", value: .choice(allCases.map(\.rawValue)), valueName: "when", help: "When to use colors.",
        defaultValue: auto.rawValue)

    /// Whether a descriptor gets colour.
    public func usesColor(_ descriptor: Int32) -> Bool {
        decide(isTerminal: Terminal.isTerminal(descriptor), noColor: variable("NO_COLOR"), term: variable("TERM"))
    }

    /// `auto`: not without a terminal, not when `NO_COLOR` is set and not empty, not on a dumb terminal.
    package func decide(isTerminal: Bool, noColor: String?, term: String?) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: isTerminal && (noColor ?? "").isEmpty && term != nil && term != "dumb"
        }
    }

    private func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}

/// Text in a colour or weight, where colour is used.
public enum TextStyle: String, Sendable {
    /// Heavier.
    case bold = "1"
    /// Errors.
    case red = "31"
    /// Agreement.
    case green = "32"
    /// Warnings.
    case yellow = "33"
    /// Less important.
    case dim = "2"

    /// The text, between escape sequences when `usesColor` says so.
    public func applied(to text: String, usesColor: Bool) -> String {
        usesColor ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}

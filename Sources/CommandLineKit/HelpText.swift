/// The help of one command, laid out in 80 columns.
struct HelpText {
    /// Help is laid out for this width whatever the terminal, so that it is the same everywhere.
    static let width = 80

    private static let indent = 2
    private static let column = 26

    private let program: Program
    private let path: [String]
    private let command: Command

    init(program: Program, commandPath: [String]) {
        self.program = program
        path = commandPath
        command = commandPath.dropFirst().reduce(program.root) { command, name in
            command.subcommands.first { $0.name == name } ?? command
        }
    }

    /// The whole help.
    var text: String {
        var text = wrapped("OVERVIEW: " + command.abstract, indent: 0)
        for paragraph in command.discussion.split(separator: "\n") {
            text += "\n" + wrapped(String(paragraph), indent: 0)
        }
        text += "\n" + usage(title: "USAGE")
        text += section("ARGUMENTS", argumentEntries)
        text += section("OPTIONS", optionEntries)
        text += section("SUBCOMMANDS", command.subcommands.map { ($0.name, $0.abstract) })
        if !command.subcommands.isEmpty {
            let words = ([path[0], "help"] + path.dropFirst()).joined(separator: " ")
            text += "\n  See '\(words) <subcommand>' for detailed help.\n"
        }
        return text
    }

    /// `USAGE: ` and the synopsis, with a newline.
    func usage(title: String) -> String {
        var elements: [String] = []
        let optional = command.options.filter { !$0.isRequired }
        if optional.count > 6 {
            elements.append("[<options>]")
        } else {
            elements += optional.map { "[\($0.synopsis)]" + ($0.isRepeatable && $0.value != nil ? " ..." : "") }
        }
        elements += command.options.filter(\.isRequired).map(\.synopsis)
        elements += command.arguments.map(\.synopsis)
        if let passthrough = command.passthrough {
            elements.append(passthrough.isRequired ? "-- \(passthrough.synopsis)" : "[-- <\(passthrough.name)> ...]")
        }
        let name = path.joined(separator: " ")
        let indent = title.count + 2
        guard !command.subcommands.isEmpty else {
            return wrapped(["\(title): \(name)"] + elements, first: 0, indent: indent)
        }
        let group = wrapped([name, "<subcommand>"], first: indent, indent: indent)
        guard command.run != nil else { return "\(title): " + group.dropFirst(indent) }
        return wrapped(["\(title): \(name)"] + elements, first: 0, indent: indent) + group
    }

    private var argumentEntries: [(String, String)] {
        let arguments = command.arguments.map { ("<\($0.name)>", $0.help + remark($0.value, $0.defaultValue)) }
        return arguments + (command.passthrough.map { [("-- <\($0.name)> ...", $0.help)] } ?? [])
    }

    private var optionEntries: [(String, String)] {
        var entries = (command.options + program.globalOptions).map { option in
            (option.label, option.help + remark(option.value, option.defaultValue))
        }
        if path.count == 1 {
            entries.append(("--version", "Show the version."))
            entries.append(("--generate-completion-script <shell>", "Print completions for bash, zsh or fish."))
        }
        entries.append(("-h, --help", "Show help information."))
        return entries
    }

    private func remark(_ value: ValueKind?, _ defaultValue: String?) -> String {
        var parts: [String] = []
        if case .choice(let values) = value { parts.append("values: " + values.joined(separator: ", ")) }
        if let defaultValue { parts.append("default: \(defaultValue)") }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }

    private func section(_ title: String, _ entries: [(String, String)]) -> String {
        guard !entries.isEmpty else { return "" }
        return entries.reduce("\n\(title):\n") { text, entry in
            let label = String(repeating: " ", count: Self.indent) + entry.0
            let help = wrapped(entry.1, indent: Self.column)
            let fits = label.count < Self.column
            return text + (fits ? label + help.dropFirst(label.count) : label + "\n" + help)
        }
    }

    private func wrapped(_ text: String, indent: Int) -> String {
        wrapped(text.split(separator: " ").map(String.init), first: indent, indent: indent)
    }

    private func wrapped(_ words: [String], first: Int, indent: Int) -> String {
        var lines: [String] = []
        var line = String(repeating: " ", count: first)
        var isEmpty = true
        for word in words {
            if !isEmpty && line.count + 1 + word.count > Self.width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return (lines + [line]).map { $0 + "\n" }.joined()
    }
}

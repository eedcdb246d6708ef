extension CompletionScript {
    /// A function that tells the command typed so far, and a `complete` line for everything it takes.
    var fish: String {
        let name = program.root.name
        let function = "__\(entries[0].identifier)_path"
        var lines = [
            "function \(function)",
            "    set -l path \(fishQuoted(name))",
            "    set -l skip 0",
            "    for word in (commandline -opc)[2..-1]",
            "        if test $skip = 1",
            "            set skip 0",
            "            continue",
            "        end",
            "        switch \"$path $word\"",
        ]
        for entry in entries {
            let path = entry.path.joined(separator: " ")
            for command in entry.command.subcommands {
                lines.append("            case \(fishQuoted(path + " " + command.name))")
                lines.append("                set path \(fishQuoted(path + " " + command.name))")
            }
            let values = options(of: entry).filter { $0.value != nil }.flatMap(spellings)
            guard !values.isEmpty else { continue }
            lines.append("            case " + values.map { fishQuoted(path + " " + $0) }.joined(separator: " "))
            lines.append("                set skip 1")
        }
        lines += ["        end", "    end", "    test \"$path\" = \"$argv[1]\"", "end", "", "complete -c \(name) -f"]
        for entry in entries { lines += fishLines(entry, condition: function) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func fishLines(_ entry: Entry, condition: String) -> [String] {
        let path = entry.path.joined(separator: " ")
        let start = "complete -c \(program.root.name) -n \"\(condition) \(fishQuoted(path))\""
        var lines: [String] = []
        for command in entry.command.subcommands {
            lines.append("\(start) -a \(fishQuoted(command.name)) -d \(fishQuoted(command.abstract))")
        }
        if !entry.command.subcommands.isEmpty { lines.append("\(start) -a help -d 'Show help information.'") }
        let action = entry.command.arguments.last.map { fishAction($0.value, isOption: false) } ?? ""
        if !action.isEmpty { lines.append(start + action) }
        for option in options(of: entry) {
            let short = option.short.map { " -s \($0)" } ?? ""
            let action = option.value.map { fishAction($0, isOption: true) } ?? ""
            lines.append("\(start)\(short) -l \(option.name)\(action) -d \(fishQuoted(option.help))")
        }
        return lines
    }

    private func fishAction(_ value: ValueKind, isOption: Bool) -> String {
        switch value {
        case .file: isOption ? " -r -F" : " -F"
        case .folder: (isOption ? " -x" : "") + " -a '(__fish_complete_directories)'"
        case .choice(let values): (isOption ? " -x" : "") + " -a \(fishQuoted(values.joined(separator: " ")))"
        case .text, .integer: isOption ? " -x" : ""
        }
    }

    /// Fish knows only two escapes between single quotes.
    private func fishQuoted(_ text: String) -> String {
        "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}

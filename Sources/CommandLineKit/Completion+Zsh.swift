extension CompletionScript {
    /// One function a command, each an `_arguments` call.
    var zsh: String {
        let name = program.root.name
        let functions = entries.map { entry in
            let lines = ["_arguments -s -S \(!entry.command.subcommands.isEmpty ? "-C " : "")\\"] + zshArguments(entry)
            return """
                _\(entry.identifier)() {
                    local context state state_descr line
                    typeset -A opt_args
                    \(lines.joined(separator: "\n        "))
                \(zshDispatch(entry))}
                """
        }
        return "#compdef \(name)\n\n" + functions.joined(separator: "\n\n")
            + "\n\nif [[ $funcstack[1] == _\(entries[0].identifier) ]]; then\n    _\(entries[0].identifier) \"$@\"\n"
            + "else\n    compdef _\(entries[0].identifier) \(name)\nfi\n"
    }

    private func zshArguments(_ entry: Entry) -> [String] {
        var specs = options(of: entry).map { option in
            let names = spellings(option)
            let exclusion = option.isRepeatable ? "'*'" : quoted("(" + names.joined(separator: " ") + ")")
            let short = option.short == nil ? names[0] : "{" + names.joined(separator: ",") + "}"
            let equals = option.value == nil || option.short != nil ? "" : "="
            let value = option.value.map { ":\(option.valueName):\(zshAction($0))" } ?? ""
            return "\(exclusion)\(short)\(equals)" + quoted("[\(zshText(option.help))]\(value)")
        }
        if !entry.command.subcommands.isEmpty {
            specs += [quoted("1: :->command"), quoted("*:: :->rest")]
        } else {
            for argument in entry.command.arguments {
                let lead = argument.takesMany ? "*" : argument.arity == .optional ? ":" : ""
                specs.append(quoted("\(lead):\(argument.name):\(zshAction(argument.value))"))
            }
        }
        return specs.enumerated().map { $0.offset == specs.count - 1 ? $0.element : $0.element + " \\" }
    }

    private func zshDispatch(_ entry: Entry) -> String {
        guard !entry.command.subcommands.isEmpty else { return "" }
        let described =
            entry.command.subcommands.map { quoted($0.name + ":" + zshText($0.abstract)) }
            + ["'help:Show help information.'"]
        let cases = entry.command.subcommands.map { command in
            "                \(command.name)) _\(Entry(path: entry.path + [command.name], command: command).identifier) ;;"
        }
        return """
                case $state in
                    command)
                        local -a subcommands=(\(described.joined(separator: " ")))
                        _describe command subcommands ;;
                    rest)
                        case $line[1] in
            \(cases.joined(separator: "\n"))
                        esac ;;
                esac

            """
    }

    private func zshAction(_ value: ValueKind) -> String {
        switch value {
        case .file: "_files"
        case .folder: "_files -/"
        case .choice(let values): "(" + values.joined(separator: " ") + ")"
        case .text, .integer: " "
        }
    }

    /// Brackets and colons end the parts of a specification.
    private func zshText(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

extension CompletionScript {
    /// One function that walks the words to find the command, then offers what that command takes.
    var bash: String {
        let name = program.root.name
        let function = "_" + entries[0].identifier
        return """
            # bash completion for \(name)
            \(function)() {
                local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
                local path=\(quoted(name)) index word skip='' words='' kind=''
                # Bash splits --option=value at the equals sign.
                if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev="${COMP_WORDS[COMP_CWORD-2]}"; fi
                for ((index = 1; index < COMP_CWORD; index++)); do
                    word="${COMP_WORDS[index]}"
                    if [[ -n $skip ]]; then [[ $word == '=' ]] || skip=''; continue; fi
                    case "$path $word" in
            \(bashWalk)
                    esac
                done
                case "$path" in
            \(bashOffers)
                esac
                if [[ $kind == value ]]; then
                    :
                elif [[ $cur == -* ]]; then
                    kind=value
                    words="$flags"
                fi
                local IFS=$'\\n'
                COMPREPLY=()
                case "$kind" in
                    value) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
                    file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
                    folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
                esac
            }
            complete -F \(function) \(name)

            """
    }

    private var bashWalk: String {
        entries.flatMap { entry in
            let path = entry.path.joined(separator: " ")
            let down = entry.command.subcommands.map {
                "\(quoted(path + " " + $0.name))) path=\(quoted(path + " " + $0.name)) ;;"
            }
            let values = options(of: entry).filter { $0.value != nil }.flatMap(spellings).map {
                quoted(path + " " + $0)
            }
            return down + (values.isEmpty ? [] : ["\(values.joined(separator: "|"))) skip=1 ;;"])
        }.map { "            " + $0 }.joined(separator: "\n")
    }

    private var bashOffers: String {
        entries.map { entry in
            let path = entry.path.joined(separator: " ")
            let options = options(of: entry)
            var lines = ["        \(quoted(path)))"]
            lines.append("            local flags=\(lineList(options.flatMap(spellings)))")
            lines.append("            case \"$prev\" in")
            for option in options {
                guard let value = option.value else { continue }
                let names = spellings(option).joined(separator: "|")
                lines.append("                \(names)) \(bashKind(value, isOptionValue: true)) ;;")
            }
            let positional: String
            if !entry.command.subcommands.isEmpty {
                let names = entry.command.subcommands.map(\.name) + ["help"]
                positional = "kind=value words=\(lineList(names))"
            } else {
                positional = entry.command.arguments.last.map { bashKind($0.value, isOptionValue: false) } ?? ":"
            }
            lines.append("                *) if [[ $cur != -* ]]; then \(positional); fi ;;")
            lines.append("            esac ;;")
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private func bashKind(_ value: ValueKind, isOptionValue: Bool) -> String {
        switch value {
        case .file: "kind=file"
        case .folder: "kind=folder"
        case .choice(let values): "kind=value words=\(lineList(values))"
        case .text, .integer: isOptionValue ? "kind=none" : ":"
        }
    }

    private func lineList(_ words: [String]) -> String {
        "$'" + words.joined(separator: "\\n") + "'"
    }
}

/// The shells that completions are made for.
public enum Shell: String, Sendable, CaseIterable {
    /// GNU Bash 3.2 and later.
    case bash
    /// Z shell.
    case zsh
    /// Fish 3 and later.
    case fish
}

/// A script that teaches a shell the commands and options of a program.
struct CompletionScript {
    let program: Program
    let shell: Shell

    var text: String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// A command with the words that lead to it, the program's name first.
    struct Entry {
        var path: [String]
        var command: Command

        /// The path as one word of an identifier.
        var identifier: String {
            path.joined(separator: "_").map { $0.isLetter || $0.isNumber ? $0 : "_" }.map(String.init).joined()
        }
    }

    /// All commands, those above before those below.
    var entries: [Entry] {
        func collect(_ entry: Entry) -> [Entry] {
            [entry] + entry.command.subcommands.flatMap { collect(Entry(path: entry.path + [$0.name], command: $0)) }
        }
        return collect(Entry(path: [program.root.name], command: program.root))
    }

    /// What a command takes: its own options, those of every command, and at the top the version.
    func options(of entry: Entry) -> [Option] {
        let version = entry.path.count == 1 ? [Option.flag("version", help: "Show the version.")] : []
        let help = Option.flag("help", short: "h", help: "Show help information.")
        return entry.command.options + program.globalOptions + version + [help]
    }

    /// `-n` and `--name`.
    func spellings(_ option: Option) -> [String] {
        (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    }
}

/// Text between single quotes for a POSIX shell.
func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}

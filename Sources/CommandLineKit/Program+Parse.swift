extension Program {
    /// Reads the arguments: options anywhere, `--name value`, `--name=value`, `-n value`, `-nvalue`, `--`.
    func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = ArgumentParser(program: self)
        return try parser.parse(arguments)
    }
}

/// One walk over the arguments.
private struct ArgumentParser {
    private let program: Program
    private var command: Command
    /// What `command` takes, with the options of all commands; made once, not at every word.
    private var declared: [Option]
    private var path: [String]
    private var given: [(option: Option, value: String)] = []
    private var positionals: [String] = []
    private var rest: [String] = []
    private var position = 0
    private var wantsHelp = false

    init(program: Program) {
        self.program = program
        command = program.root
        declared = []
        path = [program.root.name]
    }

    mutating func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        if let text = try informationText(arguments) { return .print(text) }
        enter(program.root)
        while position < arguments.count {
            let word = arguments[position]
            position += 1
            if word == "--" {
                rest = Array(arguments[position...])
                break
            } else if word.hasPrefix("--") {
                try takeLong(word.dropFirst(2), arguments)
            } else if word.hasPrefix("-") && word != "-" {
                try takeShort(word.dropFirst(), arguments)
            } else if command.run == nil || !command.subcommands.isEmpty {
                try descend(word)
            } else {
                positionals.append(word)
            }
        }
        guard command.run != nil, !wantsHelp else {
            if let word = rest.first { throw error("Unexpected argument '\(word)'") }
            return .print(HelpText(program: program, commandPath: path).text)
        }
        return .run(command, try check())
    }

    /// Help, version and completions come first, whatever else is wrong.
    private func informationText(_ arguments: [String]) throws(UsageError) -> String? {
        let words = Array(arguments.prefix { $0 != "--" })
        if let index = words.firstIndex(where: { $0.prefix { $0 != "=" } == "--generate-completion-script" }) {
            return try completionScript(words[index], next: words.dropFirst(index + 1).first)
        }
        if words.contains("--help") || words.contains("-h") {
            return HelpText(program: program, commandPath: commandPath(words)).text
        }
        return words.contains("--version") ? program.version + "\n" : nil
    }

    /// The command that the words lead to, as far as they make sense.
    private func commandPath(_ words: [String]) -> [String] {
        var path = [program.root.name]
        var group = program.root
        var isValue = false
        for word in words {
            if isValue {
                isValue = false
            } else if word.hasPrefix("-") {
                let options = group.options + program.globalOptions
                isValue = options.contains { option in
                    option.value != nil && ("--\(option.name)" == word || option.short.map { "-\($0)" } == word)
                }
            } else if let next = group.subcommands.first(where: { $0.name == word }) {
                group = next
                path.append(word)
            } else if word != "help" {
                break
            }
        }
        return path
    }

    private func completionScript(_ word: String, next: String?) throws(UsageError) -> String {
        let name = word.contains("=") ? String(word.drop { $0 != "=" }.dropFirst()) : next ?? ""
        guard let shell = Shell(rawValue: name) else {
            throw error("The shell '\(name)' is not known. Please provide one of 'bash', 'zsh' or 'fish'.")
        }
        return CompletionScript(program: program, shell: shell).text
    }

    private mutating func descend(_ word: String) throws(UsageError) {
        if word == "help" {
            wantsHelp = true
            return
        }
        guard let next = command.subcommands.first(where: { $0.name == word }) else {
            let names = command.subcommands.map(\.name) + ["help"]
            let hint = suggestion(for: word, among: names).map { " Did you mean '\($0)'?" } ?? ""
            throw error("Unknown subcommand '\(word)'.\(hint)")
        }
        if let option = given.first(where: { own in command.options.contains { $0.name == own.option.name } })?.option {
            throw error("'--\(option.name)' and the subcommand '\(word)' cannot be used together")
        }
        enter(next)
        path.append(word)
    }

    private mutating func enter(_ next: Command) {
        command = next
        declared = next.options + program.globalOptions
    }

    private mutating func takeLong(_ word: Substring, _ arguments: [String]) throws(UsageError) {
        let name = String(word.prefix { $0 != "=" })
        let value = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
        guard let option = declared.first(where: { $0.name == name }) else {
            let names = declared.map(\.name) + ["help", "version"]
            // Without a value these two are answered before anything else.
            guard name != "help", name != "version" else { throw error("The flag '--\(name)' takes no value") }
            let hint = suggestion(for: name, among: names).map { " Did you mean '--\($0)'?" } ?? ""
            // What follows `=` is not repeated: it may be a secret that found no other way in.
            throw error("Unknown option '--\(name)'.\(hint)")
        }
        if option.value == nil {
            guard value == nil else { throw error("The flag '--\(name)' takes no value") }
            given.append((option, ""))
        } else {
            let taken: String
            if let value { taken = value } else { taken = try nextValue(of: option, arguments) }
            given.append((option, taken))
        }
    }

    private mutating func takeShort(_ word: Substring, _ arguments: [String]) throws(UsageError) {
        var letters = word
        while let letter = letters.popFirst() {
            guard let option = declared.first(where: { $0.short == letter }) else {
                throw error("Unknown option '-\(letter)'")
            }
            if option.value == nil {
                given.append((option, ""))
                continue
            }
            if letters.isEmpty {
                given.append((option, try nextValue(of: option, arguments)))
            } else {
                given.append((option, String(letters.first == "=" ? letters.dropFirst() : letters)))
            }
            return
        }
    }

    private mutating func nextValue(of option: Option, _ arguments: [String]) throws(UsageError) -> String {
        guard position < arguments.count, arguments[position] == "-" || !arguments[position].hasPrefix("-") else {
            throw error("Missing value for '\(option.synopsis)'")
        }
        position += 1
        return arguments[position - 1]
    }

    private func check() throws(UsageError) -> ParsedArguments {
        let arguments = command.arguments
        var parsed = ParsedArguments(commandPath: path, options: declared, arguments: arguments)
        for (option, value) in given {
            if let kind = option.value { try check(value, kind, "'\(option.synopsis)'") }
            guard option.isRepeatable || !parsed.isGiven(option.name) else {
                throw error("The option '--\(option.name)' may be given once")
            }
            parsed.add(value, to: option.name)
        }
        for option in declared where option.isRequired && !parsed.isGiven(option.name) {
            throw error("Missing expected argument '\(option.synopsis)'")
        }
        for group in command.exclusive {
            let names = group.filter { parsed.isGiven($0) }.map { "'--\($0)'" }
            guard names.count < 2 else { throw error("\(list(names, "and")) cannot be used together") }
        }
        if command.passthrough == nil {
            parsed.positionals = positionals + rest
        } else {
            parsed.positionals = positionals
            parsed.passthrough = rest
        }
        try checkPositionals(parsed, arguments)
        return parsed
    }

    private func checkPositionals(_ parsed: ParsedArguments, _ arguments: [Argument]) throws(UsageError) {
        for (index, argument) in arguments.enumerated() {
            let left = parsed.positionals.dropFirst(index)
            let values = argument.takesMany ? left : left.prefix(1)
            for value in values { try check(value, argument.value, "'<\(argument.name)>'") }
            guard !values.isEmpty || !argument.isRequired else {
                throw error("Missing expected argument '<\(argument.name)>'")
            }
        }
        if arguments.last?.takesMany != true, parsed.positionals.count > arguments.count {
            throw error("Unexpected argument '\(parsed.positionals[arguments.count])'")
        }
        if let passthrough = command.passthrough, passthrough.isRequired, parsed.passthrough.isEmpty {
            throw error("Missing expected argument '-- \(passthrough.synopsis)'")
        }
    }

    private func check(_ value: String, _ kind: ValueKind, _ what: String) throws(UsageError) {
        switch kind {
        case .text: break
        case .file, .folder:
            if value.isEmpty { throw error("The value for \(what) is empty") }
        case .choice(let allowed):
            guard !allowed.contains(value) else { return }
            let names = list(allowed.map { "'\($0)'" }, "or")
            throw error("The value '\(value)' is invalid for \(what). Please provide one of \(names).")
        case .integer(let range):
            guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(value),
                range.contains(number)
            else {
                let bounds = "an integer from \(range.lowerBound) to \(range.upperBound)"
                throw error("The value '\(value)' is invalid for \(what). Please provide \(bounds).")
            }
        }
    }

    private func error(_ message: String) -> UsageError { UsageError(message: message, commandPath: path) }

    private func list(_ words: [String], _ last: String) -> String {
        words.count < 2
            ? words.joined() : words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
    }
}

import Testing

/// The whole help of every command, as `--help`, `-h` and `help` print it.
@Suite struct HelpTests {
    @Test(arguments: helpTexts.map(\.command)) func help(_ command: String) throws {
        let text = try #require(helpTexts.first { $0.command == command }?.text)
        let shop = try Workshop()
        try shop.expect("syncwire help \(command)", prints: text)
        try shop.expect("syncwire \(command) --help", prints: text)
        try shop.expect("syncwire \(command) -h nonsense", prints: text)
    }

    /// A command that is not in the table above would not be looked at.
    @Test func helpIsComplete() throws {
        let known = Set(helpTexts.map(\.command))
        for (command, text) in helpTexts {
            let lines = text.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
            for line in lines where line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.hasPrefix("  See") {
                let name = String(line.split(separator: " ")[0])
                #expect(known.contains(command.isEmpty ? name : "\(command) \(name)"))
            }
        }
    }

    @Test func groupsAndVersion() throws {
        let shop = try Workshop()
        try shop.expect("syncwire", prints: helpTexts[0].text)
        try shop.expect("syncwire --version", prints: "0.1.0\n")
        try shop.expect(
            "syncwire sael in -o out", status: 64,
            errors: """
                Error: Unknown subcommand 'sael'. Did you mean 'seal'?
                Usage: syncwire <subcommand>
                  See 'syncwire --help' for more information.

                """)
        for shell in ["bash", "zsh", "fish"] {
            let outcome = try shop.run("syncwire --generate-completion-script \(shell)")
            #expect(outcome.status == 0 && outcome.output.contains("recipient-key") && outcome.errors.isEmpty)
        }
        try shop.expect("syncwire --generate-completion-script bash | bash -n")
    }
}

import CommandLineKit
import Testing

@Suite struct HelpTests {
    @Test func rootHelp() {
        let expected = """
            OVERVIEW: Pack and unpack boxes

            USAGE: tool <subcommand>

            OPTIONS:
              --color <when>          When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              --generate-completion-script <shell>
                                      Print completions for bash, zsh or fish.
              -h, --help              Show help information.

            SUBCOMMANDS:
              pack                    Pack a thing into a box
              labels                  Make and check labels
              drive                   Run another program
              fail                    Fail in a way of choice

              See 'tool help <subcommand>' for detailed help.

            """
        for arguments in [
            [], ["--help"], ["-h"], ["help"], ["help", "--help"], ["help", "help"], ["--color", "always", "-h"],
        ] {
            #expect(run(arguments) == RunResult(code: .success, output: expected), "\(arguments)")
        }
    }

    @Test func commandHelp() {
        let expected = """
            OVERVIEW: Pack a thing into a box

            The box is written only when everything went well, so that a reader never sees
            half of it.

            USAGE: tool pack [--key <file>] ... [--codec <codec>] [--level <level>]
                   [--secret-file <file>] [--force] [--verbose] --output <file> <in>

            ARGUMENTS:
              <in>                    What to pack, or - for standard input.

            OPTIONS:
              -k, --key <file>        A key.
              --codec <codec>         How to compress. (values: gzip, deflate, identity;
                                      default: gzip)
              -l, --level <level>     How hard to try.
              --secret-file <file>    Where the passphrase is.
              -f, --force             Overwrite the box.
              -v, --verbose           Say more.
              -o, --output <file>     The box.
              --color <when>          When to use colors. (values: auto, always, never;
                                      default: auto)
              -h, --help              Show help information.

            """
        let spellings = [
            ["help", "pack"], ["pack", "--help"], ["pack", "-h"], ["pack", "--bogus", "x", "y", "-h"],
            ["--color", "never", "pack", "--help"], ["pack", "help", "--help"],
        ]
        for arguments in spellings {
            #expect(run(arguments) == RunResult(code: .success, output: expected), "\(arguments)")
        }
    }

    @Test func helpOfNestedCommands() {
        let group = """
            OVERVIEW: Make and check labels

            USAGE: tool labels <subcommand>

            OPTIONS:
              --color <when>          When to use colors. (values: auto, always, never;
                                      default: auto)
              -h, --help              Show help information.

            SUBCOMMANDS:
              make                    Make labels
              check                   Check labels

              See 'tool help labels <subcommand>' for detailed help.

            """
        for arguments in [["labels"], ["labels", "--help"], ["help", "labels"], ["labels", "help"]] {
            #expect(run(arguments) == RunResult(code: .success, output: group), "\(arguments)")
        }
        let check = """
            OVERVIEW: Check labels

            USAGE: tool labels check [<folder>]

            ARGUMENTS:
              <folder>                The labels. (default: .)

            OPTIONS:
              --color <when>          When to use colors. (values: auto, always, never;
                                      default: auto)
              -h, --help              Show help information.

            """
        for arguments in [["help", "labels", "check"], ["labels", "help", "check"], ["labels", "check", "-h"]] {
            #expect(run(arguments) == RunResult(code: .success, output: check), "\(arguments)")
        }
        let drive = run(["drive", "--help"]).output
        #expect(drive.contains("USAGE: tool drive [--once] -- <command> ...\n"))
        #expect(drive.contains("\n  -- <command> ...        The program and its arguments.\n"))
    }

    @Test func version() {
        for arguments in [["--version"], ["pack", "--version"]] {
            #expect(run(arguments) == RunResult(code: .success, output: "tool 1.2.3\n"))
        }
    }

    /// More than six optional options are not all listed in the usage.
    @Test func longUsageIsShortened() {
        let options = (1...7).map { Option.flag("flag\($0)", help: "One.") }
        let required = Option.option("name", help: "A name.", isRequired: true)
        let program = Program(
            Command("many", abstract: "Take many", options: options + [required]) { _ in .success }, version: "1")
        var output = ""
        _ = program.run(["--help"], output: { output += $0 }, errors: { _ in })
        #expect(output.contains("\nUSAGE: many [<options>] --name <name>\n"))
    }

    @Test func helpIsNeverWiderThan80Columns() {
        for arguments in [["help"], ["help", "pack"], ["help", "labels", "check"], ["help", "drive"]] {
            for line in run(arguments).output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }
}

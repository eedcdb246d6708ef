import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite struct CompletionTests {
    @Test func bashTakesTheScript() throws { try checkSyntax("bash", "-n") }

    @Test(.enabled(if: Tool.isInstalled("zsh"), "needs zsh")) func zshTakesTheScript() throws {
        try checkSyntax("zsh", "-n")
    }

    @Test(.enabled(if: Tool.isInstalled("fish"), "needs fish")) func fishTakesTheScript() throws {
        try checkSyntax("fish", "--no-execute")
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func bothSpellingsGiveTheScript(shell: String) {
        let script = run(["--generate-completion-script", shell]).output
        #expect(script.count > 500)
        #expect(run(["--generate-completion-script=\(shell)"]).output == script)
        #expect(run(["--generate-completion-scripts", shell]).code == .usage)
    }

    private func checkSyntax(_ shell: String, _ flag: String) throws {
        try withFolder { folder throws in
            let script = folder + "/script"
            try run(["--generate-completion-script", shell]).output.write(
                toFile: script, atomically: true, encoding: .utf8)
            let result = try Tool.run([shell, flag, script])
            #expect(result.status == 0, "\(result.printed)")
            #expect(result.printed.isEmpty)
        }
    }

    /// What bash itself offers, by calling its completion function as it does.
    @Test func bashOffersTheRightWords() throws {
        let cases: [(line: [String], expected: [String])] = [
            (["tool", ""], ["pack", "labels", "drive", "fail", "help"]),
            (["tool", "l"], ["labels"]),
            (["tool", "--v"], ["--version"]),
            (["tool", "help", "pa"], ["pack"]),
            (["tool", "labels", ""], ["make", "check", "help"]),
            (["tool", "--color", "a"], ["auto", "always"]),
            (["tool", "--color", "never", "labels", "c"], ["check"]),
            (["tool", "pack", "--co"], ["--codec", "--color"]),
            (["tool", "pack", "--codec", ""], ["gzip", "deflate", "identity"]),
            (["tool", "pack", "--codec", "=", "d"], ["deflate"]),
            (["tool", "pack", "--codec", "="], ["gzip", "deflate", "identity"]),
            (["tool", "pack", "--codec", "=", "gzip", "--ou"], ["--output"]),
            (["tool", "pack", "--output", "o"], ["one file.txt"]),
            (["tool", "pack", "o"], ["one file.txt"]),
            (["tool", "pack", "--level", ""], []),
            (["tool", "labels", "check", ""], ["folder"]),
            (["tool", "labels", "make", ""], []),
            (["tool", "drive", "--o"], ["--once"]),
        ]
        try withFolder { folder throws in
            try run(["--generate-completion-script", "bash"]).output
                .write(toFile: folder + "/script", atomically: true, encoding: .utf8)
            let files = folder + "/files"
            try FileManager.default.createDirectory(atPath: files + "/folder", withIntermediateDirectories: true)
            try "x".write(toFile: files + "/one file.txt", atomically: true, encoding: .utf8)
            for known in cases {
                let words = known.line.map { "'\($0)'" }.joined(separator: " ")
                let call = """
                    cd '\(files)'; source ../script; COMP_WORDS=(\(words)); COMP_CWORD=\(known.line.count - 1)
                    _tool; for word in "${COMPREPLY[@]}"; do echo "$word"; done
                    """
                let result = try Tool.run(["bash", "--norc", "-c", call])
                #expect(result.printed.split(separator: "\n").map(String.init) == known.expected, "\(known.line)")
            }
        }
    }

    /// What fish itself offers.
    @Test(.enabled(if: Tool.isInstalled("fish"), "needs fish")) func fishOffersTheRightWords() throws {
        let cases: [(line: String, expected: [String])] = [
            ("tool ", ["drive", "fail", "help", "labels", "pack"]),
            ("tool labels ", ["check", "help", "make"]),
            ("tool --color never labels c", ["check"]),
            ("tool pack --codec ", ["deflate", "gzip", "identity"]),
            ("tool pack --cod", ["--codec"]),
        ]
        try withFolder { folder throws in
            try run(["--generate-completion-script", "fish"]).output
                .write(toFile: folder + "/script", atomically: true, encoding: .utf8)
            for known in cases {
                let call = "source \(folder)/script; complete -C '\(known.line)'"
                let result = try Tool.run(["fish", "--no-config", "-c", call])
                let words = result.printed.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
                #expect(words.sorted() == known.expected, "\(known.line)")
            }
        }
    }
}

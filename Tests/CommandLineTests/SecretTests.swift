import Foundation
import Testing

/// CL-6, CL-15: secrets come from files, descriptors and prompts, and are seen nowhere else. `Workshop.run` looks for
/// them in the output of every test of this target.
@Suite struct SecretTests {
    /// A process that has read a key and waits for its input: its arguments do not hold the key, and when it crashes it
    /// writes neither a core dump nor Swift's backtrace, which shows memory.
    #if os(Linux)
        @Test func waitingProcess() throws {
            let shop = try Workshop()
            try shop.writeSecrets()
            let outcome = try shop.run(
                """
                ulimit -c unlimited; mkfifo in; exec 9<> in
                syncwire open --key key in -o - & process=$!
                i=0
                while ! grep -q '^Max core file size  *1  *1 ' /proc/$process/limits && [ $i -lt 200 ]; do
                    sleep 0.05; i=$((i+1))
                done
                sleep 0.2; cat /proc/$process/coredump_filter; tr '\\0' ' ' < /proc/$process/cmdline; echo
                kill -ABRT $process; wait $process 2> /dev/null; echo $?
                """)
            let lines = ["00000000", "syncwire open --key key in -o - ", "134"]
            #expect(outcome == Outcome(status: 0, output: lines.map { $0 + "\n" }.joined(), errors: ""))
            #expect(shop.names == ["in", "key", "words"])
        }

        /// The same with a command that reads no secret: there this system does write a dump, so that its absence above
        /// means something. Where dumps go elsewhere, only the limit is checked.
        @Test func processWithoutSecret() throws {
            let shop = try Workshop()
            let script = """
                export SWIFT_BACKTRACE=enable=no; ulimit -c unlimited; mkfifo in; exec 9<> in
                syncwire canonicalize in & process=$!
                sleep 0.5; grep -c '^Max core file size  *unlimited' /proc/$process/limits
                kill -ABRT $process; wait $process 2> /dev/null; echo $?
                """
            #expect(try shop.run(script) == Outcome(status: 0, output: "1\n134\n", errors: ""))
            if try String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8) == "core\n" {
                #expect(shop.names.contains { $0.hasPrefix("core") })
            }
        }

        /// A signal that ends the program leaves nothing of its output.
        @Test func signals() throws {
            let shop = try Workshop()
            try shop.writeSecrets()
            let outcome = try shop.run(
                """
                mkfifo in; exec 9<> in
                syncwire open --key key in -o out & process=$!
                i=0; while ! ls -a | grep -q tmp && [ $i -lt 200 ]; do sleep 0.05; i=$((i+1)); done
                ls -a | grep -c tmp
                kill -TERM $process; wait $process 2> /dev/null; echo $?; ls -a | grep -c tmp
                """)
            #expect(outcome == Outcome(status: 1, output: "1\n143\n0\n", errors: ""))
            #expect(shop.names == ["in", "key", "words"])
        }
    #endif

    /// Without options and without a terminal nothing is asked for.
    @Test func noTerminal() throws {
        let shop = try Workshop()
        try shop.write("in", "{}")
        func expect(_ command: String, _ names: String, _ usage: String) throws {
            try shop.expect(
                "setsid -w syncwire \(command) in -o out", status: 64,
                errors:
                    "Error: there is no terminal to ask for a passphrase on; give \(names)\nUsage: syncwire \(usage)\n")
        }
        let names = "--key, --passphrase-file or --passphrase-fd"
        try expect(
            "open", names, "open [<options>] --output <file> <in>\n  See 'syncwire open --help' for more information.")
        try expect(
            "seal", names, "seal [<options>] --output <file> <in>\n  See 'syncwire seal --help' for more information.")
        try shop.write("key", KnownAnswer.key)
        try shop.write("in", KnownAnswer.archive())
        try expect(
            "rewrap --key key", "--new-key, --new-passphrase-file or --new-passphrase-fd",
            "rewrap [<options>] --output <file> <in>\n  See 'syncwire rewrap --help' for more information.")
    }

    /// On a terminal seal asks twice, open once, and nothing of what is typed is shown.
    #if os(Linux)
        @Test func prompts() throws {
            let shop = try Workshop()
            try shop.write("in", "{}")
            let words = Workshop.passphrase
            func type(_ lines: [String], _ command: String) throws -> Outcome {
                // Each line waits for its prompt: what comes before it is thrown away.
                try shop.write("lines", lines.map { $0 + "\n" }.joined())
                return try shop.run(
                    """
                    mkfifo typed; : > shown; exec 8<> typed
                    script -qefc 'syncwire \(command)' /dev/null < typed > shown & script=$!
                    n=0
                    while IFS= read -r line; do
                        n=$((n+1)); i=0
                        while [ $(tr -cd : < shown | wc -c) -lt $n ] && [ $i -lt 200 ]; do sleep 0.05; i=$((i+1)); done
                        sleep 0.05; printf '%s\\n' "$line" >&8
                    done < lines
                    wait $script; code=$?; cat shown; rm typed lines shown; exit $code
                    """)
            }
            let seal = "seal --iterations 210000 in -o archive"
            #expect(
                try type([words, words + "x"], seal)
                    == Outcome(
                        status: 65, output: "Passphrase: \r\nPassphrase again: \r\nError: the two entries differ\r\n",
                        errors: ""))
            #expect(shop.names == ["in"])
            #expect(
                try type([words, words], seal)
                    == Outcome(status: 0, output: "Passphrase: \r\nPassphrase again: \r\n", errors: ""))
            #expect(
                try type([words], "open archive -o -") == Outcome(status: 0, output: "Passphrase: \r\n{}", errors: ""))
            let refused = "Passphrase: \r\nError: \(Workshop.refusal)\r\n"
            #expect(try type([words + " "], "open archive -o out") == Outcome(status: 77, output: refused, errors: ""))
            #expect(shop.names == ["archive", "in"])
        }

        /// CL-5: binary output is not written to a terminal.
        @Test func binaryOnTerminal() throws {
            let shop = try Workshop()
            try shop.writeSecrets()
            try shop.write("in", "{}")
            try shop.expect("syncwire seal --key key --type attachment in -o attachment")
            func onTerminal(_ command: String) throws -> Outcome {
                try shop.run("script -qefc 'syncwire \(command)' /dev/null")
            }
            let refused = "Error: not writing binary data to a terminal; give a file or a pipe\r\n"
            for command in [
                "seal --key key in -o -", "rewrap --key key --new-key key attachment -o -",
                "seal --key key in -o /dev/tty",
            ] {
                #expect(try onTerminal(command) == Outcome(status: 73, output: refused, errors: ""))
            }
            #expect(
                try onTerminal("open --key key attachment -o -")
                    == Outcome(
                        status: 73, output: "Error: not writing an attachment to a terminal; give a file or a pipe\r\n",
                        errors: ""))
            try shop.expect("syncwire seal --key key in -o archive")
            #expect(try onTerminal("open --key key archive -o -") == Outcome(status: 0, output: "{}", errors: ""))
        }
    #endif
}

#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// SC-1, SC-2, SC-3: what the memory of a process holds that has read a secret, and who may look at it.
    @Suite struct SecretMemoryTests {
        /// Reads the memory of a process and says of each secret how often it is there, in pages that are not locked and in
        /// those that are. What comes from a file, such as the tables of a library, is not looked at.
        private static let search = """
            import re, sys
            pid, secrets = sys.argv[1], [bytes.fromhex(text) for text in sys.argv[2:]]
            ranges, locked = [], False
            for line in open(f"/proc/{pid}/smaps"):
                if re.match("[0-9a-f]+-[0-9a-f]+ ", line):
                    place, rights = line.split()[:2]
                    if len(line.split()) > 5 and line.split()[5].startswith("/"):
                        rights = ""
                    start, end = (int(part, 16) for part in place.split("-"))
                elif line.startswith("VmFlags:") and "w" in rights:
                    ranges.append((start, end, "lo" in line.split()))
            memory = open(f"/proc/{pid}/mem", "rb")
            for secret in secrets:
                counts = [0, 0]
                for start, end, is_locked in ranges:
                    try:
                        memory.seek(start)
                        counts[is_locked] += memory.read(end - start).count(secret)
                    except (OSError, OverflowError, ValueError):
                        pass
                print(*counts)
            """

        /// Waits until a process has nothing to do but to read its input, and looks for secrets in its memory.
        private static func look(_ command: String, feed: String, for secrets: [[UInt8]]) throws -> Outcome {
            let shop = try Workshop.withKnownAnswer()
            try shop.write("search.py", search)
            return try shop.run(
                """
                mkfifo in; exec 9<> in; \(feed) >&9
                syncwire \(command) & process=$!
                i=0
                while ! grep -q 'pipe_read\\|pipe_wait\\|wait_for' /proc/$process/wchan && [ $i -lt 40 ]; do
                    sleep 0.05; i=$((i+1))
                done
                sleep 1
                '\(Tool.python3)' search.py $process \(secrets.map { hex($0) }.joined(separator: " "))
                code=$?; kill -KILL $process; wait $process 2> /dev/null; exit $code
                """)
        }

        /// The key is in pages that are never swapped out, and nowhere else, and so is the content key as long as it is needed;
        /// the key's text is gone, and so is the passphrase but for one copy.
        @Test(.enabled(if: getuid() == 0, "only root may read the memory of such a process"))
        func secretsInMemory() throws {
            let key = bytes(hex: KnownAnswer.key)
            let contentKey = (0x40..<0x60).map { UInt8($0) }
            let opened = try Self.look(
                "open --key known in -o -", feed: "head -c 230 archive",
                for: [key, contentKey, Array(KnownAnswer.key.utf8)])
            #expect(opened.status == 0, "\(opened.errors)")
            let counts = opened.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
            try #require(counts.count == 3 && counts.allSatisfy { $0.count == 2 }, "\(opened)")
            #expect(counts[0][0] == 0 && counts[0][1] >= 1, "the key: \(counts[0])")
            #expect(counts[1][0] == 0, "the content key: \(counts[1])")
            #expect(counts[2] == [0, 0], "the key file's text: \(counts[2])")
            let words = Array(Workshop.passphrase.utf8)
            let waiting = try Self.look("open --passphrase-file words in -o -", feed: ":", for: [words])
            #expect(waiting == Outcome(status: 0, output: "0 1\n", errors: ""))
        }

        /// What runs a command as a user without rights, for whom alone the files in /proc say something.
        private static let other = getuid() == 0 ? "setpriv --reuid 65534 --clear-groups" : ""
        private static var canRunAsOther: Bool {
            (try? Workshop().run("\(other) syncwire --version"))?.status == 0
        }

        /// Of a process that has read a secret, what /proc shows of it belongs to the system: no other process of its user can
        /// attach to it, and it writes no core dump.
        @Test(.enabled(if: canRunAsOther, "needs a user without rights who may run the program"))
        func processIsClosed() throws {
            let shop = try Workshop.withKnownAnswer()
            let other = Self.other
            let outcome = try shop.run(
                """
                mkfifo in; chmod 755 .; chmod 644 *; chmod 666 in; exec 9<> in
                for command in 'canonicalize in' 'open --key known in -o -'; do
                    \(other) syncwire $command & process=$!
                    sleep 1
                    [ $(stat -c %u /proc/$process/environ) = 0 ] && echo closed || echo open
                    kill -KILL $process; wait $process 2> /dev/null
                done; exit 0
                """)
            #expect(outcome == Outcome(status: 0, output: "open\nclosed\n", errors: ""))
        }

        /// SC-2: where the system locks no memory, everything works as before.
        @Test func withoutLockedMemory() throws {
            let shop = try Workshop.withKnownAnswer()
            try shop.expect(
                "ulimit -l 0; syncwire open --key known archive -o -", prints: KnownAnswer.plaintext)
        }
    }
#endif

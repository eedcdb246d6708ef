import CommandLineKit
import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct TerminalTests {
    @Test func colorIsForTerminalsThatWantIt() {
        let cases: [(policy: ColorPolicy, isTerminal: Bool, noColor: String?, term: String?, expected: Bool)] = [
            (.auto, true, nil, "xterm", true), (.auto, false, nil, "xterm", false), (.auto, true, "1", "xterm", false),
            (.auto, true, "", "xterm", true), (.auto, true, nil, "dumb", false), (.auto, true, nil, nil, false),
            (.always, false, "1", "dumb", true), (.never, true, nil, "xterm", false),
        ]
        for known in cases {
            let result = known.policy.decide(isTerminal: known.isTerminal, noColor: known.noColor, term: known.term)
            #expect(result == known.expected, "\(known)")
        }
        #expect(TextStyle.red.applied(to: "no", usesColor: true) == "\u{1B}[31mno\u{1B}[0m")
        #expect(TextStyle.red.applied(to: "no", usesColor: false) == "no")
    }

    @Test func terminalsAreKnown() throws {
        let terminal = try PseudoTerminal()
        let descriptor = open(terminal.path, O_RDWR | O_NOCTTY)
        defer { close(descriptor) }
        #expect(Terminal.isTerminal(descriptor))
        #expect(Terminal.width(descriptor) == 80)
        var size = winsize(ws_row: 24, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(terminal.master, UInt(TIOCSWINSZ), &size) == 0)
        #expect(Terminal.width(descriptor) == 132)
        let null = open("/dev/null", O_RDWR)
        defer { close(null) }
        #expect(!Terminal.isTerminal(null))
        #expect(Terminal.width(null) == 80)
    }

    /// Nothing in the first second, ten times a second after it, and nothing left at the end.
    @Test func progressIsShownAfterASecond() {
        let written = Mutex<[String]>([])
        var now = Duration.zero
        do {
            var bar = ProgressBar(
                "Sealing", total: 200, width: 40, isVisible: true, elapsed: { now },
                write: { text in written.withLock { $0.append(text) } })
            for (milliseconds, done) in [
                (0, 0), (999, 40), (1_000, 50), (1_050, 60), (1_099, 70), (1_100, 100), (1_200, 200),
            ] {
                now = .milliseconds(milliseconds)
                bar.update(UInt64(done))
            }
        }
        #expect(
            written.withLock { $0 } == [
                "\rSealing [######------------------]  25%\u{1B}[K",
                "\rSealing [############------------]  50%\u{1B}[K",
                "\rSealing [########################] 100%\u{1B}[K",
                "\r\u{1B}[K",
            ])
    }

    /// Bytes have a rate, and a time that is left at that rate.
    @Test func progressOfBytesShowsRateAndTime() {
        let cases: [(total: UInt64, done: UInt64, seconds: Int, width: Int, line: String)] = [
            (270_000_000, 120_000_000, 1, 50, "Sealing [######--------]  44% 120 MB/s 0:02 left"),
            (2_000_000_000, 15_000_000, 2, 50, "Sealing [--------------]   0% 7.5 MB/s 4:25 left"),
            (90_000_000_000, 40_000_000, 2, 50, "Sealing [-------------]   0% 20 MB/s 1:14:58 left"),
            (1_000_000, 1_000_000, 4, 50, "Sealing [##############] 100% 0.3 MB/s 0:00 left"),
            (100, 0, 1, 50, "Sealing [----------------------------------]   0%"),
            (100, 50, 1, 20, "Sealing  50% 0.0 MB"), (0, 25_000_000, 2, 50, "Sealing 25 MB 13 MB/s"),
            (0, 0, 2, 50, "Sealing 0"),
        ]
        for known in cases {
            let written = Mutex<[String]>([])
            do {
                var bar = ProgressBar(
                    "Sealing", total: known.total, of: .bytes, width: known.width, isVisible: true,
                    elapsed: { .seconds(known.seconds) }, write: { text in written.withLock { $0.append(text) } })
                bar.update(known.done)
            }
            #expect(written.withLock { $0.first } == "\r\(known.line)\u{1B}[K")
        }
    }

    /// A line can be printed where the bar was, which comes back with the next update.
    @Test func progressCanBeHidden() {
        let written = Mutex<[String]>([])
        do {
            var bar = ProgressBar(
                "Work", total: 0, width: 40, isVisible: true, elapsed: { .seconds(1) },
                write: { text in written.withLock { $0.append(text) } })
            bar.hide()
            bar.update(1)
            bar.hide()
            bar.hide()
            bar.update(2)
        }
        let erased = "\r\u{1B}[K"
        #expect(written.withLock { $0 } == ["\rWork 1\u{1B}[K", erased, "\rWork 2\u{1B}[K", erased])
    }

    @Test func progressFitsAndCanBeUnknown() {
        let cases: [(total: UInt64, width: Int, isVisible: Bool, expected: [String])] = [
            (0, 40, true, ["\rWork 7\u{1B}[K", "\r\u{1B}[K"]),
            (10, 12, true, ["\rWork  70%\u{1B}[K", "\r\u{1B}[K"]),
            (10, 6, true, ["\rWork \u{1B}[K", "\r\u{1B}[K"]),
            (10, 40, false, []),
        ]
        for known in cases {
            let written = Mutex<[String]>([])
            do {
                var bar = ProgressBar(
                    "Work", total: known.total, width: known.width, isVisible: known.isVisible,
                    elapsed: { .seconds(2) }, write: { text in written.withLock { $0.append(text) } })
                bar.update(7)
            }
            #expect(written.withLock { $0 } == known.expected)
        }
    }

    /// CL-6: a typed passphrase is asked for, read, and never shown.
    @Test func promptReadsWithoutEcho() throws {
        let cases: [(typed: [String], again: String?, expected: String?)] = [
            (["correct horse"], nil, "correct horse"), (["päss"], nil, "päss"), ([""], nil, ""),
            (["same", "same"], "Again: ", "same"), (["one", "other"], "Again: ", nil),
        ]
        for known in cases {
            let terminal = try PseudoTerminal()
            let typist = Typist(terminal, known.typed)
            var found: String?
            do throws(CommandLineError) {
                let secret = try SecretInput.prompt("Passphrase: ", again: known.again, terminal: terminal.path)
                found = String(decoding: secret, as: UTF8.self)
            } catch {
                #expect(error == CommandLineError(.malformedInput, "the two entries differ"))
            }
            #expect(found == known.expected)
            let screen = typist.screen()
            let prompts = ["Passphrase: ", known.again].compactMap { $0 }.map { $0 + "\r\n" }.joined()
            #expect(screen == prompts)
        }
        let error = #expect(throws: CommandLineError.self) {
            try SecretInput.prompt("Passphrase: ", again: nil, terminal: "/dev/null")
        }
        #expect(error?.exitCode == .cannotOpen)
    }

    /// Echo is on again afterwards.
    @Test func promptRestoresTheTerminal() throws {
        let terminal = try PseudoTerminal()
        let descriptor = open(terminal.path, O_RDWR | O_NOCTTY)
        defer { close(descriptor) }
        var before = termios()
        try #require(tcgetattr(descriptor, &before) == 0)
        let typist = Typist(terminal, ["x"])
        _ = try SecretInput.prompt("? ", again: nil, terminal: terminal.path)
        _ = typist.screen()
        var after = termios()
        try #require(tcgetattr(descriptor, &after) == 0)
        #expect(before.c_lflag == after.c_lflag)
        #expect(after.c_lflag & tcflag_t(ECHO) != 0)
    }

    /// The way for file systems without links.
    @Test func nameIsClaimedWithoutLinks() throws {
        try withFolder { folder throws in
            let file = try #require(TemporaryFile(folder: folder, mode: 0o600))
            try "kept".write(toFile: folder + "/taken", atomically: false, encoding: .utf8)
            #expect(!file.claimAndReplace(folder + "/taken"))
            #expect(errno == EEXIST)
            #expect(try contents(folder + "/taken") == Array("kept".utf8))
            #expect(file.claimAndReplace(folder + "/free"))
            #expect(try names(in: folder) == ["free", "taken"])
        }
    }
}

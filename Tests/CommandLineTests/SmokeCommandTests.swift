import Testing

/// `testee smoke`, as someone who writes a port uses it.
@Suite struct SmokeCommandTests {
    /// CL-20: this program's own testee passes every check.
    @Test func ownTestee() throws {
        try Workshop().expect(
            "syncwire testee smoke -- syncwire testee",
            prints: """
                hello: ok
                answers: ok
                unknown operation: ok
                wrong inputs: ok
                unknown members: ok
                file in a request: ok
                file in an answer: ok
                end of input: ok
                --once, ok: ok
                --once, rejected: ok
                --once, unsupported: ok
                --once, no request: ok

                """)
    }

    /// CL-2, CL-20: exit codes; what a testee says can't steer the terminal.
    @Test func failures() throws {
        let shop = try Workshop()
        let outcome = try shop.run("syncwire testee smoke --timeout 20 -- sh -c 'printf \"\\033[2Jhi\\n\"; read line'")
        #expect(outcome.status == 1 && outcome.errors.isEmpty)
        #expect(
            outcome.output.hasPrefix("hello: FAILED: ") && outcome.output.contains("\\u001b[2Jhi\nanswers: skipped"),
            "\(outcome.output)")
        #expect(try shop.run("syncwire testee smoke").status == 64)
        #expect(try shop.run("syncwire testee smoke --timeout 0 -- true").status == 64)
        #expect(try shop.run("syncwire testee --once smoke -- true").status == 64)
    }
}

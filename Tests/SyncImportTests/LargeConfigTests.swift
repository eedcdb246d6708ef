import CanonicalJSON
import SyncBridge
import SyncImport
import Testing

/// Configurations of a size that shows a quadratic step or a recursion: each would take many minutes, or the stack.
@Suite(.timeLimit(.minutes(1))) struct LargeConfigTests {
    /// Each jump is a host of its own, which jumps on.
    @Test func jumpsThatChain() throws {
        let count = 5_000
        let lines = (0..<count).map { "Host h\($0)\nUser a\nProxyJump b@h\($0 + 1)\n" }
        let hosts = try importConfig(lines.joined()).payload.rows(of: "host").map { try HostRecord(row: $0) }
        #expect(hosts.count == 2 * count)
        // The host, then what its jump needs, one after the other; a jump is found again by the next alias.
        #expect(hosts.filter { $0.name == "h0" }.map(\.sortKey) == ["000001"])
        #expect(hosts.filter { $0.name == "h9" }.map(\.sortKey).sorted() == ["000010", "005010"])
    }

    @Test func manyOfEverything() throws {
        let count = 50_000
        let cases: [(lines: String, rows: Int)] = [
            ("Host " + (0..<10_000).map { "h\($0)" }.joined(separator: " ") + " !h7*\nPort 1\n", 10_000 - 1_111),
            (String(repeating: "# comment\n", count: 4 * count) + "Host a", 1),
            ("Host a\n" + (0..<count).map { "Option\($0) x\n" }.joined(), 1),
            ("Host a\n" + (0..<count).map { "IdentityFile k\($0)\n" }.joined(), 1),
            ("Host a\nSetEnv " + (0..<count).map { "V\($0)=x" }.joined(separator: " "), 1),
            ("Host a\nUser " + String(repeating: "x", count: 20 * count), 1),
        ]
        for (lines, rows) in cases {
            #expect(try importConfig(lines).payload.rows(of: "host").count == rows, "\(lines.prefix(20))")
        }
    }

    /// Only hosts on a circle are named, not those that lead to one.
    @Test func circlesOfJumps() throws {
        let config = """
            Host a
              ProxyJump b
            Host b
              ProxyJump c
            Host c
              ProxyJump d,b
            Host d
            Host e
              ProxyJump f
            Host f
              ProxyJump e,a
            Host g
              ProxyJump a
            """
        let notes = try importConfig(config).notes.map(\.description)
        #expect(
            notes
                == ["b", "c", "e", "f"].enumerated().map { index, name in
                    "config:\([3, 5, 8, 10][index]): \(name) jumps through itself"
                })
    }
}

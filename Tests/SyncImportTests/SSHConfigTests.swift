import CanonicalJSON
import SyncBridge
import SyncImport
import TestSupport
import Testing

/// The syntax of ssh_config, case by case.
@Suite struct SSHConfigTests {
    @Test func separatorsQuotesAndCase() throws {
        let config = #"""
            HOST	a
              hostname="a b\"c"
              PORT = 22022
              user   'x y'
            Host "b c" d\ e
              User "#quoted" # a comment
            """#
        let result = try importConfig(config)
        let a = try result.host("a")
        #expect(a.hostname == #"a b"c"#)
        #expect(a.port == 22022)
        #expect(a.username == "x y")
        #expect(try result.host("b c").username == "#quoted")
        #expect(try result.host("d e").username == "#quoted")
    }

    @Test func lineEndsAndByteOrderMark() throws {
        let result = try importConfig("\u{FEFF}Host a\r\n  User x\r\n\r\nHost b\r\n  User y")
        #expect(try result.host("a").username == "x")
        #expect(try result.host("b").username == "y")
    }

    /// The first value wins; what stands before every `Host` holds for all.
    @Test func firstValueWins() throws {
        let result = try importConfig(
            """
            Port 1
            Host a
              Port 2
              User first
              User second
            Host a b
              User third
            Host *
              User last
            """)
        #expect(try result.host("a").port == 1)
        #expect(try result.host("a").username == "first")
        #expect(try result.host("b").username == "third")
        #expect(try result.hosts().count == 2)
    }

    @Test func patterns() throws {
        let result = try importConfig(
            """
            Host web1 web22 db-prod db-test
            Host web? !web1
              User one
            Host *b2*
              User two
            Host !db-test db-*
              User three
            Host !web1
              User never
            Host *
              User rest
            """)
        let users = try result.hosts().mapValues(\.username)
        #expect(users == ["web1": "rest", "web22": "two", "db-prod": "three", "db-test": "rest"])
    }

    /// An include inside a block holds under the block's condition, and the block goes on behind it.
    @Test func includes() throws {
        let result = try importConfig(
            """
            Host a
              Include inner
              User outer
            Host b
              User b
            """,
            include: [
                "inner":
                    "Port 2\nHost a\n  HostName inner.example\nHost b\n  HostName never.example\nHost c\n  User c\n"
            ])
        let hosts = try result.hosts()
        #expect(Set(hosts.keys) == ["a", "b"])
        #expect(hosts["a"]?.port == 2)
        #expect(hosts["a"]?.hostname == "inner.example")
        #expect(hosts["a"]?.username == "outer")
        #expect(hosts["b"]?.port == 22)
        #expect(hosts["b"]?.hostname == "b")
        let missing = try importConfig("Include nothing/*\nHost a\n")
        #expect(missing.notes.map(\.description) == ["config:1: Include nothing/* names no file"])
    }

    @Test func errors() {
        let cases: [(String, ImportError.Code, Int)] = [
            ("Host a\n  User\n", .syntax, 2), ("Host\n", .syntax, 1), ("\n\nHost \"a\n", .syntax, 3),
            ("Host a\nPort 0\n", .value, 2), ("Host a\nPort 65536", .value, 2), ("Host a\nPort -1", .value, 2),
            ("Host a\nPort ssh", .value, 2), ("Host a\nServerAliveInterval x", .value, 2),
            ("Host a\nServerAliveInterval 1y", .value, 2), ("Host a\nSetEnv LANG", .syntax, 2),
            ("Host a\nLocalForward 80", .syntax, 2), ("Host a\nLocalForward x localhost:1", .syntax, 2),
            ("Host a\nDynamicForward ::1:1080", .syntax, 2), ("Host a\nLocalForward 80 90", .syntax, 2),
            ("Host a\nProxyJump b:x", .syntax, 2), ("Host a\nProxyJump b,,c", .syntax, 2),
            ("Host a\nProxyJump @b", .syntax, 2), ("Include loop\n", .include, 1),
        ]
        for (config, code, line) in cases {
            #expect("\(config)") {
                try importConfig(config, include: ["loop": "Include loop\n"])
            } throws: { error in
                let error = error as? ImportError
                return error?.code == code && error?.line == line
            }
        }
        #expect(ImportError(.value, source: "c", line: 3, reason: "x").description == "c:3: x")
    }

    @Test func jumps() throws {
        let result = try importConfig(
            """
            Host a
              ProxyJump ssh://root@[2001:db8::1]:2200,b,c
            Host b
              User bob
            Host c
              ProxyCommand first
              ProxyJump b
            Host d
              ProxyJump none
              ProxyCommand ignored
            Host e
              ProxyJump bob@b:22
            Host f
              ProxyJump g
            Host g
              ProxyJump f
            Host *
              ProxyJump b
            """)
        let hosts = try result.hosts()
        func ids(_ name: JSONString) throws -> [JSONString] {
            try #require(try JSONValue(parsing: result.host(name).jumpHostIds.wtf8).arrayValue).compactMap(
                \.stringValue)
        }
        let hop = try #require(hosts["2001:db8::1"])
        #expect(hop.username == "root")
        #expect(hop.port == 2200)
        #expect(try ids("a") == [hop.id, hosts["b"]?.id, hosts["c"]?.id])
        #expect(try ids("b").isEmpty, "a host does not jump through itself")
        #expect(try ids("c").isEmpty)
        #expect(hosts["c"]?.proxyCommand == "first")
        #expect(try ids("d").isEmpty)
        #expect(hosts["d"]?.proxyCommand == nil)
        #expect(try ids("e") == [hosts["b"]?.id])
        let notes = result.notes.map(\.message)
        #expect(notes.contains("f jumps through itself"))
        #expect(notes.contains("g jumps through itself"))
        #expect(!notes.contains("a jumps through itself"))
    }

    /// A comment directly above a `Host` line is its note, one further away is not.
    @Test func comments() throws {
        let result = try importConfig(
            "# file\n\n#  first \n## second\nHost a b\n # inside\n User x\n#\nHost c\n# far\nUser y\nHost d\n")
        let notes = try result.hosts().mapValues(\.note)
        #expect(notes == ["a": "first\nsecond", "b": "first\nsecond", "c": "", "d": ""])
    }

    @Test func notUTF8() throws {
        let settings = fixtureImport()
        let source = ImportSource(name: "latin", bytes: Array("# B".utf8) + [0xFC] + Array("ro\nHost a\n".utf8))
        let result = try settings.run([source])
        #expect(try result.host("a").note == "B\u{FFFD}ro")
        #expect(result.notes.map(\.description) == ["latin:1: not UTF-8: U+FFFD stands for what is not"])
    }

    /// NFC and NFD aliases are two hosts, and ids are FNV-1a of the alias (Python).
    @Test func aliases() throws {
        let result = try importConfig("Host b\u{FC}ro bu\u{308}ro a\n")
        #expect(result.payload.rows(of: "host").count == 3)
        #expect(try result.host("a").id == "host.af63dc4c8601ec8c")
    }

    @Test func nothingToImport() throws {
        let result = try importConfig("Host *\n User x\n")
        #expect(text(try result.payload.canonicalBytes()) == #"{"rows":{},"schema":1}"#)
    }
}

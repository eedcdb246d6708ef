import Foundation
import TestSupport
import Testing

/// import and export.
@Suite struct ImportTests {
    private func shop() throws -> Workshop {
        let shop = try Workshop()
        try shop.writeSecrets()
        let fixtures = Repository.root.appending(path: "Tests/Fixtures")
        for name in ["ssh_config", "known_hosts", "conf.d", "keys"] {
            try FileManager.default.copyItem(
                at: fixtures.appending(path: name), to: shop.folder.appending(path: name))
        }
        return shop
    }

    /// A configuration from life, with its includes and public keys; warnings name file and line.
    @Test func sshConfig() throws {
        let shop = try shop()
        let outcome = try shop.run("syncwire import ssh-config --now 1700000000000 ssh_config -o out")
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        let warnings = outcome.errors.split(separator: "\n").map(String.init)
        #expect(warnings.count == 15)
        #expect(warnings.allSatisfy { $0.hasPrefix("Warning: ssh_config:") || $0.hasPrefix("Warning: conf.d/") })
        #expect(warnings.contains("Warning: ssh_config:43: LocalForward of a socket is not imported"))
        try shop.expect(
            "syncwire inspect out",
            prints: """
                content         JSON, not an archive
                canonical       yes
                collection      host: 13 rows, 0 of them tombstones
                collection      key: 1 rows, 0 of them tombstones
                collection      portForward: 8 rows, 0 of them tombstones
                findings        0

                """)
        // From another folder, from standard input and into standard output it is the same.
        try shop.expect(
            "mkdir sub; cd sub; syncwire import ssh-config --now 1700000000000 ../ssh_config 2> err | cmp ../out; wc -l < err",
            prints: "15\n")
        try shop.expect("syncwire import ssh-config --now 1700000000000 - < ssh_config 2> /dev/null | cmp out")
        try shop.expect("stat -c %a out", prints: "600\n")
    }

    /// What `~/.ssh` holds is found from anywhere; the clock gives the stamp.
    @Test func home() throws {
        let shop = try Workshop()
        try shop.expect(
            """
            mkdir -p .ssh/more etc; cd etc; printf 'Include more/b\\nInclude more/none\\n' > config
            printf 'Host inner\\nUser u\\nIdentityFile ~/.ssh/id\\n' > ../.ssh/more/b; echo 'ssh-ed25519 AAAA= c' > ../.ssh/id.pub
            date +%s%3N > ../first; syncwire import ssh-config config -o ../out; date +%s%3N > ../last
            """,
            errors: """
                Warning: config:2: Include more/none names no file
                Warning: ~/.ssh/more/b:3: what stands beside ~/.ssh/id is no public key: the key is only referred to

                """)
        let stamp = try #require(
            Int(shop.run("syncwire inspect --rows out | sed -n 's/^row.* \\([0-9]*\\) live.*/\\1/p'").output.dropLast())
        )
        let bounds = try ["first", "last"].map { Int(String(decoding: try shop.bytes($0).dropLast(), as: UTF8.self)) }
        #expect(try #require(bounds[0]) <= stamp && stamp <= #require(bounds[1]))
    }

    @Test func knownHosts() throws {
        let shop = try shop()
        try shop.expect(
            "syncwire import known-hosts --now 5 known_hosts | syncwire inspect - | grep collection",
            prints: """
                collection      knownHost: 12 rows, 0 of them tombstones
                collection      knownHostRevoked: 1 rows, 0 of them tombstones

                """,
            errors: """
                Warning: known_hosts:16: skipped: no key type and base64 key of that type after the hosts
                Warning: known_hosts:17: skipped: no key type and base64 key of that type after the hosts
                Warning: known_hosts:13: a revoked key: kept in the collection knownHostRevoked
                Warning: known_hosts:14: left out: another line revokes this key
                Warning: known_hosts:15: left out: another ssh-ed25519 key of bastion.example.com port 22 stands before

                """)
    }

    /// A base keeps its rows; an imported row replaces one that says something else, and keeps when it was made.
    @Test func base() throws {
        let shop = try Workshop()
        try shop.write("hosts", "Host a\n HostName one\nHost b\n HostName two\n")
        try shop.expect("syncwire import ssh-config --now 5 hosts -o first")
        try shop.expect("syncwire import ssh-config --now 9 hosts --base first | cmp first")
        try shop.write("hosts", "Host a\n HostName other\nHost c\n")
        try shop.expect("syncwire import ssh-config --now 9 hosts --base first -o second")
        let query = "SELECT name, hostname, created_at, updated_at FROM host ORDER BY name"
        try shop.expect(
            "syncwire export sqlite second -o second.db && sqlite3 second.db '\(query)'",
            prints: "a|other|5|9\nb|two|5|5\nc|c|9|9\n")
        try shop.expect(
            "syncwire import ssh-config --now 9 hosts --base first -o first --force", status: 73,
            errors: "Error: not writing to first: it is also the input\n")
        try shop.write("bad", #"{"rows":{},"schema":2}"#)
        try shop.expect(
            "syncwire import ssh-config hosts --base bad -o out", status: 65,
            errors: "Error: NOT_CANONICAL: /schema: expected the integer 1\n")
    }

    @Test func refusals() throws {
        let shop = try Workshop()
        try shop.write("bad", "Host a\n Port 99999\n")
        try shop.expect(
            "syncwire import ssh-config bad -o out", status: 65, errors: "Error: bad:2: the port is not in 1...65535\n")
        try shop.expect(
            "syncwire import ssh-config bad nowhere -o out", status: 66,
            errors: "Error: cannot open nowhere: No such file or directory\n")
        try shop.write("looking", "Include .\n")
        try shop.expect(
            "syncwire import ssh-config looking -o out", status: 66, errors: "Error: cannot open .: Is a directory\n")
        // What would be waited for, or read for ever.
        for path in ["pipe", "/dev/zero"] {
            try shop.run("[ -p pipe ] || mkfifo pipe; echo 'Include \(path)' >looking")
            try shop.expect(
                "syncwire import ssh-config looking -o out", status: 66,
                errors: "Error: cannot open \(path): not a regular file\n")
        }
        try shop.expect(
            "syncwire import sqlite nowhere -o out", status: 66,
            errors: "Error: cannot open nowhere: No such file or directory\n")
        let outcome = try shop.run("syncwire import sqlite bad -o out")
        #expect(outcome.status == 65 && outcome.errors.hasPrefix("Error: bad: file is not a database"))
        #expect(shop.names == ["bad", "looking", "pipe"])
    }

    /// A database as drift makes it.
    @Test func sqlite() throws {
        let shop = try Workshop()
        try shop.write(
            "sql",
            """
            CREATE TABLE host (id TEXT PRIMARY KEY, updated_at INTEGER, data TEXT);
            INSERT INTO host VALUES ('b', 1700000000002, '{ "v" : 1.50 }'), ('a', 1700000000001, '{"z":1,"a":2}');
            """)
        try shop.expect("sqlite3 db < sql && syncwire import sqlite db -o out")
        let rows =
            #"{"data":{"z":1,"a":2},"id":"a","updatedAt":1700000000001},{"data":{"v":1.5},"id":"b","updatedAt":1700000000002}"#
        try shop.expect("cat out", prints: #"{"rows":{"host":[\#(rows)]},"schema":1}"#)
    }

    /// RC-17: what is one device's own stays out of the payload, and that is said.
    @Test func deviceSettingsStay() throws {
        let shop = try Workshop()
        try shop.write(
            "sql",
            """
            CREATE TABLE setting (id TEXT PRIMARY KEY, updated_at INTEGER, key TEXT, value TEXT, scope TEXT);
            INSERT INTO setting VALUES ('a', 1700000000001, 'a', '1', 'device'), ('b', 1700000000002, 'b', '2', 'shared');
            """)
        try shop.expect(
            "sqlite3 db < sql && syncwire import sqlite db -o out",
            errors: "Warning: setting: left out: 1 rows of scope device, which must not leave the device\n")
        let row = #"{"data":{"key":"b","value":"2","scope":"shared"},"id":"b","updatedAt":1700000000002}"#
        try shop.expect("cat out", prints: #"{"rows":{"setting":[\#(row)]},"schema":1}"#)
    }

    /// The main job: configurations, archive, database and back, to the same bytes.
    @Test func roundTrip() throws {
        let shop = try shop()
        let script = """
            syncwire import ssh-config --now 5 ssh_config -o hosts.json
            syncwire import known-hosts --now 5 known_hosts --base hosts.json -o all.json
            syncwire seal --key key all.json -o all.swa
            syncwire export sqlite --key key all.swa -o all.db
            syncwire import sqlite all.db | cmp all.json
            syncwire export json --key key all.swa | syncwire canonicalize | cmp all.json
            sqlite3 all.db "SELECT count(*) FROM host; SELECT hostname FROM host WHERE name = 'büro'; PRAGMA integrity_check"
            stat -c %a all.db; ls -a | grep tmp
            """
        #expect(try shop.run("exec 2>/dev/null\n" + script).output == "13\n10.20.0.5\nok\n600\n")
    }

    @Test func export() throws {
        let shop = try Workshop()
        try shop.writeSecrets()
        try shop.write("in", #"{"rows":{"host":[{"data":{"v":1.0},"id":"a","updatedAt":1}]},"schema":1}"#)
        let pretty = """
            {
              "rows": {
                "host": [
                  {
                    "data": {
                      "v": 1.0
                    },
                    "id": "a",
                    "updatedAt": 1
                  }
                ]
              },
              "schema": 1
            }

            """
        try shop.expect("syncwire export json in", prints: pretty)
        try shop.expect(
            "syncwire seal --key key in -o archive; syncwire export json --key key archive -o out; cat out",
            prints: pretty)
        try shop.expect(
            "syncwire export sqlite in -o out", status: 73, errors: "Error: out exists; use --force to overwrite it\n")
        try shop.expect(
            "syncwire export sqlite in -o out --force && sqlite3 out 'SELECT data FROM host'", prints: "{\"v\":1.0}\n")
        try shop.expect(
            "syncwire export sqlite in -o -", status: 73,
            errors: "Error: a database is written to an ordinary file, which - is not\n")
        try shop.write("odd", #"{"rows":[],"schema":1}"#)
        try shop.expect(
            "syncwire export sqlite odd -o new", status: 65,
            errors: "Error: NOT_CANONICAL: /rows: expected an object of collections\n")
        try shop.expect("syncwire seal --key key --type attachment in -o attachment")
        try shop.expect(
            "syncwire export json --key key attachment -o new", status: 65,
            errors: "Error: CONTEXT_MISMATCH: contentType at byte 10: "
                + "an attachment has no rows; use 'syncwire open'\n")
        try shop.write("other", KnownAnswer.key)
        try shop.expect(
            "syncwire export sqlite --key other archive -o new", status: 77,
            errors: "Error: \(Workshop.refusal)\n")
    }
}

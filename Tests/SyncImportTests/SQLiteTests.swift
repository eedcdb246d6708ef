import CanonicalJSON
import Foundation
import SyncBridge
import SyncImport
import TestSupport
import Testing

private let needsPython = ConditionTrait.enabled(if: Tool.isInstalled("python3"), "needs python3")

/// SQLite databases in and out.
@Suite struct SQLiteTests {
    /// Runs scripts by Python's sqlite3, each in a file of its own, so that the databases are none of ours; gives their
    /// paths.
    private static func databases(_ scripts: [String], in folder: URL) throws -> [String] {
        let program = """
            import json, sqlite3, sys
            for number, script in enumerate(json.load(sys.stdin)):
                base = sqlite3.connect(f"{sys.argv[1]}/{number}.db")
                base.executescript(script)
                base.close()
            """
        let list = JSONValue.array(scripts.map { .string(JSONString($0)) })
        let python = try Tool.run(["python3", "-c", program, folder.path()], input: list.canonicalBytes())
        #expect(python.status == 0)
        return scripts.indices.map { folder.appending(path: "\($0).db").path() }
    }

    private static func imported(_ script: String) throws -> ImportResult {
        try withTemporaryFolder { folder in
            try SQLiteImport.read(databaseAt: databases([script], in: folder)[0])
        }
    }

    private static func roundTrip(_ payload: Payload) throws -> [UInt8] {
        try withTemporaryFolder { folder in
            let path = folder.appending(path: "export.db").path()
            try SQLiteExport.write(payload, toDatabaseAt: path)
            let result = try SQLiteImport.read(databaseAt: path)
            return try result.payload.canonicalBytes()
        }
    }

    /// The rows that Python wrote for the record tests, of all collections.
    private static func recordPayload() throws -> Payload {
        let source = try fixture("records/expected.json")
        var payload = Payload()
        for (number, entry) in (try JSONValue(parsing: source.bytes).arrayValue ?? []).enumerated() {
            let name = try #require(entry["collection"]?.stringValue)
            var row = try Row(parsing: try #require(entry["row"]?.stringValue).wtf8)
            row.id = JSONString("\(number) \(row.id.description.prefix(9))")
            if let position = payload.collections.firstIndex(where: { $0.name == name }) {
                payload.collections[position].rows.append(row)
            } else {
                payload.collections.append(.init(name: name, rows: [row]))
            }
        }
        return payload
    }

    /// Export and import give the same bytes: all records, tombstones, unknown fields, keys and collections, data that
    /// does not fit its table or lies in another order, names that are no identifiers, texts with NUL and lone surrogates.
    @Test func ownExportComesBack() throws {
        var payload = try Self.recordPayload()
        #expect(payload.collections.count == 17)
        payload.collections[0].rows.append(Row(id: "gone", updatedAt: 5, content: .tombstone, extra: ["x": [1.0]]))
        payload.collections[1].rows.append(
            Row(id: "odd", updatedAt: 5, content: .data(["name": 1, "z": "a"]), extra: ["later": .null]))
        guard case .data(let data) = payload.collections[2].rows[0].content else { return }
        let backwards = JSONObject(data.reversed().map { ($0.key, $0.value) })
        payload.collections[2].rows.append(Row(id: "backwards", updatedAt: 5, content: .data(backwards)))
        let row = Row(id: "r\u{0}\"'", updatedAt: 9_007_199_254_740_991, content: .data(["data": ["b": 1, "a": -0.0]]))
        for name: JSONString in [
            "later", "Host", "sqlite_x", "a\"b; DROP TABLE x", "日本", "syncwire_payload", "collection_1",
        ] {
            payload.collections.append(.init(name: name, rows: [row]))
        }
        payload.collections.append(.init(name: "empty", rows: []))
        payload.extra = ["later": ["b": 1, "a": 2]]
        #expect(text(try Self.roundTrip(payload)) == text(try payload.canonicalBytes()))
    }

    @Test func emptyPayload() throws {
        #expect(text(try Self.roundTrip(Payload())) == #"{"rows":{},"schema":1}"#)
    }

    /// What the fixtures become can be exported too.
    @Test func importedFilesComeBack() throws {
        let hosts = try fixtureImport().run([fixture("ssh_config")]).payload
        #expect(try Self.roundTrip(hosts) == hosts.canonicalBytes())
        let keys = try KnownHostsImport(updatedAt: 1, sha256: sha256).run([fixture("known_hosts")]).payload
        #expect(try Self.roundTrip(keys) == keys.canonicalBytes())
    }

    /// The `sqlite3` module of Python reads typed columns by their names.
    @Test(needsPython) func exportIsPlainSQLite() throws {
        try withTemporaryFolder { folder in
            let path = folder.appending(path: "export.db").path()
            let payload = try fixtureImport().run([fixture("ssh_config")]).payload
            try SQLiteExport.write(payload, toDatabaseAt: path)
            let program =
                "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); "
                + "print(c.execute('select name,port,username,is_favorite,keep_alive_sec,typeof(is_favorite),deleted_at from host "
                + "where name=?',('b\\u00fcro',)).fetchall(), c.execute('pragma integrity_check').fetchall())"
            let python = try Tool.run(["python3", "-c", program, path])
            #expect(python.status == 0)
            #expect(python.text == "[('büro', 2222, 'jürgen', 0, 60, 'integer', None)] [('ok',)]\n")
        }
    }

    /// As drift makes them: snake case, booleans as 0 and 1, tables in the plural, JSON as text.
    @Test(needsPython) func driftTables() throws {
        let result = try Self.imported(
            """
            CREATE TABLE port_forwards (id TEXT PRIMARY KEY, host_id TEXT, name TEXT, kind TEXT, bind_host TEXT,
              bind_port INTEGER, target_host TEXT, target_port INTEGER, auto_start INTEGER, updated_at INTEGER,
              deleted_at INTEGER, colour TEXT);
            INSERT INTO port_forwards VALUES ('p', 'h', 'n', 'quantum', NULL, 80, NULL, NULL, 1, 1700000000000, NULL, 'red');
            INSERT INTO port_forwards (id, updated_at, deleted_at) VALUES ('q', 1700000000000, 1700000000005);
            CREATE TABLE room (id TEXT, name TEXT, workspace_id TEXT, parent_room_id TEXT, is_active INTEGER,
              created_at INTEGER, updated_at INTEGER, updated_by TEXT, deleted_at INTEGER);
            INSERT INTO room VALUES ('r', 'Küche', 'w', NULL, 1, 5, 1700000000001, 'me', NULL);
            CREATE TABLE events (id INTEGER PRIMARY KEY, updatedAt INTEGER, title TEXT, kind TEXT, goal INTEGER, period TEXT,
              "periodStart" TEXT, state TEXT);
            INSERT INTO events VALUES (7, 1700000000002, 't', 'habit', 3, 'day', '2024-01-01', 'active');
            CREATE TABLE notes (id TEXT, updated_at INTEGER, data TEXT);
            INSERT INTO notes VALUES ('n', 1700000000003, '{"b": 1.0, "a": [null]}');
            CREATE TABLE readings (id TEXT, updated_at INTEGER, value REAL, data TEXT, extra TEXT);
            INSERT INTO readings VALUES ('v', 3, 1.5, 'x', NULL);
            CREATE TABLE migrations (version INTEGER);
            CREATE TABLE clocks (id TEXT, updated_at INTEGER);
            INSERT INTO clocks VALUES ('c', 1700000000);
            """)
        let expected =
            #"{"rows":{"clocks":[{"data":{},"id":"c","updatedAt":1700000000}],"#
            + #""event":[{"data":{"title":"t","kind":"habit","goal":3,"period":"day","periodStart":"2024-01-01","#
            + #""state":"active","updatedAt":1700000000002,"deletedAt":null},"id":"7","updatedAt":1700000000002}],"#
            + #""notes":[{"data":{"b":1.0,"a":[null]},"id":"n","updatedAt":1700000000003}],"#
            + #""portForward":[{"data":{"hostId":"h","name":"n","kind":"quantum","bindHost":null,"bindPort":80,"#
            + #""targetHost":null,"targetPort":null,"autoStart":true,"colour":"red"},"id":"p","updatedAt":1700000000000},"#
            + #"{"deletedAt":1700000000005,"id":"q","updatedAt":1700000000005}],"#
            + #""readings":[{"data":{"value":1.5,"data":"x","extra":null},"id":"v","updatedAt":3}],"#
            + #""room":[{"data":{"name":"Küche","workspace_id":"w","parent_room_id":null,"is_active":1,"created_at":5,"#
            + #""updated_at":1700000000001,"updated_by":"me","deleted_at":null},"id":"r","updatedAt":1700000000001}]},"#
            + #""schema":1}"#
        #expect(text(try result.payload.canonicalBytes()) == expected)
        #expect(
            result.notes.map(\.description) == [
                "clocks: updated_at looks like seconds: taken as milliseconds",
                "migrations: no columns id and updated_at: not imported",
                "port_forwards: 1 tombstones take the later of their two stamps",
            ])
    }

    /// Names of tables and columns cannot leave their quotes.
    @Test(needsPython) func hostileNames() throws {
        let result = try Self.imported(
            """
            CREATE TABLE "x""; DROP TABLE y; --" (id TEXT, updated_at INTEGER, "a""b]`'" TEXT);
            INSERT INTO "x""; DROP TABLE y; --" VALUES ('i', 1, 'v');
            CREATE TABLE y (id TEXT, updated_at INTEGER);
            """)
        #expect(
            text(try result.payload.canonicalBytes())
                == #"{"rows":{"x\"; DROP TABLE y; --":[{"data":{"a\"b]`'":"v"},"id":"i","updatedAt":1}],"y":[]},"schema":1}"#
        )
    }

    /// What only looks like a table, and a name that is no UTF-8: SQLite takes a quoted name that it does not find for text.
    @Test(needsPython) func oddSchemas() throws {
        let result = try Self.imported(
            """
            CREATE TABLE a (id INTEGER PRIMARY KEY, updated_at, x, y AS (x + 1), z AS (x + 2) STORED);
            INSERT INTO a (id, updated_at, x) VALUES (1, 2, 3);
            CREATE TABLE b (id TEXT PRIMARY KEY, updated_at) WITHOUT ROWID;
            CREATE VIEW v AS SELECT * FROM a;
            CREATE VIRTUAL TABLE r USING rtree(id, updated_at, deleted_at);
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_master VALUES ('table', 'n', 'n', 0, 'CREATE VIRTUAL TABLE n USING none(id, updated_at)');
            """)
        #expect(
            text(try result.payload.canonicalBytes())
                == #"{"rows":{"a":[{"data":{"x":3},"id":"1","updatedAt":2}],"b":[]},"schema":1}"#)
        #expect(
            result.notes.filter { !$0.source.hasPrefix("r_") }.map(\.description) == [
                "n: a virtual table: not imported", "r: a virtual table: not imported",
            ])
        #expect {
            try Self.imported(
                """
                CREATE TABLE t (id, updated_at, columnX); INSERT INTO t VALUES ('a', 1, 2);
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = CAST(replace(CAST(sql AS BLOB), 'columnX', x'FF') AS TEXT);
                """)
        } throws: { error in
            (error as? ImportError)?.code == .database
        }
    }

    @Test(needsPython) func errors() throws {
        let cases: [(String, ImportError.Code, String)] = [
            ("CREATE TABLE t (id TEXT, updated_at INTEGER); INSERT INTO t VALUES (NULL, 1)", .row, "t"),
            ("CREATE TABLE t (id TEXT, updated_at INTEGER); INSERT INTO t VALUES ('', 1)", .row, "t"),
            ("CREATE TABLE t (id TEXT, updated_at INTEGER); INSERT INTO t VALUES ('a', -1)", .row, "t"),
            ("CREATE TABLE t (id TEXT, updated_at TEXT); INSERT INTO t VALUES ('a', '2024')", .row, "t"),
            ("CREATE TABLE t (id TEXT, updated_at INTEGER); INSERT INTO t VALUES ('a', 1), ('a', 2)", .row, "t"),
            ("CREATE TABLE t (id, updated_at, b); INSERT INTO t VALUES ('a', 1, x'00')", .row, "t"),
            ("CREATE TABLE t (id, updated_at, b); INSERT INTO t VALUES ('a', 1, 9e999)", .row, "t"),
            ("CREATE TABLE t (id, updated_at, b); INSERT INTO t VALUES ('a', 1, CAST(x'FF' AS TEXT))", .row, "t"),
            ("CREATE TABLE t (id, updated_at, data); INSERT INTO t VALUES ('a', 1, '[]')", .row, "t"),
            ("CREATE TABLE groups (id, updated_at, name); INSERT INTO groups VALUES ('a', 1, 'n')", .row, "groups"),
            ("CREATE TABLE \"group\" (id, updated_at); CREATE TABLE groups (id, updated_at)", .row, "groups"),
            (
                "CREATE TABLE history (id, updated_at, event_id, at, delta, period_start);"
                    + "INSERT INTO history VALUES ('a', 1, 'e', 1.5, 1, '')", .row, "history"
            ),
        ]
        try withTemporaryFolder { folder in
            let paths = try Self.databases(cases.map(\.0), in: folder)
            for (path, (sql, code, table)) in zip(paths, cases) {
                #expect("\(sql)") {
                    try SQLiteImport.read(databaseAt: path)
                } throws: { error in
                    let error = error as? ImportError
                    return error?.code == code && error?.source == table
                }
            }
        }
    }

    @Test func files() throws {
        try withTemporaryFolder { folder in
            let missing = folder.appending(path: "none.db").path()
            #expect { try SQLiteImport.read(databaseAt: missing) } throws: { ($0 as? ImportError)?.code == .failed }
            #expect(!FileManager.default.fileExists(atPath: missing))
            for name in ["", ":memory:", folder.path()] {
                #expect("\(name)") {
                    try SQLiteImport.read(databaseAt: name)
                } throws: {
                    ($0 as? ImportError)?.code == .failed
                }
            }
            let text = folder.appending(path: "text.db")
            try "this is no database, but it is long enough to be looked at".write(
                to: text, atomically: true, encoding: .utf8)
            #expect { try SQLiteImport.read(databaseAt: text.path()) } throws: {
                ($0 as? ImportError)?.code == .database
            }
            let path = folder.appending(path: "full.db").path()
            try SQLiteExport.write(Payload(), toDatabaseAt: path)
            #expect {
                try SQLiteExport.write(Payload(), toDatabaseAt: path)
            } throws: {
                ($0 as? ImportError)?.reason == "the database is not empty"
            }
        }
    }
}

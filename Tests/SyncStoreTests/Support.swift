import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import SyncStore
import TestSupport
import Testing

/// Gives a body the path of a store that is not there yet.
func withStorePath<Result>(_ body: (String) throws -> Result) throws -> Result {
    try withTemporaryFolder { try body($0.appending(path: "state.sqlite").path()) }
}

/// Gives a body a new store.
func withStore<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try withStorePath { try body(Store(at: $0)) }
}

/// What Python's own sqlite3 finds in a store, or what it makes of a file: rows of text, fields separated by `|`.
@discardableResult
func python(_ sql: String, _ path: String, isScript: Bool = false) throws -> [String] {
    let program = """
        import sqlite3, sys
        base = sqlite3.connect(sys.argv[1])
        if sys.argv[2] == "script":
            base.executescript(sys.stdin.read())
            base.close()
        else:
            for row in base.execute(sys.stdin.read()):
                print("|".join(str(field) for field in row))
        """
    let arguments = [Tool.python3, "-c", program, path, isScript ? "script" : "query"]
    return text(try Tool.output(arguments, input: Array(sql.utf8))).split(separator: "\n").map(String.init)
}

/// Whether a file has passed SQLite's own checks, by a SQLite that is none of ours.
func expectSound(_ path: String, _ place: SourceLocation = #_sourceLocation) throws {
    #expect(try python("PRAGMA integrity_check", path) == ["ok"], sourceLocation: place)
    #expect(try python("PRAGMA foreign_key_check", path) == [], sourceLocation: place)
}

/// The code with which a store refuses, nil where it does not.
func refusal(_ body: () throws -> some Any) -> StoreError.Code? {
    do {
        _ = try body()
        return nil
    } catch let error as StoreError {
        return error.code
    } catch {
        Issue.record("not a StoreError: \(error)")
        return nil
    }
}

/// The names and bytes of a folder's files.
func contents(of folder: URL) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
        files[name] = try folder.appending(path: name).bytes()
    }
    return files
}

let needsPython = ConditionTrait.enabled(if: Tool.isInstalled("python3"), "needs python3")

/// A row of the collection `host` with one field.
func host(_ id: JSONString, _ name: JSONString, at updatedAt: Int64 = 1) -> Row {
    Row(id: id, updatedAt: updatedAt, content: .data(["name": .string(name)]))
}

func tombstone(_ id: JSONString, at updatedAt: Int64) -> Row {
    Row(id: id, updatedAt: updatedAt, content: .tombstone)
}

func mutation(_ kind: JSONString = "host.edit", at now: Int64 = 1) -> Mutation {
    Mutation(kind: kind, replica: "phone", wroteAt: now)
}

extension Store {
    /// Writes one row in a transaction of its own.
    func put(_ row: Row, sending operation: SyncMerge.Operation? = nil) throws {
        _ = try transaction { try $0.put(row, in: "host", by: mutation(at: row.updatedAt), sending: operation) }
    }
}

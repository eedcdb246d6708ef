import CanonicalJSON
import CommandLineKit
import SyncBridge
import SyncEnvelope
import SyncMerge

/// What a plaintext holds.
struct ContentReport {
    private let isCanonical: Bool
    private let payload: Payload?
    private let findings: [LintFinding]?
    private let listsRows: Bool
    private let now: Int64

    /// Looks at the plaintext of an archive, whatever it is, as `--rows` and `--now` ask.
    init(of content: [UInt8], _ contentType: ContentType, _ arguments: ParsedArguments) {
        isCanonical = Self.isCanonical(content, contentType)
        payload = try? Payload(parsing: content)
        findings = try? CanonicalJSON.lint(content)
        listsRows = arguments.flag("rows")
        now = syncwire.now(arguments)
    }

    /// Looks at a JSON text as if it were to be a snapshot; throws ``JSONError`` if it is none.
    init(parsing content: [UInt8], _ arguments: ParsedArguments) throws(JSONError) {
        _ = try JSONDocument(parsing: content)
        self.init(of: content, .snapshot, arguments)
    }

    /// The members of CL-12 that follow the sizes.
    var json: JSONObject {
        get throws {
            var members: JSONObject = ["canonical": .bool(isCanonical)]
            if let payload {
                members["collections"] = .array(
                    payload.collections.map { collection in
                        [
                            "name": .string(collection.name), "rows": .count(collection.rows.count),
                            "tombstones": .count(collection.tombstoneCount),
                        ]
                    })
                members["findings"] = .array(payload.futureStamps(now: now).map(\.value))
            }
            if let findings { members["lint"] = findings.json }
            guard listsRows, let payload else { return members }
            members["rows"] = .array(
                try payload.collections.flatMap { collection in
                    try collection.rows.map { row in
                        [
                            "collection": .string(collection.name), "id": .string(row.id),
                            "updatedAt": .integer(row.updatedAt), "tombstone": .bool(row.content == .tombstone),
                            "contentHash": .text("\(try row.contentHash())"),
                        ]
                    }
                })
            return members
        }
    }

    private static func isCanonical(_ content: [UInt8], _ contentType: ContentType) -> Bool {
        do {
            switch contentType {
            case .snapshot: try SnapshotCheck.check(content)
            case .metadata: try MetadataCheck.check(content)
            case .attachment: break
            }
            return true
        } catch {
            return false
        }
    }

    /// Adds the lines for people.
    func write(to report: inout Report) throws {
        report.line("canonical", isCanonical ? "yes" : "no")
        for collection in payload?.collections ?? [] {
            let (rows, tombstones) = (collection.rows.count, collection.tombstoneCount)
            report.line("collection", "\(collection.name): \(rows) rows, \(tombstones) of them tombstones")
        }
        if let future = FutureStamps(payload?.futureStamps(now: now) ?? [], now: now).summary {
            report.line("stamps", future)
        }
        if let findings {
            report.line("findings", "\(findings.count)")
            for finding in findings { report.line("  finding", "\(finding)") }
        }
        guard listsRows, let payload else { return }
        for collection in payload.collections {
            for row in collection.rows {
                let state = row.content == .tombstone ? "tombstone" : "live"
                let hash = try row.contentHash()
                report.line("row", "\(collection.name) \(row.id) \(row.updatedAt) \(state) \(hash)")
                try report.flush()
            }
        }
    }
}

extension Payload.Collection {
    fileprivate var tombstoneCount: Int { rows.count { $0.content == .tombstone } }
}

import CanonicalJSON
import SyncBridge
import TestSupport
import Testing

/// SC-7: what a payload, a row or a record costs is bounded by its length, whoever wrote it.
@Suite(.serialized) struct GrowthTests {
    private static let operations: [(name: String, run: @Sendable ([UInt8]) throws -> Void)] = [
        ("parse", { _ = try Payload(parsing: $0) }),
        ("parse and write", { _ = try Payload(parsing: $0).canonicalBytes() }),
        ("canonical", { _ = try Payload(canonical: $0) }),
        ("check", { try SnapshotCheck.check($0) }),
        ("stream", { try read($0) }),
    ]

    /// Reads it in pieces, each row on its own.
    private static func read(_ bytes: [UInt8]) throws {
        var reader = PayloadReader(.payload)
        for start in stride(from: 0, to: bytes.count, by: 4096) {
            reader.update(bytes.span.extracting(start..<min(start + 4096, bytes.count)))
            while try reader.next() != .needsInput {}
        }
        reader.finish()
        while try reader.next() != .finished {}
    }

    /// Payloads of about `count` bytes, and whether they are canonical.
    private static let payloads: [(name: String, isCanonical: Bool, make: @Sendable (Int) -> String)] = [
        ("rows", true, { payload(rows($0 / 40)) }),
        ("rows in reverse", false, { payload(rows($0 / 40).reversed()) }),
        ("rows of one id", false, { payload(Array(repeating: row("a"), count: $0 / 40)) }),
        (
            "ids that agree for long", true,
            { count in payload(rows(count / 250) { String(repeating: "x", count: 200) + $0 }) }
        ),
        (
            "rows under a long name", true,
            { count in
                payload(rows(count / 80)).replacing("host", with: String(repeating: "x", count: count / 2))
            }
        ),
        (
            "tombstones", true,
            { payload((0..<$0 / 40).map { #"{"deletedAt":1,"id":"\#($0 + 1_000_000)","updatedAt":1}"# }) }
        ),
        (
            "members nobody knows", true,
            { payload([row("a", beside: list($0 / 13) { #""zz\#($0 + 1_000_000)":0"# } + ",")]) }
        ),
        ("fields", true, { payload([row("a", list($0 / 12) { #""f\#($0 + 1_000_000)":0"# })]) }),
        (
            "keys of the payload", true,
            { #"{"rows":{},"schema":1,\#(list($0 / 13) { #""zz\#($0 + 1_000_000)":0"# })}"# }
        ),
        (
            "collections", true,
            { #"{"rows":{\#(list($0 / 14) { #""c\#($0 + 1_000_000)":[]"# })},"schema":1}"# }
        ),
        (
            "a nest in a row", true,
            { count in
                let nest = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
                return payload(rows(count / 40) + [row("a", #""n":\#(nest)"#)])
            }
        ),
    ]

    private static func list(_ count: Int, _ member: (Int) -> String) -> String {
        (0..<count).map(member).joined(separator: ",")
    }

    private static func row(_ id: String, _ data: String = "", beside members: String = "") -> String {
        members.isEmpty
            ? #"{"data":{\#(data)},"id":"\#(id)","updatedAt":1}"#
            : #"{"data":{\#(data)},"id":"\#(id)","updatedAt":1,\#(members.dropLast())}"#
    }

    private static func rows(_ count: Int, id: (String) -> String = { $0 }) -> [String] {
        (0..<count).map { row(id("\($0 + 1_000_000)")) }
    }

    private static func payload(_ rows: [String]) -> String {
        #"{"rows":{"host":[\#(rows.joined(separator: ","))]},"schema":1}"#
    }

    @Test func payloadsAreWhatTheyAreCalled() {
        for (name, isCanonical, make) in Self.payloads {
            let bytes = Array(make(16_384).utf8)
            #expect((4_096...32_768).contains(bytes.count), "\(name): \(bytes.count)")
            #expect(((try? Payload(canonical: bytes)) != nil) == isCanonical, "\(name)")
        }
    }

    @Test func payloadsGrowWithTheLength() {
        for (name, _, make) in Self.payloads {
            for operation in Self.operations {
                let ratio = Growth.ratio(8_192, make: { Array(make($0).utf8) }) { try? operation.run($0) }
                #expect(ratio < Growth.limit, "\(operation.name) of \(name): \(ratio)")
            }
        }
    }

    /// Rows of each table with many fields that it does not know, and long texts in those that it knows.
    @Test func recordsGrowWithTheLength() throws {
        for schema in RecordSchema.all {
            let fields = schema.fields.map { #""\#($0.name)":null"# }
            for (name, make) in [
                ("fields", { count in fields + (0..<count / 14).map { #""f\#($0 + 1_000_000)":0"# } }),
                ("a long text", { count in fields + [#""f":"\#(String(repeating: "\\u00e9", count: count / 6))""#] }),
                ("every field, repeated", { count in (0..<count / 20).map { fields[$0 % fields.count] } }),
            ] as [(String, (Int) -> [String])] {
                let ratio = Growth.ratio(
                    8_192, make: { Array(Self.row("a", make($0).joined(separator: ",")).utf8) }
                ) { _ = try? RecordCodec.decode(collection: schema.collection, row: $0) }
                #expect(ratio < Growth.limit, "\(schema.collection): \(name): \(ratio)")
            }
        }
    }
}

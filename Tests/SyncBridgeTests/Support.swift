import CanonicalJSON
import Foundation
import SyncBridge
import Testing

/// The root of the package.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

func json(_ path: String) throws -> JSONValue {
    try JSONValue(parsing: [UInt8](Data(contentsOf: packageRoot.appending(path: path))))
}

func object(_ text: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
}

func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
}

/// A seeded generator (SplitMix64), so that a failure can be run again.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Every record type, so that a test can run over all of them.
let recordTypes: [any SyncRecord.Type] = [
    HostRecord.self, GroupRecord.self, SnippetRecord.self, PortForwardRecord.self, KeyRecord.self,
    CredentialRecord.self, KnownHostRecord.self, SettingRecord.self, ThemeRecord.self, RoomRecord.self,
    ItemRecord.self, MemberRecord.self, VitalsTargetRecord.self, VitalsReadingRecord.self, EventRecord.self,
    HistoryRecord.self, SyncChangeRecord.self,
]

/// The record type of a collection.
func recordType(_ collection: JSONString) throws -> any SyncRecord.Type {
    try #require(recordTypes.first { $0.schema.collection == collection })
}

/// The row of a row's record by the record type of its collection.
func throughType(_ row: Row, _ type: any SyncRecord.Type) throws -> Row {
    func pass<Record: SyncRecord>(_ type: Record.Type) throws -> Row { try Record(row: row).row() }
    return try pass(type)
}

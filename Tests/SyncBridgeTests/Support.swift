import CanonicalJSON
import Foundation
import SyncBridge
import TestSupport
import Testing

func json(_ path: String) throws -> JSONValue {
    try JSONValue(parsing: Repository.root.appending(path: path).bytes())
}

func object(_ text: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
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

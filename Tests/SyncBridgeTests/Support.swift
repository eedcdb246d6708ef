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

/// The record type of a collection.
func recordType(_ collection: JSONString) throws -> any SyncRecord.Type {
    try #require(RecordSchema.types.first { $0.schema.collection == collection })
}

/// The row of a row's record by the record type of its collection.
func throughType(_ row: Row, _ type: any SyncRecord.Type) throws -> Row { try type.init(row: row).row() }

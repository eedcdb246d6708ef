import CanonicalJSON
import SyncBridge
import TestSupport
import Testing

/// What the tables refuse: RC-5, RC-6, RC-8, RC-11.
@Suite struct RecordErrorTests {
    /// A value of each kind that a field may hold.
    private static func good(_ field: FieldSchema) -> JSONValue {
        switch field.type {
        case .string: "x"
        case .integer: 1
        case .boolean: true
        case .json: "[]"
        case .enumeration(let names): .string(names[0])
        }
    }

    /// Values that a field of the type must refuse, null apart.
    private static func bad(_ type: FieldType) -> [JSONValue] {
        let beyond: JSONValue = .integer(9_007_199_254_740_992)
        let below: JSONValue = .integer(-9_007_199_254_740_992)
        switch type {
        case .string, .enumeration: return [true, 1, 1.0, [], [:]]
        case .integer: return ["1", true, 1.0, -0.0, [], [:], beyond, below, .integer(.max), .integer(.min)]
        case .boolean: return [0, 1, "true", 1.0, [], [:]]
        case .json:
            let texts: [JSONValue] = [
                "", "[", "tags", "[1,]", "{'a':1}", "1 2", .string(JSONString(utf16: [0x22, 0xD800, 0x22])),
            ]
            return texts + [true, 1, 1.0, [], ["a"], [:]]
        }
    }

    private static func record(_ schema: RecordSchema) -> JSONObject {
        var record: JSONObject = ["id": "a", "updatedAt": 1]
        for field in schema.fields { record[field.name] = good(field) }
        return record
    }

    private static func fault(_ body: () throws -> Void) -> BridgeError? {
        do { try body() } catch { return error as? BridgeError }
        return nil
    }

    /// RC-5, RC-6, RC-8, RC-11: each field of each record refuses each wrong value, on all three ways in.
    @Test func everyFieldRefusesWrongValues() throws {
        var tried = 0
        for type in RecordSchema.types {
            let schema = type.schema
            let good = Self.record(schema)
            _ = try RecordCodec.encode(collection: schema.collection, record: good)
            for field in schema.fields where !field.isStamp {
                for value in Self.bad(field.type) + (field.isNullable ? [] : [.null]) {
                    tried += 1
                    var record = good
                    record[field.name] = .some(value)
                    let encoding = Self.fault {
                        _ = try RecordCodec.encode(collection: schema.collection, record: record)
                    }
                    #expect(encoding?.errorClass == .malformedRecord, "\(schema.record).\(field.name)")
                    #expect(encoding?.path == "/\(field.name)")

                    var row = try RecordCodec.encode(collection: schema.collection, record: good)
                    guard case .data(var data) = row.content else { continue }
                    data[field.name] = .some(value)
                    row.content = .data(data)
                    let decoding = Self.fault { _ = try RecordCodec.decode(collection: schema.collection, row: row) }
                    #expect(decoding?.errorClass == .malformedRecord, "\(schema.record).\(field.name)")
                    #expect(decoding?.path == "/data/\(field.name)")
                    let typed = Self.fault { _ = try throughType(row, type) }
                    #expect(typed == decoding)
                }
            }
        }
        #expect(tried > 700)
    }

    /// RC-4, RC-11: a row lacks no declared field; a record object may lack nullable ones.
    @Test func missingFields() throws {
        for type in RecordSchema.types {
            let schema = type.schema
            let good = Self.record(schema)
            for field in schema.fields where !field.isStamp {
                var record = good
                record[field.name] = Optional<JSONValue>.none
                let encoding = Self.fault { _ = try RecordCodec.encode(collection: schema.collection, record: record) }
                if field.isNullable {
                    #expect(encoding == nil)
                } else {
                    #expect(encoding?.errorClass == .malformedRecord)
                    #expect(encoding?.path == "/\(field.name)")
                }
                var row = try RecordCodec.encode(collection: schema.collection, record: good)
                guard case .data(var data) = row.content else { continue }
                data[field.name] = Optional<JSONValue>.none
                row.content = .data(data)
                let decoding = Self.fault { _ = try throughType(row, type) }
                #expect(decoding?.errorClass == .malformedRecord)
                #expect(decoding?.path == "/data/\(field.name)")
            }
        }
    }

    /// What a caller writes into a typed record is checked when it is written.
    @Test func typedRecordsAreCheckedOnTheWayOut() throws {
        var host = HostRecord(id: "h", updatedAt: 1)
        host.port = 1 << 53
        #expect(Self.fault { _ = try host.row() }?.path == "/data/port")
        host.port = 22
        host.tags = "a,b"
        #expect(Self.fault { _ = try host.row() }?.path == "/data/tags")
        host.tags = "[]"
        host.extra["port"] = 1
        #expect(Self.fault { _ = try host.row() }?.path == "/data/port")
        host.extra = ["id": "x"]
        #expect(Self.fault { _ = try host.row() }?.path == "/data/id")
        host.extra = [:]
        host.rowExtra["data"] = 1
        #expect(Self.fault { _ = try host.row() }?.errorClass == .malformedRow)
        host.rowExtra = [:]
        host.id = ""
        #expect(Self.fault { _ = try host.row() }?.path == "/id")
        host.id = "h"
        _ = try host.row()
    }

    /// RC-11: the class for a collection without a table.
    @Test func unknownCollections() throws {
        let row = Row(id: "a", updatedAt: 1, content: .data([:]))
        #expect(
            Self.fault { _ = try RecordCodec.decode(collection: "hosts", row: row) }?.errorClass == .invalidParameter)
        let record: JSONObject = ["id": "a", "updatedAt": 1]
        #expect(
            Self.fault { _ = try RecordCodec.encode(collection: "", record: record) }?.errorClass == .invalidParameter)
    }

    /// An unknown collection is said before what is wrong with the bytes.
    @Test func unknownCollectionsComeFirst() {
        for bytes in ["{}", "nope", "[]"] {
            let encoding = Self.fault { _ = try RecordCodec.encode(collection: "hosts", record: Array(bytes.utf8)) }
            let decoding = Self.fault { _ = try RecordCodec.decode(collection: "hosts", row: Array(bytes.utf8)) }
            #expect(encoding?.errorClass == .invalidParameter)
            #expect(decoding?.errorClass == .invalidParameter)
        }
    }

    /// RC-13: an event's stamp is the row's, and a row where they differ is refused.
    @Test func eventStamps() throws {
        var event = EventRecord(id: "e", updatedAt: 5)
        event.deletedAt = 7
        let row = try event.row()
        let bytes = text(try row.canonicalBytes())
        #expect(bytes.contains(#""updatedAt":5,"deletedAt":7},"id":"e","updatedAt":5}"#))
        let other = bytes.replacing(#""id":"e","updatedAt":5"#, with: #""id":"e","updatedAt":6"#)
        let fault = Self.fault { _ = try RecordCodec.decode(collection: "event", row: Array(other.utf8)) }
        #expect(fault?.errorClass == .malformedRecord)
        #expect(fault?.path == "/data/updatedAt")
    }

    /// RC-19: the time of a record object is judged as a row's in every collection, also where a field repeats it.
    @Test func recordTimes() throws {
        for type in RecordSchema.types {
            let collection = type.schema.collection
            for wrong: JSONValue? in [nil, .null, false, "1", 1.5, -1] {
                var record = Self.record(type.schema)
                record["updatedAt"] = wrong
                let fault = Self.fault { _ = try RecordCodec.encode(collection: collection, record: record) }
                #expect(fault?.errorClass == .malformedRow, "\(collection)")
                #expect(fault?.path == "/updatedAt")
            }
        }
    }

    /// Tombstones: exactly three members, and the row's rules hold.
    @Test func tombstones() throws {
        let row = try RecordCodec.encode(
            collection: "event", record: Array(#"{"deletedAt":9,"updatedAt":9,"id":"e"}"#.utf8))
        #expect(text(row) == #"{"deletedAt":9,"id":"e","updatedAt":9}"#)
        let record = try RecordCodec.decode(collection: "event", row: row)
        #expect(text(record) == #"{"id":"e","updatedAt":9,"deletedAt":9}"#)
        let fault = Self.fault {
            _ = try RecordCodec.encode(collection: "host", record: ["id": "a", "updatedAt": 1, "deletedAt": 2])
        }
        #expect(fault?.errorClass == .malformedRow)
        #expect(Self.fault { _ = try HostRecord(row: Row(parsing: row)) }?.errorClass == .malformedRow)
    }

    /// Members named as the row's own keys cannot be told apart in a record object.
    @Test func namesOfTheRowInData() throws {
        var data = try object(#"{"eventId":"e","at":1,"delta":1,"periodStart":"2024-01-01"}"#)
        _ = try HistoryRecord(row: Row(id: "a", updatedAt: 1, content: .data(data)))
        data["id"] = "b"
        let fault = Self.fault { _ = try HistoryRecord(row: Row(id: "a", updatedAt: 1, content: .data(data))) }
        #expect(fault?.path == "/data/id")
    }

    @Test func notJSONAndNotAnObject() {
        let notJSON = Self.fault { _ = try RecordCodec.encode(collection: "host", record: Array("{,}".utf8)) }
        #expect(notJSON?.errorClass == .malformedJSON)
        #expect(notJSON?.offset == 1)
        let array = Self.fault { _ = try RecordCodec.encode(collection: "host", record: Array("[]".utf8)) }
        #expect(array?.errorClass == .malformedRecord)
    }
}

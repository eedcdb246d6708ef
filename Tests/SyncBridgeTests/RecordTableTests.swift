import CanonicalJSON
import SyncBridge
import Testing

/// The Swift types are those of `Spec/records.json`: RC-1, RC-2.
@Suite struct RecordTableTests {
    /// RC-1, RC-2: collections, field names, types, nullability, enum names and stamps, in this order.
    @Test func tablesAreThoseOfTheSpec() throws {
        let records = try #require(try json("Spec/records.json")["records"]?.arrayValue)
        #expect(records.count == 17)
        let expected = try records.map { record in
            try [record["record"], record["collection"]].map { try #require($0?.stringValue).description }
                + (try #require(record["fields"]?.arrayValue)).map(line)
        }
        let found = RecordSchema.all.map { schema in
            [schema.record, schema.collection.description] + schema.fields.map(line)
        }
        #expect(found == expected)
    }

    @Test func typesAreNamedAsTheirTables() {
        for type in RecordSchema.types { #expect("\(type)" == type.schema.record) }
        #expect(RecordSchema.of(collection: "host")?.record == "HostRecord")
        #expect(RecordSchema.of(collection: "Host") == nil)
    }

    /// RC-14, RC-15: references to secrets, and ids that are fields, are made from the id.
    @Test func derivedFields() {
        #expect(HostRecord(id: "h1", updatedAt: 0).credentialRef == "host.h1.password")
        #expect(KeyRecord(id: "k1", updatedAt: 0).secretRef == "key.k1.private")
        #expect(CredentialRecord(id: "host.h1.password", updatedAt: 0).ref == "host.h1.password")
        #expect(SettingRecord(id: "font", updatedAt: 0).key == "font")
    }

    /// RC-16: values computed with Python.
    @Test func knownHostIDs() {
        let plain = KnownHostRecord.derivedID(hostPattern: "example.com", port: 22, keyType: "ssh-ed25519")
        #expect(plain == "kh.4a3b776ae7aa080c")
        let other = KnownHostRecord.derivedID(
            hostPattern: "[bastion.example.com]:2222", port: 22, keyType: "ssh-ed25519")
        #expect(other == "kh.e000aa734c5c0758")
    }

    private func line(_ field: JSONValue) throws -> String {
        var line = try #require(field["name"]?.stringValue).description
        line += " \(try #require(field["type"]?.stringValue))"
        if field["nullable"] == true { line += "?" }
        for name in field["values"]?.arrayValue ?? [] { line += " \(try #require(name.stringValue))" }
        if field["sameAs"] == "row.updatedAt" { line += " stamp" }
        return line
    }

    private func line(_ field: FieldSchema) -> String {
        var line = "\(field.name) \(field.type.name)"
        if field.isNullable { line += "?" }
        if case .enumeration(let names) = field.type { line += names.map { " \($0)" }.joined() }
        if field.isStamp { line += " stamp" }
        return line
    }
}

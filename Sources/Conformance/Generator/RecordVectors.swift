import CanonicalJSON

/// The vectors of `encodeRecord` and `decodeRecord`.
enum RecordVectors {
    static func make() -> [Vector] {
        // What those have that the others have not.
        let clauses = ["event": ["RC-20"], "group": ["RW-1", "RC-6"], "member": ["RC-6"]]
        var vectors: [Vector] = []
        for record in RecordTables.records {
            vectors += bothWays(
                record.collection, record.collection, record.id, record.data,
                ["RC-3", "TP-16", "TP-17"] + (clauses[record.collection] ?? []),
                "one row of \(record.collection)")
        }
        for pitfall in RecordTables.pitfalls {
            vectors += bothWays("group-" + pitfall.name, "group", "g1", pitfall.data, [pitfall.clause], pitfall.comment)
        }
        vectors += bothWays(
            "enum-unknown",
            "portForward",
            "p1",
            RecordTables.records[3].data.replacingOnce(#""kind":"local""#, with: #""kind":"quantum""#),
            ["RC-9"],
            "an enum name of a newer version is kept"
        )
        vectors += shuffled() + tombstones()
        vectors += RecordTables.faults.map(fault) + rowFaults() + encodeMissing() + [jsonField(), unknownCollection()]
        vectors += jsonTexts() + stamps() + ids() + leniencies() + orders() + conventions() + depths()
        return vectors
    }

    static func bothWays(
        _ name: String,
        _ collection: String,
        _ id: String,
        _ data: String,
        _ clauses: [String],
        _ comment: String
    ) -> [Vector] {
        let row = rowText(id: id, data: data)
        let record = recordText(id: id, data: data)
        return [
            encode(name, collection, record, .valid(outputs: ["row": .bytes(Array(row.utf8))]), clauses, comment),
            decode(name, collection, row, .valid(outputs: ["record": .bytes(Array(record.utf8))]), clauses, comment),
        ]
    }

    /// The fields of an input in another order give the same row.
    private static func shuffled() -> [Vector] {
        RecordTables.records.prefix(4).map { record in
            var members = parse(recordText(id: record.id, data: record.data))
            members = JSONObject(members.reversed())
            return encode(
                record.collection + "-reversed",
                record.collection,
                text(.object(members)),
                .valid(outputs: ["row": .bytes(Array(rowText(id: record.id, data: record.data).utf8))]),
                ["RC-3", "TP-16", "TP-17"],
                "fields given in reverse order"
            )
        }
    }

    private static func tombstones() -> [Vector] {
        let record = #"{"id":"h1","updatedAt":5,"deletedAt":5}"#
        let row = #"{"deletedAt":5,"id":"h1","updatedAt":5}"#
        return ["host", "item"].flatMap { collection in
            [
                encode(
                    collection + "-tombstone", collection, record, .valid(outputs: ["row": .bytes(Array(row.utf8))]),
                    ["RW-7"], "a tombstone"),
                decode(
                    collection + "-tombstone", collection, row, .valid(outputs: ["record": .bytes(Array(record.utf8))]),
                    ["RW-7"], "a tombstone"),
            ]
        }
    }

    private static func fault(_ fault: (name: String, clause: String, data: String, comment: String)) -> Vector {
        decode(
            "group-not-" + fault.name,
            "group",
            rowText(id: "g1", data: fault.data),
            .invalid(errorClass: "MALFORMED_RECORD"),
            [fault.clause],
            fault.comment,
            parent: "record-decode-group"
        )
    }

    private static func rowFaults() -> [Vector] {
        let data = RecordTables.records[1].data
        let long = String(repeating: "x", count: 256)
        let cases: [(name: String, clause: String, row: String, comment: String)] = [
            (
                "and-not-record", "ER-6", #"{"data":{},"id":"","updatedAt":1}"#,
                "neither a row nor a record: the row comes first"
            ),
            ("no-id", "RW-1", #"{"data":\#(data),"updatedAt":1}"#, "no id"),
            ("no-updated-at", "RW-1", #"{"data":\#(data),"id":"g1"}"#, "no updatedAt"),
            ("neither", "RW-1", #"{"id":"g1","updatedAt":1}"#, "neither data nor deletedAt"),
            ("both", "RW-1", #"{"data":\#(data),"deletedAt":1,"id":"g1","updatedAt":1}"#, "data and deletedAt"),
            ("not-object", "RW-1", "[]", "a list"),
            ("data-list", "RW-3", #"{"data":[],"id":"g1","updatedAt":1}"#, "data is a list"),
            ("data-null", "RW-3", #"{"data":null,"id":"g1","updatedAt":1}"#, "data is null"),
            ("id-empty", "RW-4", #"{"data":\#(data),"id":"","updatedAt":1}"#, "an empty id"),
            ("id-long", "RW-4", #"{"data":\#(data),"id":"\#(long)","updatedAt":1}"#, "an id of 256 units"),
            ("id-number", "RW-4", #"{"data":\#(data),"id":1,"updatedAt":1}"#, "a number as id"),
            (
                "id-lone-surrogate", "RW-4", #"{"data":\#(data),"id":"\ud800","updatedAt":1}"#,
                "an unpaired surrogate in the id"
            ),
            ("time-double", "RW-5", #"{"data":\#(data),"id":"g1","updatedAt":1.0}"#, "a double as time"),
            ("time-negative", "RW-5", #"{"data":\#(data),"id":"g1","updatedAt":-1}"#, "a time before 1970"),
            (
                "time-large", "RW-5", #"{"data":\#(data),"id":"g1","updatedAt":9007199254740992}"#,
                "a time beyond 2^53-1"
            ),
            ("time-string", "RW-5", #"{"data":\#(data),"id":"g1","updatedAt":"1"}"#, "a string as time"),
            ("tombstone-times", "RW-7", #"{"deletedAt":1,"id":"g1","updatedAt":2}"#, "two different times"),
            ("tombstone-null", "RW-5", #"{"deletedAt":null,"id":"g1","updatedAt":2}"#, "deletedAt is null"),
        ]
        return cases.map {
            decode(
                "row-not-" + $0.name, "group", $0.row, .invalid(errorClass: "MALFORMED_ROW"), [$0.clause], $0.comment,
                parent: "record-decode-group")
        } + [
            decode(
                "row-not-json", "group", "{", .invalid(errorClass: "MALFORMED_JSON"), ["RW-9", "ER-6"], "not JSON",
                parent: "record-decode-group"),
            decode(
                "row-id-255",
                "group",
                #"{"data":\#(data),"id":"\#(long.dropLast())","updatedAt":0}"#,
                .valid(outputs: [
                    "record": .bytes(Array(#"{"id":"\#(long.dropLast())","updatedAt":0,\#(data.dropFirst())"#.utf8))
                ]),
                ["RW-4"],
                "an id of 255 units"
            ),
        ]
    }

    private static func encodeMissing() -> [Vector] {
        let data = group(named: "x")
        let row = #"{"data":\#(data),"id":"g1","updatedAt":1}"#
        return [
            encode(
                "group-early", "group", #"{"id":"g1","updatedAt":1,\#(data.dropFirst())"#,
                .valid(outputs: ["row": .bytes(Array(row.utf8))]), ["RW-2", "RC-3"], "a row of 1970"),
            encode(
                "group-not-missing", "group", #"{"id":"g1","updatedAt":1,"name":"x"}"#,
                .invalid(errorClass: "MALFORMED_RECORD"), ["RC-11"], "a field that is not nullable is missing",
                parent: "record-encode-group-early"),
        ]
    }

    private static func jsonField() -> Vector {
        let data = RecordTables.records[0].data.replacingOnce(#""tags":"[\"a\",\"b\"]""#, with: #""tags":["a","b"]"#)
        return decode(
            "host-not-tags-list", "host", rowText(id: "h1", data: data), .invalid(errorClass: "MALFORMED_RECORD"),
            ["RC-8"], "a list where a JSON text belongs", parent: "record-decode-host")
    }

    private static func unknownCollection() -> Vector {
        decode(
            "unknown-collection", "spaceship", rowText(id: "g1", data: RecordTables.records[1].data),
            .invalid(errorClass: "INVALID_PARAMETER"), ["RC-11", "TP-17"], "a collection that is not declared",
            parent: "record-decode-group")
    }
}

extension RecordVectors {
    static func rowText(id: String, data: String) -> String {
        #"{"data":\#(data),"id":"\#(id)","updatedAt":\#(RecordTables.updatedAt)}"#
    }

    static func recordText(id: String, data: String) -> String {
        // `event` names the row's own updatedAt once only.
        let fields = data.dropFirst().replacingOnce(
            #""updatedAt":\#(RecordTables.updatedAt),"#, with: "", required: false)
        return #"{"id":"\#(id)","updatedAt":\#(RecordTables.updatedAt),\#(fields)"#
    }

    private static func parse(_ text: String) -> JSONObject {
        guard case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)) else { preconditionFailure(text) }
        return members
    }

    private static func text(_ value: JSONValue) -> String {
        guard let bytes = try? value.canonicalBytes() else { preconditionFailure("a table value without text") }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func encode(
        _ name: String,
        _ collection: String,
        _ record: String,
        _ expectation: Vector.Expectation,
        _ clauses: [String],
        _ comment: String,
        parent: String? = nil
    ) -> Vector {
        Vector(
            id: "record-encode-" + name,
            clauses: clauses,
            operation: "encodeRecord",
            comment: comment,
            inputs: ["collection": .text(collection), "record": .bytes(Array(record.utf8))],
            expectation: expectation,
            parent: parent
        )
    }

    static func decode(
        _ name: String,
        _ collection: String,
        _ row: String,
        _ expectation: Vector.Expectation,
        _ clauses: [String],
        _ comment: String,
        parent: String? = nil
    ) -> Vector {
        Vector(
            id: "record-decode-" + name,
            clauses: clauses,
            operation: "decodeRecord",
            comment: comment,
            inputs: ["collection": .text(collection), "row": .bytes(Array(row.utf8))],
            expectation: expectation,
            parent: parent
        )
    }
}

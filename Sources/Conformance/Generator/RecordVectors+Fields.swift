import CanonicalJSON

extension RecordVectors {
    private static func data(of collection: String) -> String {
        guard let record = RecordTables.records.first(where: { $0.collection == collection }) else {
            preconditionFailure(collection)
        }
        return record.data
    }

    private static func record(_ text: String) -> Vector.Expectation {
        .valid(outputs: ["record": .bytes(Array(text.utf8))])
    }

    /// Texts in fields of type `json`: carried as they are, if they are JSON.
    static func jsonTexts() -> [Vector] {
        let (host, tags) = (data(of: "host"), #""tags":"[\"a\",\"b\"]""#)
        let (setting, size) = (data(of: "setting"), #"{\"size\":13.5}"#)
        let spaced = host.replacingOnce(tags, with: #""tags":"[ \"a\" ,\"b\"]\n""#)
        let spelled = setting.replacingOnce(size, with: #"{\"n\":1e2,\"u\":\"\\u0041\\/\",\"n\":-0}"#)
        let cut = host.replacingOnce(tags, with: #""tags":"[\"a\"""#)
        let (empty, bare) = (
            host.replacingOnce(tags, with: #""tags":"""#), setting.replacingOnce(size, with: #"\"\ud800\""#)
        )
        let escaped = setting.replacingOnce(size, with: #"\"\\ud800\""#)
        let refused: Vector.Expectation = .invalid(errorClass: "MALFORMED_RECORD")
        return bothWays("host-tags-spaced", "host", "h1", spaced, ["RC-8"], "white space in a JSON text stays")
            + bothWays(
                "setting-value-spelled", "setting", "ui.font", spelled, ["RC-8"],
                "foreign numbers, escapes and a repeated key in a JSON text stay")
            + bothWays(
                "setting-value-escaped-surrogate", "setting", "ui.font", escaped, ["RC-8"],
                "an unpaired surrogate in a JSON text, as an escape")
            + [
                decode(
                    "host-not-tags-cut", "host", rowText(id: "h1", data: cut), refused, ["RC-8"],
                    "a text that is no JSON", parent: "record-decode-host"),
                decode(
                    "host-not-tags-empty", "host", rowText(id: "h1", data: empty), refused, ["RC-8"],
                    "an empty text is no JSON", parent: "record-decode-host"),
                decode(
                    "setting-not-value-surrogate", "setting", rowText(id: "ui.font", data: bare), refused, ["RC-8"],
                    "an unpaired surrogate in a JSON text, not as an escape", parent: "record-decode-setting"),
                encode(
                    "host-not-tags-cut", "host", recordText(id: "h1", data: cut), refused, ["RC-8"],
                    "a text that is no JSON, when encoding", parent: "record-encode-host"),
            ]
    }

    /// The field that repeats the row's updatedAt, and the times of rows.
    static func stamps() -> [Vector] {
        let event = data(of: "event")
        let own = #""updatedAt":1700000000999"#
        let deleted = event.replacingOnce(#""deletedAt":null"#, with: #""deletedAt":1699999999999"#)
        return bothWays(
            "event-deleted", "event", "e1", deleted, ["RC-13"], "deletedAt of an event is not the row's")
            + [("older", "1700000000998"), ("newer", "1700000001000"), ("zero", "0")].map { name, time in
                decode(
                    "event-not-stamp-" + name, "event",
                    rowText(id: "e1", data: event.replacingOnce(own, with: #""updatedAt":"# + time)),
                    .invalid(errorClass: "MALFORMED_RECORD"), ["RC-13"], "the event's updatedAt is not the row's",
                    parent: "record-decode-event")
            }
    }

    /// Ids at the limit of 255 UTF-16 code units, and with white space.
    static func ids() -> [Vector] {
        let data = data(of: "group")
        func accept(_ name: String, _ id: String, _ comment: String) -> Vector {
            decode(
                "row-" + name, "group", rowText(id: id, data: data), record(recordText(id: id, data: data)), ["RW-4"],
                comment)
        }
        return [
            accept("id-255-latin", String(repeating: "\u{E9}", count: 255), "255 units, 510 bytes"),
            accept("id-space", " a\u{A0}", "white space belongs to the id"),
            encode(
                "id-newline", "group", recordText(id: #"\n"#, data: data),
                .valid(outputs: ["row": .bytes(Array(rowText(id: #"\n"#, data: data).utf8))]), ["RW-4"],
                "an id that is white space only"),
        ]
    }

    /// What lenient readers of records take, and what strict ones refuse.
    static func leniencies() -> [Vector] {
        let (group, host, member) = (data(of: "group"), data(of: "host"), data(of: "member"))
        let zero = group.replacingOnce("1690000000000", with: "-0")
        let rounded = group.replacingOnce("1690000000000", with: "0")
        let refused: Vector.Expectation = .invalid(errorClass: "MALFORMED_RECORD")
        return bothWays(
            "enum-empty", "host", "h1", host.replacingOnce(#""authKind":"key""#, with: #""authKind":"""#), ["RC-9"],
            "an enum name that is empty is one more that nobody knows")
            + [
                decode(
                    "group-minus-zero", "group", rowText(id: "g1", data: zero),
                    record(recordText(id: "g1", data: rounded)),
                    ["CJ-12", "RC-5"], "integer minus zero in a field is zero"),
                decode(
                    "member-not-missing-last", "member",
                    rowText(id: "m1", data: member.replacingOnce(#","deleted_at":null"#, with: "")), refused,
                    ["RC-4"], "the last field, a nullable one, is missing", parent: "record-decode-member"),
                encode(
                    "group-not-bool-int", "group",
                    recordText(id: "g1", data: group.replacingOnce(#""isCollapsed":false"#, with: #""isCollapsed":0"#)),
                    refused, ["RC-6"], "0 for false, when encoding", parent: "record-encode-group"),
                encode(
                    "group-not-null", "group",
                    recordText(
                        id: "g1", data: group.replacingOnce(#""isCollapsed":false"#, with: #""isCollapsed":null"#)),
                    refused, ["RC-11"], "null for false, when encoding", parent: "record-encode-group"),
                encode(
                    "unknown-collection", "Host", recordText(id: "h1", data: host),
                    .invalid(errorClass: "INVALID_PARAMETER"), ["RC-11", "TP-16"], "a collection in the wrong case",
                    parent: "record-encode-host"),
            ]
    }
    /// What binds the application that makes a record, and no stack checks.
    static func conventions() -> [Vector] {
        let reference = data(of: "host").replacingOnce("host.h1.password", with: "elsewhere")
        let device = data(of: "setting").replacingOnce("shared", with: "device")
        return bothWays(
            "host-reference", "host", "h1", reference, ["RC-14"], "a reference to a secret that follows no pattern")
            + bothWays(
                "credential-other-id", "credential", "c1", data(of: "credential"), ["RC-17"],
                "an id that is not the row's ref is nothing that coding checks")
            + bothWays(
                "setting-device", "setting", "ui.font", device, ["RC-17"],
                "a row that may not leave the device is encoded all the same")
    }

    /// Data one level short of the limit of nesting, which a row adds to.
    static func depths() -> [Vector] {
        func deep(_ count: Int) -> String {
            let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
            return data(of: "group").dropLast() + #","new":\#(text)}"#
        }
        return [
            encode(
                "group-depth-512", "group", recordText(id: "g1", data: deep(510)),
                .valid(outputs: ["row": .bytes(Array(rowText(id: "g1", data: deep(510)).utf8))]), ["CJ-7", "RC-7"],
                "a record of 511 levels makes a row of 512"),
            encode(
                "group-not-depth-513", "group", recordText(id: "g1", data: deep(511)),
                .invalid(errorClass: "MALFORMED_JSON"), ["CJ-7"],
                "a record of 512 levels can be read, and its row cannot be written",
                parent: "record-encode-group-depth-512"),
        ]
    }

    /// Fields of `data` that do not stand where a writer puts them, and unknown ones among them.
    static func orders() -> [Vector] {
        let fields = [
            #""createdAt":1690000000000"#, #""sortKey":"a0""#, #""new":1"#, #""isCollapsed":false"#,
            #""iconName":null"#,
            #""colorTag":null"#, #""parentId":null"#, #""name":"x""#, #""ID":"g1""#,
        ]
        func row(_ fields: [String]) -> String { rowText(id: "g1", data: "{\(fields.joined(separator: ","))}") }
        let declared = group(named: "x").dropLast() + #","new":1,"ID":"g1"}"#
        let refused: Vector.Expectation = .invalid(errorClass: "MALFORMED_RECORD")
        let parent = "record-decode-group-fields-reversed"
        return [
            decode(
                "group-fields-reversed", "group", row(fields), record(recordText(id: "g1", data: String(declared))),
                ["RC-12", "RC-20"], "declared fields in reverse order, unknown ones among them, one named like the id"),
            decode(
                "group-not-reversed-missing", "group", row(fields.filter { !$0.hasPrefix(#""parentId""#) }), refused,
                ["RC-12", "RC-4"], "in another order as well, a field may not be missing", parent: parent),
            decode(
                "group-not-reversed-type", "group",
                row(fields.map { $0.hasPrefix(#""name""#) ? #""name":null"# : $0 }), refused, ["RC-12", "RC-11"],
                "a field is known by its name and not by its place", parent: parent),
        ]
    }

    static func group(named name: String) -> String {
        data(of: "group").replacingOnce("Büro", with: name)
    }
}

/// What record vectors are made from: one `data` of each collection, its text written by hand in declaration order.
enum RecordTables {
    static let updatedAt: Int64 = 1_700_000_000_999

    static let records: [(collection: String, id: String, data: String)] = [
        (
            "host", "h1",
            #"{"name":"Büro","hostname":"fe80::1%eth0","port":22,"username":"ana","groupId":"g1","tags":"[\"a\",\"b\"]","authKind":"key","credentialRef":"host.h1.password","keyId":"k1","jumpHostIds":"[\"h2\"]","proxyCommand":null,"startupCommand":"cd /srv && ls","env":"{\"LANG\":\"C\"}","terminalType":"xterm-256color","colorTag":null,"themeId":null,"keepAliveSec":30,"isFavorite":true,"sortKey":"a0","note":"line 1\nline 2\t😀","createdAt":1690000000000,"lastConnectedAt":null}"#
        ),
        (
            "group", "g1",
            #"{"name":"Büro","parentId":null,"colorTag":null,"iconName":null,"isCollapsed":false,"sortKey":"a0","createdAt":1690000000000}"#
        ),
        (
            "snippet", "s1",
            #"{"name":"disk","script":"df -h | awk '{print $5}'\n","tags":"[]","note":null,"autoRunHostIds":"[]","sortKey":"b","createdAt":0}"#
        ),
        (
            "portForward", "p1",
            #"{"hostId":"h1","name":"db","kind":"local","bindHost":null,"bindPort":5432,"targetHost":"::1","targetPort":5432,"autoStart":false}"#
        ),
        (
            "key", "k1",
            #"{"name":"laptop","keyType":"ssh-ed25519","publicKey":"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA/+ ana@x","fingerprint":"SHA256:abc/+","secretRef":"key.k1.private","passphraseRef":null,"createdAt":1690000000000}"#
        ),
        (
            "credential", "host.h1.password",
            #"{"ref":"host.h1.password","kind":"password","sealed":"iVNXQQ0KGgo=","createdAt":1690000000000}"#
        ),
        (
            "knownHost", "kh.4a3b776ae7aa080c",
            #"{"hostPattern":"example.com","port":22,"keyType":"ssh-ed25519","fingerprintSha256":"SHA256:x","publicKey":"AAAA","addedAt":1690000000000}"#
        ),
        ("setting", "ui.font", #"{"key":"ui.font","value":"{\"size\":13.5}","scope":"shared"}"#),
        (
            "theme", "t1",
            #"{"name":"Night","isDark":true,"foreground":4294967295,"background":4278190080,"ansi":"[1,2,3]","createdAt":1690000000000}"#
        ),
        (
            "room", "r1",
            #"{"name":"Küche","workspace_id":"w","parent_room_id":null,"is_active":1,"created_at":1,"updated_at":2,"updated_by":"u","deleted_at":null}"#
        ),
        (
            "item", "i1",
            #"{"name":"box","room_id":"r1","location_note":null,"quantity":-3,"photo_ref":"p/1.jpg","tags":"[\"x\"]","is_active":0,"created_at":1,"updated_at":2,"updated_by":"u","deleted_at":3}"#
        ),
        (
            "member", "m1",
            #"{"user_id":"u","role":"editor","display_name":"Ana","is_active":1,"updated_at":2,"updated_by":"u","deleted_at":null}"#
        ),
        (
            "vitalsTarget", "v1",
            #"{"patientId":"p","systolicTarget":120,"diastolicTarget":80,"dose":"5 mg","allergies":"[]","theme":"light","lastOpenedAt":1,"careTeam":"[]","status":"ok","dosesLogged":"{\"a\":1}"}"#
        ),
        (
            "vitalsReading", "w1",
            #"{"patientId":"p","recordedAt":1,"systolic":120,"diastolic":80,"pulse":null,"deviceTime":1,"source":"cuff"}"#
        ),
        (
            "event", "e1",
            #"{"title":"run","kind":"habit","goal":3,"period":"week","periodStart":"2024-01-01","state":"active","updatedAt":1700000000999,"deletedAt":null}"#
        ),
        ("history", "y1", #"{"eventId":"e1","at":1,"delta":-1,"periodStart":"2024-01-01"}"#),
        (
            "change", "c1",
            #"{"cursor":9007199254740991,"changeId":"c","domain":"d","recordId":"r","operation":"upsert","version":1,"occurredAt":"2024-01-01T00:00:00Z","recordedAt":"2024-01-01T00:00:00Z","originDeviceId":"o","record":"{\"a\":1.0}"}"#
        ),
    ]

    /// The pitfalls of mapping: `group` rows whose `data` is kept as it is, both ways.
    static let pitfalls: [(name: String, clause: String, data: String, comment: String)] = [
        ("slash", "RC-8", group(name: #""a/b\\c""#), "a solidus stays bare"),
        ("control", "CJ-29", group(name: #""\u0000\u001f""#), "control characters"),
        ("lone-surrogate", "CJ-30", group(name: #""\ud800x""#), "an unpaired surrogate in a string field is kept"),
        ("astral", "CJ-31", group(name: "\"\u{1F468}\u{200D}\u{1F469}\u{FE0F}\""), "emoji with joiners"),
        ("nfd", "CJ-17", group(name: "\"e\u{301}\""), "NFD is kept"),
        ("compatibility", "CJ-17", group(name: "\"\u{F900}\""), "a compatibility ideograph is kept"),
        ("jamo", "CJ-17", group(name: "\"\u{1100}\u{1161}\""), "jamo are kept"),
        ("line-separator", "CJ-31", group(name: "\"\u{2028}\u{2029}\""), "the line separators of JavaScript stay bare"),
        ("delete", "CJ-31", group(name: "\"\u{7F}\""), "U+007F stays bare"),
        (
            "unknown-proto", "RC-7", group(extra: #","__proto__":{"a":1},"Z":0"#),
            "an unknown field whose name JavaScript treats specially, and one that would sort before it"
        ),
        ("empty", "RC-4", group(name: #""""#), "an empty string is not null"),
        (
            "unknown-fields", "RC-7", group(extra: #","new":{"z":1,"a":[2.0,-0.0]},"more":null"#),
            "unknown fields stay, unsorted, behind the declared ones"
        ),
        (
            "unknown-looks-declared", "RC-7", group(extra: #","NAME":"x","name ":"y""#),
            "names that differ by case or space are unknown"
        ),
        ("int53", "RC-5", group(createdAt: "9007199254740991"), "the largest integer"),
        ("int53-negative", "RC-5", group(createdAt: "-9007199254740991"), "the smallest integer"),
    ]

    /// Faults in the `data` of a `group` row.
    static let faults: [(name: String, clause: String, data: String, comment: String)] = [
        ("missing", "RC-4", group().replacingOnce(#""colorTag":null,"#, with: ""), "a nullable field is missing"),
        (
            "missing-last", "RC-4", group().replacingOnce(#","createdAt":1690000000000"#, with: ""),
            "the last field is missing"
        ),
        ("null", "RC-11", group(name: "null"), "null where it is not nullable"),
        ("bool-null", "RC-11", group(collapsed: "null"), "null for a boolean"),
        ("int-null", "RC-11", group(createdAt: "null"), "null for an integer"),
        ("id-in-data", "RC-20", group(extra: #","id":"g1""#), "a member with the name of the row's id"),
        (
            "updated-at-in-data", "RC-20", group(extra: #","updatedAt":1700000000999"#),
            "a member with the name of the row's updatedAt"
        ),
        ("string-number", "RC-11", group(name: "1"), "a number for a string"),
        ("string-list", "RC-11", group(name: "[]"), "a list for a string"),
        ("bool-int", "RC-6", group(collapsed: "0"), "0 for false"),
        ("bool-one", "RC-6", group(collapsed: "1"), "1 for true"),
        ("bool-string", "RC-6", group(collapsed: #""false""#), "a string for a boolean"),
        ("int-double", "RC-5", group(createdAt: "1.0"), "an integral double for an integer"),
        ("int-exponent", "RC-5", group(createdAt: "1e3"), "an exponent for an integer"),
        ("int-string", "RC-11", group(createdAt: #""1""#), "a string for an integer"),
        ("int-bool", "RC-11", group(createdAt: "true"), "a boolean for an integer"),
        ("int-large", "RC-5", group(createdAt: "9007199254740992"), "one beyond the largest integer"),
        ("int-small", "RC-5", group(createdAt: "-9007199254740992"), "one below the smallest integer"),
        ("int-huge", "RC-5", group(createdAt: "9223372036854775808"), "beyond Int64"),
    ]

    private static func group(
        name: String = #""Büro""#,
        collapsed: String = "false",
        createdAt: String = "1690000000000",
        extra: String = ""
    ) -> String {
        #"{"name":\#(name),"parentId":null,"colorTag":null,"iconName":null,"isCollapsed":\#(collapsed),"#
            + #""sortKey":"a0","createdAt":\#(createdAt)\#(extra)}"#
    }
}

extension StringProtocol {
    /// This text with the first occurrence of `part`, which must occur where it is required, replaced.
    func replacingOnce(_ part: String, with other: String, required: Bool = true) -> String {
        guard let found = firstRange(of: part) else {
            precondition(!required, "\(part) does not occur")
            return String(self)
        }
        return self[..<found.lowerBound] + other + self[found.upperBound...]
    }
}

public import CanonicalJSON
public import SyncBridge

extension Profile {
    /// Reads the JSON form, whose members may come in any order.
    ///
    /// Every knob must be there and nothing else. Throws `INVALID_PARAMETER` with the path of the member.
    public init(_ value: JSONValue) throws(BridgeError) {
        let members = try Members(value, .invalidParameter)
        try members.allowOnly(Set(Self.keys))
        self.init(
            name: try members.string("name"), unit: try members.name("unit"),
            granularity: try members.name("granularity"), order: try members.name("order"),
            tie: try members.name("tie"), replicaField: try members.text("replicaField"),
            softDelete: try SoftDelete(members), delete: try members.name("delete"),
            forget: try members.name("forget"), authority: try members.name("authority"),
            onConflict: try members.name("onConflict"), fieldTypes: try Self.fieldTypes(members),
            watched: try Self.fields("watched", members), hashExclude: try Self.fields("hashExclude", members),
            absence: try members.name("absence"),
            capture: try members.name("capture"), stampedAt: try members.name("stampedAt"),
            localPending: try members.name("localPending"), massDelete: try MassDelete(members),
            cycle: try members.names("cycle"), position: try members.name("position"),
            advance: try members.name("advance"), ack: try members.name("ack"),
            casRequired: try members.bool("casRequired"), retry: try Retry(members.members("retry")),
            errors: try Self.errors(members), pageRecords: try members.number("pageRecords"),
            pages: try members.number("pages"), accountBinding: try members.bool("accountBinding"),
            parentsFirst: try members.strings("parentsFirst"), acceptAge: try members.number("acceptAge"),
            crypto: try members.name("crypto"))
        guard tie != .replicaUTF16 && tie != .replicaBytes || replicaField != nil else {
            throw members.fault("replicaField", "a tie by replica needs the field that names it")
        }
    }

    /// The JSON form, its members in the order of the properties.
    public var value: JSONValue {
        let values: [JSONValue] = [
            .string(name), unit.jsonName, granularity.jsonName, order.jsonName, tie.jsonName,
            .orNull(replicaField), softDelete?.form ?? .null, delete.jsonName, forget.jsonName, authority.jsonName,
            onConflict.jsonName, .sorted(fieldTypes) { .sorted($0, \.form) },
            .sorted(watched) { .array($0.map(JSONValue.string)) },
            .sorted(hashExclude) { .array($0.map(JSONValue.string)) }, absence.jsonName, capture.jsonName,
            stampedAt.jsonName, localPending.jsonName, massDelete?.form ?? .null, .array(cycle.map(\.jsonName)),
            position.jsonName, advance.jsonName, ack.jsonName, .bool(casRequired), retry.form,
            .sorted(errors, \.jsonName), .orNull(pageRecords), .orNull(pages), .bool(accountBinding),
            .array(parentsFirst.map(JSONValue.string)), .orNull(acceptAge), crypto.jsonName,
        ]
        return .object(JSONObject(zip(Self.keys, values).map { ($0, $1) }))
    }

    private static let keys: [JSONString] = [
        "name", "unit", "granularity", "order", "tie", "replicaField", "softDelete", "delete", "forget", "authority",
        "onConflict", "fieldTypes", "watched", "hashExclude", "absence", "capture", "stampedAt", "localPending",
        "massDelete",
        "cycle", "position", "advance", "ack", "casRequired", "retry", "errors", "pageRecords", "pages",
        "accountBinding", "parentsFirst", "acceptAge", "crypto",
    ]

    private static func fieldTypes(_ members: Members) throws(BridgeError) -> FieldTypes {
        var types: FieldTypes = [:]
        let collections = try members.members("fieldTypes")
        for (collection, _) in collections.object {
            let fields = try collections.members(collection)
            var rules: [JSONString: FieldRule] = [:]
            for (field, _) in fields.object { rules[field] = try FieldRule(fields.members(field)) }
            types[collection] = rules
        }
        return types
    }

    private static func fields(
        _ key: JSONString, _ members: Members
    ) throws(BridgeError) -> [JSONString: [JSONString]] {
        var fields: [JSONString: [JSONString]] = [:]
        let collections = try members.members(key)
        for (collection, _) in collections.object { fields[collection] = try collections.strings(collection) }
        return fields
    }

    private static func errors(_ members: Members) throws(BridgeError) -> [JSONString: ErrorRule] {
        var rules: [JSONString: ErrorRule] = [:]
        let statuses = try members.members("errors")
        for (status, _) in statuses.object { rules[status] = try statuses.name(status) }
        return rules
    }
}

extension Members {
    /// A string or null, which must be there.
    func text(_ key: JSONString) throws(BridgeError) -> JSONString? {
        try value(key).isNull ? nil : string(key)
    }

    /// A positive integer or null, which must be there.
    func number(_ key: JSONString) throws(BridgeError) -> Int64? {
        try value(key).isNull ? nil : integer(key, in: 1...Stamp.range.upperBound)
    }

    /// An object, or nil for null; it must be there.
    fileprivate func part(_ key: JSONString) throws(BridgeError) -> Members? {
        try value(key).isNull ? nil : members(key)
    }
}

extension JSONValue {
    static func orNull(_ string: JSONString?) -> JSONValue { string.map(JSONValue.string) ?? .null }
    static func orNull(_ number: Int64?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

    /// An object of a dictionary's entries in UTF-16 order.
    static func sorted<Value>(_ entries: [JSONString: Value], _ value: (Value) -> JSONValue) -> JSONValue {
        .object(JSONObject(entries.sorted { $0.key < $1.key }.map { ($0.key, value($0.value)) }))
    }
}

extension FieldRule {
    fileprivate init(_ members: Members) throws(BridgeError) {
        try members.allowOnly(["type", "flagged"])
        self.init(try members.name("type"), isFlagged: try members.bool("flagged"))
        guard kind != .counter || !isFlagged else {
            throw members.fault("flagged", "counts never disagree, so that nobody has to look at them")
        }
    }

    fileprivate var form: JSONValue { ["type": kind.jsonName, "flagged": .bool(isFlagged)] }
}

extension Profile.SoftDelete {
    fileprivate init?(_ profile: Members) throws(BridgeError) {
        guard let members = try profile.part("softDelete") else { return nil }
        try members.allowOnly(["field", "value", "stamp"])
        self.init(
            field: try members.string("field"), value: try members.value("value"), stamp: try members.string("stamp"))
    }

    fileprivate var form: JSONValue { ["field": .string(field), "value": value, "stamp": .string(stamp)] }
}

extension Profile.MassDelete {
    fileprivate init?(_ profile: Members) throws(BridgeError) {
        guard let members = try profile.part("massDelete") else { return nil }
        try members.allowOnly(["count", "percent"])
        self.init(count: try members.integer("count"), percent: try members.integer("percent", in: 0...100))
    }

    fileprivate var form: JSONValue { ["count": .integer(count), "percent": .integer(percent)] }
}

extension Profile.Retry {
    fileprivate init(_ members: Members) throws(BridgeError) {
        try members.allowOnly(["max", "base", "cap", "jitter"])
        self.init(
            max: try members.number("max"), base: try members.integer("base"), cap: try members.integer("cap"),
            jitter: try members.name("jitter"))
    }

    fileprivate var form: JSONValue {
        ["max": .orNull(max), "base": .integer(base), "cap": .integer(cap), "jitter": jitter.jsonName]
    }
}

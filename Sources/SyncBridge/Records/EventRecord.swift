public import CanonicalJSON

/// A counter or a habit: a row of the collection `event`.
///
/// The field `updatedAt` of its data is the row's own stamp, so the type has it once; a row where the two differ is
/// `MALFORMED_RECORD`.
public struct EventRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// What the user calls it.
    public var title: JSONString = ""
    /// Whether it counts or recurs.
    public var kind: EventKind = .counter
    /// How many a period.
    public var goal: Int64 = 0
    /// The span of a goal.
    public var period: EventPeriod = .day
    /// First day of the current period, YYYY-MM-DD.
    public var periodStart: JSONString = ""
    /// Stage of its life.
    public var state: EventState = .active
    /// Milliseconds since 1970 of a soft delete, which is not a tombstone.
    public var deletedAt: Int64?
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("title", \.title),
        .enumeration("kind", \.kind),
        .integer("goal", \.goal),
        .enumeration("period", \.period),
        .string("periodStart", \.periodStart),
        .enumeration("state", \.state),
        .stamp("updatedAt"),
        .integer("deletedAt", \.deletedAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "EventRecord", collection: "event", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}

/// Whether an event counts or recurs; names that this version does not know survive.
public struct EventKind: OpenEnum {
    /// The name on the wire.
    public var rawValue: JSONString

    /// Takes any name.
    public init(rawValue: JSONString) {
        self.rawValue = rawValue
    }

    /// `counter` on the wire.
    public static let counter = Self(rawValue: "counter")
    /// `habit` on the wire.
    public static let habit = Self(rawValue: "habit")

    /// The names of the table, in its order.
    public static let known: [Self] = [.counter, .habit]
}

/// The span of an event's goal; names that this version does not know survive.
public struct EventPeriod: OpenEnum {
    /// The name on the wire.
    public var rawValue: JSONString

    /// Takes any name.
    public init(rawValue: JSONString) {
        self.rawValue = rawValue
    }

    /// `day` on the wire.
    public static let day = Self(rawValue: "day")
    /// `week` on the wire.
    public static let week = Self(rawValue: "week")
    /// `month` on the wire.
    public static let month = Self(rawValue: "month")

    /// The names of the table, in its order.
    public static let known: [Self] = [.day, .week, .month]
}

/// The stage of an event's life; names that this version does not know survive.
public struct EventState: OpenEnum {
    /// The name on the wire.
    public var rawValue: JSONString

    /// Takes any name.
    public init(rawValue: JSONString) {
        self.rawValue = rawValue
    }

    /// `active` on the wire.
    public static let active = Self(rawValue: "active")
    /// `paused` on the wire.
    public static let paused = Self(rawValue: "paused")
    /// `archived` on the wire.
    public static let archived = Self(rawValue: "archived")
    /// `deleted` on the wire.
    public static let deleted = Self(rawValue: "deleted")

    /// The names of the table, in its order.
    public static let known: [Self] = [.active, .paused, .archived, .deleted]
}

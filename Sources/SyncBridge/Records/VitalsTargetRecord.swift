public import CanonicalJSON

/// What a patient's treatment aims at: a row of the collection `vitalsTarget`.
public struct VitalsTargetRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// Id of the patient.
    public var patientId: JSONString = ""
    /// Upper blood pressure aimed at, mmHg.
    public var systolicTarget: Int64 = 0
    /// Lower blood pressure aimed at, mmHg.
    public var diastolicTarget: Int64 = 0
    /// The prescribed dose, free text.
    public var dose: JSONString = ""
    /// JSON text of an array, which only grows.
    public var allergies: JSONString = "[]"
    /// Name of the colours of the patient's page.
    public var theme: JSONString = ""
    /// Milliseconds since 1970 of the last look at the page.
    public var lastOpenedAt: Int64 = 0
    /// JSON text of an array of members.
    public var careTeam: JSONString = "[]"
    /// Stage of the treatment.
    public var status: JSONString = ""
    /// JSON text of a counter's state.
    public var dosesLogged: JSONString = "{}"
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("patientId", \.patientId),
        .integer("systolicTarget", \.systolicTarget),
        .integer("diastolicTarget", \.diastolicTarget),
        .string("dose", \.dose),
        .json("allergies", \.allergies),
        .string("theme", \.theme),
        .integer("lastOpenedAt", \.lastOpenedAt),
        .json("careTeam", \.careTeam),
        .string("status", \.status),
        .json("dosesLogged", \.dosesLogged),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "VitalsTargetRecord", collection: "vitalsTarget", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}

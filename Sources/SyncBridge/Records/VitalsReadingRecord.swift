public import CanonicalJSON

/// One measurement of a patient: a row of the collection `vitalsReading`.
public struct VitalsReadingRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// Id of the patient.
    public var patientId: JSONString = ""
    /// Milliseconds since 1970 of the measurement.
    public var recordedAt: Int64 = 0
    /// Upper blood pressure, mmHg.
    public var systolic: Int64 = 0
    /// Lower blood pressure, mmHg.
    public var diastolic: Int64 = 0
    /// Beats a minute.
    public var pulse: Int64?
    /// Milliseconds since 1970 by the device's clock.
    public var deviceTime: Int64 = 0
    /// What measured it.
    public var source: JSONString = ""
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("patientId", \.patientId),
        .integer("recordedAt", \.recordedAt),
        .integer("systolic", \.systolic),
        .integer("diastolic", \.diastolic),
        .integer("pulse", \.pulse),
        .integer("deviceTime", \.deviceTime),
        .string("source", \.source),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "VitalsReadingRecord", collection: "vitalsReading", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}

public import CanonicalJSON
import SyncBridge
public import SyncMerge

/// Two or more changes of one field, or of a whole record, that had not seen each other and wait for a person.
public struct Conflict: Equatable, Sendable {
    /// One of the changes.
    public struct Side: Equatable, Sendable {
        /// The value, or what the change does.
        public var value: JSONValue
        /// The device that made it.
        public var device: JSONString
        /// That device's clock, for people.
        public var deviceTime: Int64?
        /// What the change had seen, as its profile says it: versions, edits.
        public var saw: JSONValue

        /// Makes a side.
        public init(value: JSONValue, device: JSONString, deviceTime: Int64?, saw: JSONValue) {
            self.value = value
            self.device = device
            self.deviceTime = deviceTime
            self.saw = saw
        }
    }

    /// What it is known by: the same for the same sides of the same field.
    public var id: JSONString
    /// The collection of the record.
    public var collection: JSONString
    /// The id of the record.
    public var record: JSONString
    /// The field, nil where whole records are in conflict.
    public var field: JSONString?
    /// The changes.
    public var sides: [Side]

    /// Makes a conflict; its id follows from the rest, whatever the order of the sides.
    ///
    /// Throws `MALFORMED_JSON` for a value that cannot be written.
    public init(
        collection: JSONString, record: JSONString, field: JSONString? = nil, sides: [Side]
    ) throws(JSONError) {
        self.collection = collection
        self.record = record
        self.field = field
        self.sides = sides
        var texts: [[UInt8]] = []
        for side in sides { texts.append(try side.form.canonicalBytes(maxDepth: JSONValue.deepestNesting)) }
        let sorted = texts.sorted { UTF16Order.compare(wtf8: $0, $1) < 0 }
            .map { JSONValue.string(JSONString(ContentHash(of: $0).description)) }
        let key: JSONValue = [
            .string(collection), .string(record), field.map { .string($0) } ?? .null, .array(sorted),
        ]
        id = JSONString(ContentHash(of: try key.canonicalBytes()).description)
    }

    /// What a merge of fields has found.
    public init(_ conflict: FieldConflict) {
        id = conflict.id
        collection = conflict.collection
        record = conflict.doc
        field = conflict.field
        sides = conflict.sides.map { edit in
            Side(
                value: edit.value, device: edit.id.replica, deviceTime: edit.wroteAt,
                saw: .array(edit.saw.map(\.value)))
        }
    }
}

/// A conflict in the queue, which keeps it for ever.
public struct ConflictEntry: Equatable, Sendable {
    /// What became of a conflict.
    public enum Status: Equatable, Sendable {
        /// It waits for a person.
        case open
        /// Somebody settled it: with what, who and when.
        case resolved(with: JSONValue, by: JSONString, at: Int64)
        /// Another conflict took its place, or a change that had seen all sides.
        case superseded(at: Int64)
    }

    /// The conflict.
    public var conflict: Conflict
    /// When it was found.
    public var foundAt: Int64
    /// What became of it.
    public var status: Status
}

extension Conflict.Side {
    /// The JSON form: `{"value","device","deviceTime","saw"}`.
    public var form: JSONValue {
        [
            "value": value, "device": .string(device), "deviceTime": deviceTime.map { .integer($0) } ?? .null,
            "saw": saw,
        ]
    }

    init?(_ form: JSONValue) {
        guard let value = form["value"], let device = form["device"]?.stringValue, let saw = form["saw"] else {
            return nil
        }
        self.init(value: value, device: device, deviceTime: form["deviceTime"]?.integerValue, saw: saw)
    }
}

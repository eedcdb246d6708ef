public import CanonicalJSON
public import SyncBridge

/// A row whose stamp no clock shows yet: until one does, it wins against every change by a device that has not seen it.
///
/// It changes no merge, in which all devices have to do alike; somebody has to know of it (MG-30).
public struct FutureStamp: Equatable, Sendable {
    /// How far a stamp may be ahead of the clock, in milliseconds: one day, so that a clock in a wrong time zone is not
    /// reported.
    public static let tolerance: Int64 = 86_400_000

    /// The collection of the row.
    public var collection: JSONString
    /// Its id.
    public var id: JSONString
    /// Its stamp, in milliseconds since 1970.
    public var updatedAt: Int64

    /// Makes a finding.
    public init(collection: JSONString, id: JSONString, updatedAt: Int64) {
        self.collection = collection
        self.id = id
        self.updatedAt = updatedAt
    }

    /// Whether a stamp, in the range of ``Stamp/range``, is more than ``tolerance`` after `now`, whatever the clock says.
    public static func isFuture(_ stamp: Int64, now: Int64) -> Bool {
        stamp - tolerance > now
    }

    /// The JSON form: `{"finding":"futureTimestamp","collection","id","updatedAt"}`.
    public var value: JSONValue {
        [
            "finding": "futureTimestamp", "collection": .string(collection), "id": .string(id),
            "updatedAt": .integer(updatedAt),
        ]
    }
}

extension Payload.Collection {
    /// The rows that have stamps of the future, in their order.
    public func futureStamps(now: Int64) -> [FutureStamp] {
        rows.lazy.filter { FutureStamp.isFuture($0.updatedAt, now: now) }.map {
            FutureStamp(collection: name, id: $0.id, updatedAt: $0.updatedAt)
        }
    }
}

extension Payload {
    /// The rows that have stamps of the future, in the order of the payload.
    public func futureStamps(now: Int64) -> [FutureStamp] { collections.flatMap { $0.futureStamps(now: now) } }
}

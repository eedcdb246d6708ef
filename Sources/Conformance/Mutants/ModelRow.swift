import CanonicalJSON
import SyncBridge

/// A row as the model holds it.
struct ModelRow {
    var id: JSONString
    var updatedAt: Int64
    /// nil for a tombstone.
    var data: ModelObject?
}

extension Model {
    private static let longest = 255

    /// The row that is alone in a JSON text, and the text's value.
    func singleRow(_ bytes: [UInt8]) throws(Rejection) -> (row: ModelRow, value: ModelValue) {
        let value = try read(bytes)
        let row = try row(value)
        if makes(.rowKeyOrderRequired), let object = value.object { try checkKeyOrder(object) }
        return (row, value)
    }

    /// The row that a JSON value is.
    func row(_ value: ModelValue) throws(Rejection) -> ModelRow {
        guard let object = value.object else { throw malformedRow("", "no object") }
        let (id, updatedAt) = (try rowID(object["id"]), try stamp(object["updatedAt"], "updatedAt"))
        switch (object["data"], object["deletedAt"]) {
        case (.object(let data)?, nil): return ModelRow(id: id, updatedAt: updatedAt, data: data)
        case (nil, let deletedAt?):
            guard try stamp(deletedAt, "deletedAt") == updatedAt || makes(.tombstoneTimesUnchecked) else {
                throw malformedRow("deletedAt", "differs from updatedAt")
            }
            return ModelRow(id: id, updatedAt: updatedAt)
        case (_?, _?) where makes(.deletedRowWithData): return ModelRow(id: id, updatedAt: updatedAt)
        default: throw malformedRow("data", "not one of data and deletedAt")
        }
    }

    /// The value of a row, its own keys sorted.
    func value(of row: ModelRow) -> ModelValue {
        var object = ModelObject()
        object["id"] = .string(row.id)
        let time: ModelValue = .integer(makes(.stampInSeconds) ? row.updatedAt / 1000 : row.updatedAt)
        let stamp: ModelValue = makes(.stampAsText) ? .string(JSONString("\(row.updatedAt)")) : time
        object["updatedAt"] = makes(.bumpNow) ? .integer(Self.now) : stamp
        if let data = row.data {
            object["data"] = .object(data)
        } else {
            object["deletedAt"] = makes(.tombstoneNow) ? .integer(Self.now) : stamp
        }
        if !makes(.noTopSort) { object.members.sort { order($0.key, $1.key) < 0 } }
        return .object(object)
    }

    /// What the clock says to an implementation that asks it; the same on every run, so that reports are.
    static let now: Int64 = 1_767_225_600_000

    func rowID(_ value: ModelValue?) throws(Rejection) -> JSONString {
        guard let id = value?.string else { throw malformedRow("id", "no string") }
        let count = makes(.idLengthInBytes) ? id.wtf8.count : id.utf16Count
        guard (1...Self.longest).contains(count) else {
            throw malformedRow("id", "not 1 to 255 long")
        }
        guard !id.hasLoneSurrogate || makes(.idSurrogateAccepted) else { throw malformedRow("id", "a lone surrogate") }
        guard makes(.idTrimmed) else { return id }
        let start = id.description.drop { $0.isWhitespace }
        return JSONString(String(start.reversed().drop { $0.isWhitespace }.reversed()))
    }

    func stamp(_ value: ModelValue?, _ key: String) throws(Rejection) -> Int64 {
        switch value {
        case .integer(let number)?:
            guard number >= 0, number <= Self.largest || makes(.largeIntegersAccepted) else {
                throw malformedRow(key, "out of range")
            }
            return number
        case .double(let number)? where makes(.integralDoubleAccepted):
            if let exact = Int64(exactly: number) { return exact }
        case .string(let text)? where makes(.numericStringAccepted):
            if let number = Int64(text.description) { return number }
        default: break
        }
        throw malformedRow(key, "no integer")
    }

    /// The largest integer of all stacks, 2^53-1.
    static let largest: Int64 = 9_007_199_254_740_991

    /// Throws unless the keys of an object are in order.
    func checkKeyOrder(_ object: ModelObject) throws(Rejection) {
        for (first, second) in zip(object.members, object.members.dropFirst()) {
            guard order(first.key, second.key) < 0 else { throw malformedRow(second.key.description, "out of order") }
        }
    }

    func malformedRow(_ member: String, _ reason: String) -> Rejection {
        Rejection(errorClass: "MALFORMED_ROW", message: "/\(member): \(reason)")
    }
}

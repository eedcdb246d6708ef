import CanonicalJSON
import CanonicalJSON
public import SyncBridge

/// The total order of a profile over versions of one record; the merge of several is their maximum.
///
/// Every step is a total preorder and the last one tells different bytes apart, so that the maximum is the same
/// whatever the order and the grouping of the arguments.
struct RowOrder {
    let profile: Profile

    /// What the second of two versions loses to the first by, or the first to the second.
    enum Comparison: Equatable {
        case same
        case firstWins(RowTrace.Outcome)
        case secondWins(RowTrace.Outcome)
    }

    func compare(_ a: Row, _ b: Row) throws(BridgeError) -> Comparison {
        if profile.delete == .absolute, profile.mistake != .deletionByStamp {
            let (x, y) = (profile.isDeleted(a), profile.isDeleted(b))
            if x != y { return x ? .firstWins(.deleted) : .secondWins(.deleted) }
        }
        if a.updatedAt != b.updatedAt {
            return a.updatedAt > b.updatedAt && profile.mistake != .olderWins
                || a.updatedAt < b.updatedAt && profile.mistake == .olderWins ? .firstWins(.older) : .secondWins(.older)
        }
        if a == b { return .same }
        let isTombstone = (a: a.content == .tombstone, b: b.content == .tombstone)
        switch profile.mistake {
        case .firstTie: return .firstWins(.smallerText)
        case .secondTie: return .secondWins(.smallerText)
        case .tombstoneWinsTie where isTombstone.a != isTombstone.b:
            return isTombstone.a ? .firstWins(.smallerText) : .secondWins(.smallerText)
        case .liveWinsTie where isTombstone.a != isTombstone.b:
            return isTombstone.b ? .firstWins(.smallerText) : .secondWins(.smallerText)
        default: break
        }
        if let field = profile.replicaField, profile.mistake != .replicaIgnored {
            let sign = compare(a.writer(field), b.writer(field))
            if sign != 0 { return sign > 0 ? .firstWins(.smallerReplica) : .secondWins(.smallerReplica) }
        }
        let sign: Int
        switch profile.mistake {
        case .swiftStringTie: sign = try text(a.canonicalBytes()) >= text(b.canonicalBytes()) ? 1 : -1
        case .utf8Tie:
            let (x, y) = (try a.canonicalBytes(), try b.canonicalBytes())
            sign = x == y ? 0 : y.lexicographicallyPrecedes(x) ? 1 : -1
        default: sign = try a.compareText(with: b)
        }
        return sign == 0 ? .same : sign > 0 ? .firstWins(.smallerText) : .secondWins(.smallerText)
    }

    /// No name is smaller than every name.
    private func compare(_ a: JSONString?, _ b: JSONString?) -> Int {
        guard let a, let b else { return (a == nil ? 0 : 1) - (b == nil ? 0 : 1) }
        guard profile.tie == .replicaBytes else { return UTF16Order.compare(wtf8: a.wtf8, b.wtf8) }
        return a == b ? 0 : b.wtf8.lexicographicallyPrecedes(a.wtf8) ? 1 : -1
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension Profile {
    /// Whether a row says that its record was deleted: a tombstone, or data as ``SoftDelete`` has it.
    public func isDeleted(_ row: Row) -> Bool {
        guard case .data(let data) = row.content else { return true }
        guard let softDelete, mistake != .softDeleteIgnored else { return false }
        guard data[softDelete.field] == softDelete.value else { return false }
        return data[softDelete.stamp]?.integerValue != nil || mistake == .halfSoftDelete
    }

    /// Whether two live versions differ in a field that the order may not settle without a report.
    func isWatchedDifference(_ versions: [Row?], in collection: JSONString) -> Bool {
        guard let fields = watched[collection] else { return false }
        var live: [JSONObject] = []
        for case let version? in versions where !isDeleted(version) {
            if case .data(let data) = version.content { live.append(data) }
        }
        return fields.contains { field in live.contains { $0[field] != live[0][field] } }
    }
}

extension Row {
    /// Who wrote the version: a string in `data`, or beside the row's own keys where it has no data.
    fileprivate func writer(_ field: JSONString) -> JSONString? {
        if case .data(let data) = content { return data[field]?.stringValue }
        return extra[field]?.stringValue
    }

    /// The row with its unknown keys in the order in which they are written.
    var normalized: Row {
        guard extraCount > 1 else { return self }
        return Row(id: id, updatedAt: updatedAt, content: content, extra: extra.sortedByKey())
    }
}

extension Row {
    /// -1, 0 or 1 as the canonical text of this row comes before that of another, equals it, or comes after it.
    ///
    /// Throws as ``canonicalBytes()`` does where what cannot be written has to be looked at.
    package func compareText(with other: Row) throws(BridgeError) -> Int {
        // `data` is the first key of a row; the texts differ where its members do first.
        if case .data(let a) = content, case .data(let b) = other.content, extra.isEmpty, other.extra.isEmpty {
            if let index = (0..<max(a.count, b.count)).first(where: { $0 >= a.count || $0 >= b.count || a[$0] != b[$0] }
            ) {
                guard index < a.count, index < b.count else { return index < a.count ? -1 : 1 }
                return UTF16Order.compare(wtf8: try a.text(of: index), try b.text(of: index))
            }
            if updatedAt == other.updatedAt, id == other.id { return 0 }
        }
        return UTF16Order.compare(wtf8: try canonicalBytes(), try other.canonicalBytes())
    }
}

extension JSONObject {
    /// The canonical text of a member and of the byte that follows it.
    fileprivate func text(of index: Int) throws(BridgeError) -> [UInt8] {
        let (key, value) = self[index]
        return try JSONValue.string(key).bridgedBytes() + [0x3A] + value.bridgedBytes() + [
            index + 1 < count ? 0x2C : 0x7D
        ]
    }
}

import CanonicalJSON
import SyncBridge

extension Merge {
    /// The merge of at most two payloads where nobody asks for reasons; nil where the general way has to look.
    ///
    /// Most rows are on one side only, the same on both, or differ in their stamps: these are settled where they lie,
    /// without arrays and traces for each. Everything else goes to `rows(_:in:)`.
    func withoutReasons(_ inputs: [Payload]) -> Result? {
        guard inputs.count <= 2, let collections = Self.collections(of: inputs) else { return nil }
        var result = Result(payload: Payload(), trace: [], conflicts: [])
        for (name, a, b) in collections {
            var merge = PlainMerge(merge: self, collection: name, hasSecond: inputs.count > 1)
            guard let rows = merge.sorted(a, b) ?? merge.unsorted(a, b) else { return nil }
            result.payload.collections.append(Payload.Collection(name: name, rows: rows))
            result.conflicts += merge.conflicts
        }
        guard let extra = try? Self.extra(inputs) else { return nil }
        result.payload.extra = extra
        return result
    }

    /// The collections of two payloads or fewer, sorted by name; nil where one is there twice.
    private static func collections(of inputs: [Payload]) -> [(name: JSONString, a: [Row], b: [Row])]? {
        var collections: [JSONString: (a: [Row]?, b: [Row]?)] = [:]
        for (index, input) in inputs.enumerated() {
            for collection in input.collections {
                var rows = collections[collection.name] ?? (nil, nil)
                guard (index == 0 ? rows.a : rows.b) == nil else { return nil }
                if index == 0 { rows.a = collection.rows } else { rows.b = collection.rows }
                collections[collection.name] = rows
            }
        }
        return collections.sorted { $0.key < $1.key }.map { ($0.key, $0.value.a ?? [], $0.value.b ?? []) }
    }
}

/// The merge of one collection of two inputs.
private struct PlainMerge {
    let merge: Merge
    let collection: JSONString
    let hasSecond: Bool
    var conflicts: [RowTrace] = []
    /// What is chosen where there is only one version; a state of fields has to be looked at.
    private let single: (a: Choice, b: Choice)
    private let rules: CollectionRules

    init(merge: Merge, collection: JSONString, hasSecond: Bool) {
        (self.merge, self.collection, self.hasSecond) = (merge, collection, hasSecond)
        rules = CollectionRules(merge.profile, collection)
        single = rules.isByFields ? (.unclear, .unclear) : (.first, .second)
    }

    /// Which of two versions stays, where that is seen at once.
    private enum Choice {
        case first, second, unclear
    }

    /// Merges rows that lie in the order of their ids; nil where they do not, or an error has to be found.
    mutating func sorted(_ first: [Row], _ second: [Row]) -> [Row]? {
        let (a, b) = (first.span, second.span)
        var rows: [Row] = []
        rows.reserveCapacity(max(a.count, b.count))
        var (i, j) = (0, 0)
        var (aheadA, aheadB) = (Lookahead(), Lookahead())
        while i < a.count || j < b.count {
            aheadA.reach(i, in: a)
            aheadB.reach(j, in: b)
            let order = order(a, i, b, j)
            // All rows of both come in their order: if the result is in order, both were.
            let count = rows.count
            if count > 0, rows[count &- 1].compareID(with: order <= 0 ? a[i] : b[j]) >= 0 { return nil }
            switch order < 0 ? single.a : order > 0 ? single.b : choice(a[i], b[j]) {
            case .first: rows.append(a[i].normalized)
            case .second: rows.append(b[j].normalized)
            case .unclear:
                guard let row = general(order <= 0 ? a[i] : nil, order >= 0 ? b[j] : nil) else { return nil }
                rows.append(row)
            }
            if order <= 0 { i &+= 1 }
            if order >= 0 { j &+= 1 }
        }
        precondition(aheadA.count >= 0 && aheadB.count >= 0)
        return rows
    }

    /// The order of two rows by id, of which one may be beyond the end.
    @inline(__always)
    private func order(_ a: Span<Row>, _ i: Int, _ b: Span<Row>, _ j: Int) -> Int {
        if i == a.count { return 1 }
        if j == b.count { return -1 }
        return a[i].isCopy(of: b[j]) ? 0 : a[i].compareID(with: b[j])
    }

    /// Brings ids into the cache, many at a time: then the waits for them overlap, which those of copying, one after the
    /// other by their atomic counts, do not.
    private struct Lookahead {
        private var end = 0
        /// Of bytes in what was looked at, so that it is.
        private(set) var count = 0

        @inline(__always)
        mutating func reach(_ index: Int, in rows: Span<Row>) {
            if index &+ 16 > end, end < rows.count { advance(rows) }
        }

        @inline(never)
        private mutating func advance(_ rows: Span<Row>) {
            let next = min(end &+ 64, rows.count)
            for index in end..<next { count &+= rows[index].idCount }
            end = next
        }
    }

    /// Merges rows in any order.
    ///
    /// Rows are chosen in the order of their ids, but copied in the order in which they lie: then their parts, which
    /// were made one after the other, are found in the cache. Nil where an id is there twice, or an error has to be found.
    mutating func unsorted(_ first: [Row], _ second: [Row]) -> [Row]? {
        conflicts = []
        let (a, b) = (first.span, second.span)
        var sort = IDSort(a, b)
        let order = (a: sort.sort(a), b: sort.sort(b))
        if sort.hasRepeats(order.a, of: a) || sort.hasRepeats(order.b, of: b) { return nil }
        var places = (a: [UInt32](repeating: .max, count: a.count), b: [UInt32](repeating: .max, count: b.count))
        var unclear: [(place: Int, row: Row)] = []
        var (i, j, count) = (0, 0, 0)
        while i < a.count || j < b.count {
            let sign =
                i == a.count ? 1 : j == b.count ? -1 : sort.compare(order.a[i], of: a, order.b[j], of: b)
            let x = i < a.count ? Int(order.a[i].index) : 0
            let y = j < b.count ? Int(order.b[j].index) : 0
            switch sign < 0 ? single.a : sign > 0 ? single.b : choice(a[x], b[y]) {
            case .first: places.a[x] = UInt32(truncatingIfNeeded: count)
            case .second: places.b[y] = UInt32(truncatingIfNeeded: count)
            case .unclear:
                guard let row = general(sign <= 0 ? a[x] : nil, sign >= 0 ? b[y] : nil) else { return nil }
                unclear.append((count, row))
            }
            count &+= 1
            if sign <= 0 { i &+= 1 }
            if sign >= 0 { j &+= 1 }
        }
        var rows = [Row](repeating: Row(id: "", updatedAt: 0, content: .tombstone), count: count)
        for index in a.indices where places.a[index] != .max { rows[Int(places.a[index])] = a[index].normalized }
        for index in b.indices where places.b[index] != .max { rows[Int(places.b[index])] = b[index].normalized }
        for (place, row) in unclear { rows[place] = row }
        return rows
    }

    /// Which of two versions of one record stays.
    @inline(__always)
    private func choice(_ a: Row, _ b: Row) -> Choice {
        if rules.isByFields { return .unclear }
        if a.isCopy(of: b) { return .first }
        if a.updatedAt == b.updatedAt { return isSame(a, b) ? .first : tied(a, b) }
        guard rules.stampsDecide else { return .unclear }
        return a.updatedAt > b.updatedAt ? .first : .second
    }

    /// The larger text, where nothing else decides between two rows of the same stamp.
    @inline(never)
    private func tied(_ a: Row, _ b: Row) -> Choice {
        guard rules.textsDecide, let sign = try? a.compareText(with: b) else { return .unclear }
        return sign < 0 ? .second : .first
    }

    private mutating func general(_ a: Row?, _ b: Row?) -> Row? {
        guard let (row, trace) = try? merge.rows(hasSecond ? [a, b] : [a], in: collection) else { return nil }
        if trace.isConflict { conflicts.append(trace) }
        return row
    }
}

/// Equality by reference: called in the place of `==`, it gets addresses, and no row is copied to be compared.
@inline(never)
@_semantics("optimize.sil.specialize.generic.never")
private func isSame<Value: Equatable>(_ a: Value, _ b: Value) -> Bool { a == b }

/// What a profile says about all rows of a collection.
struct CollectionRules {
    /// Whether versions are merged field by field, so that one alone has to be looked at too.
    var isByFields = false
    /// Whether the later of two stamps decides whatever the rows say.
    var stampsDecide = true
    /// Whether the larger text decides between rows of the same stamp.
    var textsDecide = true

    init() {}

    init(_ profile: Profile, _ collection: JSONString) {
        isByFields = profile.granularity == .field && profile.fieldTypes[collection] != nil
        stampsDecide = profile.delete != .absolute && profile.watched[collection] == nil
        textsDecide = stampsDecide && profile.replicaField == nil && profile.tie != .conflict
    }
}

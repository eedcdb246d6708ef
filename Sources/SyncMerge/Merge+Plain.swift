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
        conflicts = []
        let (a, b) = (first.span, second.span)
        var rows: [Row] = []
        rows.reserveCapacity(max(a.count, b.count))
        var (x, y) = (Cursor(a), Cursor(b))
        var last: UTF16Order.Key?
        while x.index < a.count || y.index < b.count {
            let order =
                x.index == a.count
                ? 1 : y.index == b.count ? -1 : x.facts.identity == y.facts.identity ? 0 : x.compareID(a, with: y, b)
            // All rows of both come in their order: if the result is in order, both were.
            let key = order <= 0 ? x.key : y.key
            if let last {
                let isAhead =
                    last.isWhole && key.isWhole
                    ? last.compare(key) < 0
                    : rows[rows.count &- 1].compareID(with: order <= 0 ? a[x.index] : b[y.index]) < 0
                guard isAhead else { return nil }
            }
            last = key
            switch order < 0 ? single.a : order > 0 ? single.b : choice(x.facts, y.facts, a[x.index], b[y.index]) {
            case .first: rows.append(x.facts.isNormal ? a[x.index] : a[x.index].normalized)
            case .second: rows.append(y.facts.isNormal ? b[y.index] : b[y.index].normalized)
            case .unclear:
                guard let row = general(order <= 0 ? a[x.index] : nil, order >= 0 ? b[y.index] : nil) else {
                    return nil
                }
                rows.append(row)
            }
            if order <= 0 { x.advance(a) }
            if order >= 0 { y.advance(b) }
        }
        return rows
    }

    /// A place in rows, and what the next of them say, which is read many at a time.
    private struct Cursor {
        private static let step = 256
        private(set) var index = 0
        private var start = 0
        private var columns = RowColumns()

        init(_ rows: Span<Row>) {
            columns.read(rows, 0..<min(Self.step, rows.count))
        }

        var key: UTF16Order.Key { columns.keys[index &- start] }
        var facts: RowColumns.Facts { columns.facts[index &- start] }

        @inline(__always)
        mutating func advance(_ rows: Span<Row>) {
            index &+= 1
            guard index &- start == columns.facts.count else { return }
            start = index
            columns.read(rows, start..<min(start &+ Self.step, rows.count))
        }

        /// -1, 0 or 1 as the id at this place comes before that at another, equals it, or comes after it.
        @inline(__always)
        func compareID(_ rows: Span<Row>, with other: Cursor, _ others: Span<Row>) -> Int {
            key.isWhole && other.key.isWhole
                ? key.compare(other.key) : rows[index].compareID(with: others[other.index])
        }
    }

    /// Merges rows in any order; nil where an id is there twice, or an error has to be found.
    mutating func unsorted(_ first: [Row], _ second: [Row]) -> [Row]? {
        conflicts = []
        let (a, b) = (first.span, second.span)
        var columns = (a: RowColumns(), b: RowColumns())
        columns.a.read(a, a.indices)
        columns.b.read(b, b.indices)
        guard columns.a.keys.allSatisfy(\.isWhole), columns.b.keys.allSatisfy(\.isWhole) else {
            return sorted(first.sorted { $0.compareID(with: $1) < 0 }, second.sorted { $0.compareID(with: $1) < 0 })
        }
        let sort = IDSort(columns.a.keys, columns.b.keys)
        let order = (a: sort.sort(columns.a.keys), b: sort.sort(columns.b.keys))
        if sort.hasRepeats(order.a, of: columns.a.keys) || sort.hasRepeats(order.b, of: columns.b.keys) { return nil }
        // Gathered here, where the waits for them overlap: what is done with them branches.
        let facts = (
            a: order.a.map { columns.a.facts[Int($0.index)] }, b: order.b.map { columns.b.facts[Int($0.index)] }
        )
        var choices: [RowChoice] = []
        choices.reserveCapacity(max(a.count, b.count))
        var made: [Row] = []
        var (i, j) = (0, 0)
        while i < a.count || j < b.count {
            let sign =
                i == a.count
                ? 1 : j == b.count ? -1 : sort.compare(order.a[i], of: columns.a.keys, order.b[j], of: columns.b.keys)
            let x = i < a.count ? Int(order.a[i].index) : 0
            let y = j < b.count ? Int(order.b[j].index) : 0
            switch sign < 0 ? single.a : sign > 0 ? single.b : choice(facts.a[i], facts.b[j], a[x], b[y]) {
            case .first: choices.append(RowChoice(x, facts.a[i], isSecond: false))
            case .second: choices.append(RowChoice(y, facts.b[j], isSecond: true))
            case .unclear:
                guard let row = general(sign <= 0 ? a[x] : nil, sign >= 0 ? b[y] : nil) else { return nil }
                choices.append(.made)
                made.append(row)
            }
            if sign <= 0 { i &+= 1 }
            if sign >= 0 { j &+= 1 }
        }
        return Self.rows(choices, a, b, made)
    }

    /// Copies what was chosen, after looking at many rows at a time: then the waits for them overlap, which those of
    /// copying, one after the other by their atomic counts, do not.
    private static func rows(_ choices: [RowChoice], _ a: Span<Row>, _ b: Span<Row>, _ made: [Row]) -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(choices.count)
        var (nextMade, end, touched) = (0, 0, Int64(0))
        for place in choices.indices {
            if place == end {
                end = min(end + 64, choices.count)
                touched ^= Row.touch(choices.span.extracting(place..<end), a, b)
            }
            let choice = choices[place]
            if let index = choice.index {
                rows.append(choice.isSecond ? b[index] : a[index])
                if !choice.isNormal { rows[place] = rows[place].normalized }
            } else {
                rows.append(made[nextMade])
                nextMade += 1
            }
        }
        withExtendedLifetime(touched) {}
        return rows
    }

    /// Which of two versions of one record stays; rows, which copying would wait for, are looked at only in a tie.
    @inline(__always)
    private func choice(
        _ x: RowColumns.Facts, _ y: RowColumns.Facts, _ a: @autoclosure () -> Row, _ b: @autoclosure () -> Row
    ) -> Choice {
        if rules.isByFields { return .unclear }
        if x.identity == y.identity { return .first }
        if x.updatedAt == y.updatedAt { return tied(a(), b()) }
        guard rules.stampsDecide else { return .unclear }
        return x.updatedAt > y.updatedAt ? .first : .second
    }

    /// The larger text, where nothing else decides between two rows of the same stamp.
    @inline(never)
    private func tied(_ a: Row, _ b: Row) -> Choice {
        guard rules.textsDecide else { return isSame(a, b) ? .first : .unclear }
        guard let sign = try? a.compareText(with: b) else { return .unclear }
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

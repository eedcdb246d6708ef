package import CanonicalJSON

/// What a merge asks of rows, side by side, since rows themselves lie all over memory.
///
/// Here the waits for rows overlap: nothing is counted or copied between one row and the next.
package struct RowColumns {
    /// What settles most versions of a record.
    package struct Facts {
        /// The same for copies of one row.
        package let identity: ObjectIdentifier
        package let updatedAt: Int64
        /// Whether the unknown keys, if any, are in the order in which they are written.
        package let isNormal: Bool
    }

    /// The ids as numbers that sort as they do.
    package private(set) var keys: [UTF16Order.Key] = []
    package private(set) var facts: [Facts] = []

    package init() {}

    /// Takes the rows of a range in the place of those from before.
    package mutating func read(_ rows: Span<Row>, _ range: Range<Int>) {
        keys.removeAll(keepingCapacity: true)
        facts.removeAll(keepingCapacity: true)
        keys.reserveCapacity(range.count)
        facts.reserveCapacity(range.count)
        for index in range {
            let facts = Facts(
                identity: rows[index].identity, updatedAt: rows[index].updatedAt, isNormal: rows[index].extraCount < 2)
            keys.append(rows[index].key)
            self.facts.append(facts)
        }
    }
}

extension Row {
    /// Brings rows into the cache that are copied next; the result stands for what has been looked at.
    package static func touch(_ choices: Span<RowChoice>, _ a: Span<Row>, _ b: Span<Row>) -> Int64 {
        var sum: Int64 = 0
        for index in choices.indices {
            guard let row = choices[index].index else { continue }
            sum ^= choices[index].isSecond ? b[row].updatedAt : a[row].updatedAt
        }
        return sum
    }
}

/// A row that a merge has chosen from one of two inputs, or its place for one that is in neither.
package struct RowChoice {
    private let code: Int

    /// The row at `index` of the first input or the second.
    package init(_ index: Int, _ facts: RowColumns.Facts, isSecond: Bool) {
        code = index << 2 | (facts.isNormal ? 2 : 0) | (isSecond ? 1 : 0)
    }

    private init(code: Int) { self.code = code }

    /// A row that is made of both.
    package static let made = RowChoice(code: -1)

    package var index: Int? { code < 0 ? nil : code >> 2 }
    package var isSecond: Bool { code & 1 != 0 }
    /// Whether the unknown keys, if any, are in the order in which they are written.
    package var isNormal: Bool { code & 2 != 0 }
}

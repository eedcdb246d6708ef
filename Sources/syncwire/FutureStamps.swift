import CommandLineKit
import SyncMerge

/// The stamps of the future that a command came across: how many there are, and the first.
///
/// Of a device whose clock was wrong there may be a million, which one line says as well.
struct FutureStamps {
    private let now: Int64
    private var first: FutureStamp?
    private var count = 0

    /// None, as seen from this time.
    init(now: Int64) {
        self.now = now
    }

    /// These.
    init(_ stamps: [FutureStamp], now: Int64) {
        (self.now, first, count) = (now, stamps.first, stamps.count)
    }

    mutating func add(_ stamp: FutureStamp) {
        if first == nil { first = stamp }
        count += 1
    }

    /// What is said about them, nil where there are none.
    var summary: String? {
        guard let first else { return nil }
        let rows = count == 1 ? "1 row has a stamp" : "\(count) rows have stamps"
        let days = (first.updatedAt - now) / FutureStamp.tolerance
        return
            "\(rows) of the future, the first \(first.collection) \(first.id), \(days) days ahead; until then it wins"
    }

    /// Says it on stderr.
    func warn() throws {
        if let summary { try StandardStream.error.write("Warning: \(printable(summary))\n") }
    }
}

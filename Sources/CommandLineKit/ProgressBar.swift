/// A bar on standard error for work of more than a second; invisible when that is no terminal.
public struct ProgressBar: ~Copyable {
    /// What the work is counted in.
    public enum Unit: Sendable {
        /// Steps, of which only the share is shown.
        case steps
        /// Bytes, whose rate and remaining time are shown too.
        case bytes
    }

    private var label: String
    private let unit: Unit
    private let total: UInt64
    private let width: Int
    private let isVisible: Bool
    private let elapsed: () -> Duration
    private let write: (String) -> Void
    private var lastDrawn: Duration?

    private static let erasure = "\r\u{1B}[K"

    /// Begins to count the time for work of `total` units, 0 if that is not known.
    public init(_ label: String, total: UInt64, of unit: Unit = .steps) {
        let start = ContinuousClock.now
        self.init(
            label, total: total, of: unit, width: Terminal.width(2), isVisible: Terminal.isTerminal(2),
            elapsed: { ContinuousClock.now - start }, write: { text in try? StandardStream.error.write(text) })
    }

    /// As above, with the surroundings given.
    package init(
        _ label: String, total: UInt64, of unit: Unit = .steps, width: Int, isVisible: Bool,
        elapsed: @escaping () -> Duration, write: @escaping (String) -> Void
    ) {
        self.label = label
        self.unit = unit
        self.total = total
        self.width = width
        self.isVisible = isVisible
        self.elapsed = elapsed
        self.write = write
    }

    deinit {
        if lastDrawn != nil { write(Self.erasure) }
    }

    /// Says how much is done, and under another label where one is given; draws at most ten times a second. The bar goes away with
    /// the value.
    public mutating func update(_ done: UInt64, label: String? = nil) {
        guard isVisible else { return }
        if let label { self.label = label }
        let now = elapsed()
        guard now >= .seconds(1), lastDrawn.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
        lastDrawn = now
        write("\r" + line(done, now) + "\u{1B}[K")
    }

    /// Takes the bar away until the next update, so that a line can be printed in its place.
    public mutating func hide() {
        guard lastDrawn != nil else { return }
        lastDrawn = nil
        write(Self.erasure)
    }

    private func line(_ done: UInt64, _ now: Duration) -> String {
        let rate = unit == .bytes ? Rate(done, in: now) : nil
        guard total > 0 else {
            let count = rate.map { "\(Rate.megabytes(Double(done))) MB \($0)" } ?? "\(done)"
            return String("\(label) \(count)".prefix(width - 1))
        }
        let share = min(1, Double(done) / Double(total))
        let percent = String(Int(share * 100))
        var suffix = " " + String(repeating: " ", count: 3 - percent.count) + percent + "%"
        if let rate { suffix += " \(rate) \(rate.time(for: total - min(done, total))) left" }
        // The bar keeps its length while the numbers change theirs.
        let room = width - 1 - label.count - max(suffix.count, rate == nil ? 0 : 25) - 3
        guard room >= 10 else { return String((label + suffix).prefix(width - 1)) }
        let filled = Int(share * Double(room))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled)
        return "\(label) [\(bar)]\(suffix)"
    }
}

/// Bytes in a second, and how long others take at that rate.
private struct Rate: CustomStringConvertible {
    private let bytesPerSecond: Double

    /// Nil as long as there is nothing to measure.
    init?(_ bytes: UInt64, in time: Duration) {
        let seconds = time / .seconds(1)
        guard bytes > 0, seconds > 0 else { return nil }
        bytesPerSecond = Double(bytes) / seconds
    }

    var description: String { "\(Self.megabytes(bytesPerSecond)) MB/s" }

    /// Minutes and seconds, with hours where there are any.
    func time(for bytes: UInt64) -> String {
        let seconds = Int(min(Double(bytes) / bytesPerSecond, 359_999).rounded(.up))
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let end = (seconds % 60 < 10 ? ":0" : ":") + String(seconds % 60)
        return hours == 0 ? "\(minutes)\(end)" : "\(hours):\(minutes < 10 ? "0" : "")\(minutes)\(end)"
    }

    /// Millions of bytes: a decimal only where it says something.
    static func megabytes(_ bytes: Double) -> String {
        let tenths = Int((bytes / 100_000).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : String(Int((bytes / 1_000_000).rounded()))
    }
}

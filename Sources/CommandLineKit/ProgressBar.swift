/// A bar on standard error for work of more than a second; invisible when that is no terminal.
public struct ProgressBar: ~Copyable {
    private var label: String
    private let total: UInt64
    private let width: Int
    private let isVisible: Bool
    private let elapsed: () -> Duration
    private let write: (String) -> Void
    private var lastDrawn: Duration?

    private static let erasure = "\r\u{1B}[K"

    /// Begins to count the time for work of `total` steps, 0 if that is not known.
    public init(_ label: String, total: UInt64) {
        let start = ContinuousClock.now
        self.init(
            label, total: total, width: Terminal.width(2), isVisible: Terminal.isTerminal(2),
            elapsed: { ContinuousClock.now - start }, write: { text in try? StandardStream.error.write(text) })
    }

    /// As above, with the surroundings given.
    package init(
        _ label: String, total: UInt64, width: Int, isVisible: Bool, elapsed: @escaping () -> Duration,
        write: @escaping (String) -> Void
    ) {
        self.label = label
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
        write("\r" + line(done) + "\u{1B}[K")
    }

    /// Takes the bar away until the next update, so that a line can be printed in its place.
    public mutating func hide() {
        guard lastDrawn != nil else { return }
        lastDrawn = nil
        write(Self.erasure)
    }

    private func line(_ done: UInt64) -> String {
        guard total > 0 else { return String("\(label) \(done)".prefix(width - 1)) }
        let share = min(1, Double(done) / Double(total))
        let percent = String(Int(share * 100))
        let suffix = " " + String(repeating: " ", count: 3 - percent.count) + percent + "%"
        let room = width - 1 - label.count - suffix.count - 3
        guard room >= 10 else { return String((label + suffix).prefix(width - 1)) }
        let filled = Int(share * Double(room))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled)
        return "\(label) [\(bar)]\(suffix)"
    }
}

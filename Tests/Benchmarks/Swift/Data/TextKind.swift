/// What the free text of the rows is made of.
enum TextKind: String {
    /// English words: nothing to escape.
    case hosts
    /// Four characters of five are escaped or not ASCII, and every text holds an escape that the canonical form undoes.
    case escapes
    /// The same with the escapes that the canonical form has.
    case escaped
    /// Chinese and emoji.
    case chinese

    /// About how many bytes a row's note has: what is special about a kind is to outweigh the rest of its rows.
    var noteSize: Int {
        switch self {
        case .hosts: 50
        case .escapes, .escaped: 2000
        case .chinese: 500
        }
    }

    private static let wordPool: [StaticString] = [
        "backup", "primary", "of", "the", "database", "in", "rack", "do", "not", "restart", "before", "asking",
        "night", "shift", "moved", "from", "old", "room", "ticket", "see",
    ]
    private static let escapePool: [StaticString] = [
        "\\n", "\\\"", "\\\\", "\\u0001", "\\t", "é", "ü", "字", "\\u00e9", "\\u4e2d", "\\u001f", "ж",
    ]
    private static let escapedPool: [StaticString] = [
        "\\n", "\\\"", "\\\\", "\\u0001", "\\t", "é", "ü", "字", "\\u001f", "ж",
    ]
    private static let chinesePool: [StaticString] = [
        "主", "机", "数", "据", "库", "备", "份", "请", "勿", "重", "启", "夜", "班", "😀", "🚀", "🧑‍💻",
    ]

    /// Appends text of about `size` bytes.
    func append(_ size: Int, to output: inout [UInt8], _ random: inout Seeded) {
        let end = output.count + size
        if self == .escapes { output.append("\\/") }
        while output.count < end {
            switch self {
            case .hosts:
                output.append(Self.wordPool[random.below(Self.wordPool.count)])
                output.append(UInt8(ascii: " "))
            case .escapes, .escaped:
                let pool = self == .escapes ? Self.escapePool : Self.escapedPool
                for _ in 0..<4 { output.append(pool[random.below(pool.count)]) }
                output.append(UInt8(ascii: "a"))
            case .chinese: output.append(Self.chinesePool[random.below(Self.chinesePool.count)])
            }
        }
    }
}

extension [UInt8] {
    /// Appends the text's UTF-8.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends a number with at least `digits` digits to the base of 10 or 16.
    mutating func append(_ number: Int, digits: Int = 1, base: Int = 10) {
        var left = number
        let begin = count
        repeat {
            let digit = UInt8(left % base)
            append(digit < 10 ? 48 + digit : 87 + digit)
            left /= base
        } while left > 0 || count - begin < digits
        self[begin...].reverse()
    }
}

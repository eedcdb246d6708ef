/// The candidate nearest to what was typed, if it is near enough to be a slip.
package func suggestion(for typed: String, among candidates: [String]) -> String? {
    let greatest = max(1, typed.count / 3)
    // The distance is at least the difference in length, so that no huge word is measured.
    return candidates.filter { abs($0.count - typed.count) <= greatest }
        .map { (word: $0, distance: editDistance(typed, $0)) }
        .filter { $0.distance <= greatest }
        .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?
        .word
}

/// How many insertions, deletions, replacements and swaps of neighbours turn one word into the other.
private func editDistance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var rows = [Array(0...second.count)]
    for (i, left) in first.enumerated() {
        var row = [i + 1]
        for (j, right) in second.enumerated() {
            var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left == right ? 0 : 1))
            if i > 0, j > 0, left == second[j - 1], first[i - 1] == right { best = min(best, rows[i - 1][j - 1] + 1) }
            row.append(best)
        }
        rows.append(row)
    }
    return rows[first.count][second.count]
}

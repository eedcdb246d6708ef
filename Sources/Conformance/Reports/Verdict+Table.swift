extension Verdict {
    /// The verdict for people: the stacks, what each passed, who opens whose archives, and every failure.
    public func table() -> String {
        var lines: [String] = []
        for stack in stacks { lines.append("\(stack.name.padded(8)) \(stack.description)") }
        lines.append("")
        lines += counts(groups.filter { $0 != "contract" }, columns: stacks.map(\.name))
        lines.append("")
        lines += matrix()
        lines += thirdPartyLines
        let failures = failures
        for result in failures.prefix(50) {
            guard case .failed(let failure) = result.outcome else { continue }
            lines.append("FAILED \(result.stack) \(result.name): \(failure.summary)")
        }
        if failures.count > 50 { lines.append("... and \(failures.count - 50) more failures") }
        lines += suspects.map(\.words)
        let skipped = results.compactMap { result in
            if case .skipped(let feature) = result.outcome { "\(result.stack): \(feature)" } else { nil }
        }
        for reason in Set(skipped).sorted() {
            lines.append("skipped \(reason), \(skipped.count { $0 == reason }) times")
        }
        for result in results {
            if let reading = result.reading {
                lines.append("reading \(reading + 1) of \(result.name): \(result.stack)")
            }
        }
        let known = knownFailures
        for result in known {
            guard case .known(let failure, let reason) = result.outcome else { continue }
            lines.append("known \(result.stack) \(result.name): \(failure.observedClass): \(reason)")
        }
        let passed = results.count - failures.count - skipped.count - known.count
        lines.append(
            "\(passed) passed, \(failures.count) failed, \(skipped.count) skipped"
                + (known.isEmpty ? "" : ", \(known.count) known"))
        return lines.joined(separator: "\n") + "\n"
    }

    private var groups: [String] {
        var seen: [String] = []
        for result in results where !seen.contains(result.group) { seen.append(result.group) }
        return seen
    }

    private func counts(_ groups: [String], columns: [String]) -> [String] {
        let width = max(16, columns.map(\.count).max() ?? 0) + 2
        let header = "vectors".padded(18) + columns.map { $0.padded(width) }.joined()
        return [header]
            + groups.map { group in
                group.padded(18)
                    + columns.map { column in
                        tally(results.filter { $0.group == group && $0.stack == column }).padded(width)
                    }.joined()
            }
    }

    /// The three clauses of the contract: who opens whose archives, who repeats itself, and whose headers agree.
    private func matrix() -> [String] {
        let contract = results.filter { $0.group == "contract" }
        var columns: [String] = []
        for result in contract where !columns.contains(result.stack) { columns.append(result.stack) }
        var clauses: [String] = []
        for result in contract {
            let clause = String(result.name.prefix { $0 != ":" })
            if !clauses.contains(clause) { clauses.append(clause) }
        }
        var lines = ["contract"]
        for clause in clauses.sorted() {
            for column in columns {
                let part = contract.filter { $0.stack == column && $0.name.hasPrefix(clause + ":") }
                guard !part.isEmpty else { continue }
                lines.append("  " + clause.padded(30) + column.padded(16) + tally(part))
            }
        }
        return lines
    }

    private func tally(_ results: [TestResult]) -> String {
        let tally = Tally(results)
        return "\(tally.passed) ok" + (tally.failed > 0 ? ", \(tally.failed) FAILED" : "")
            + (tally.skipped > 0 ? ", \(tally.skipped) skipped" : "")
            + (tally.known > 0 ? ", \(tally.known) known" : "")
    }
}

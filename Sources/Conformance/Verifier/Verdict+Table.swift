extension Verdict {
    /// The verdict for people: the stacks, what each passed, who opens whose archives, and every failure.
    public func table() -> String {
        var lines: [String] = []
        for stack in stacks { lines.append("\(pad(stack.name, 8)) \(stack.description)") }
        lines.append("")
        lines += counts(groups.filter { $0 != "contract" }, columns: stacks.map(\.name))
        lines.append("")
        lines += matrix()
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
        let header = pad("vectors", 18) + columns.map { pad($0, width) }.joined()
        return [header]
            + groups.map { group in
                pad(group, 18)
                    + columns.map { column in
                        pad(tally(results.filter { $0.group == group && $0.stack == column }), width)
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
                lines.append("  " + pad(clause, 30) + pad(column, 16) + tally(part))
            }
        }
        return lines
    }

    private func tally(_ results: [TestResult]) -> String {
        let failed = results.count { if case .failed = $0.outcome { true } else { false } }
        let passed = results.count { $0.outcome == .passed }
        let known = results.count { if case .known = $0.outcome { true } else { false } }
        let skipped = results.count - failed - passed - known
        return "\(passed) ok" + (failed > 0 ? ", \(failed) FAILED" : "") + (skipped > 0 ? ", \(skipped) skipped" : "")
            + (known > 0 ? ", \(known) known" : "")
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

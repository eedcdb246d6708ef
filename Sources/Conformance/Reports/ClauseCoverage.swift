public import CanonicalJSON

/// What a run proves of each clause that demands something (RP-11).
public struct ClauseCoverage: Sendable {
    /// One side of a clause.
    public struct Side: Sendable {
        /// The vectors that ran and passed, by stack; each stack of the run is there.
        public var passed: [(stack: String, vectors: Int)]
        /// The vectors that name the clause on this side and that passed on some stack and failed on none.
        public var vectors: [String]
        /// Why none has to, where the plan says so.
        public var exclusion: CoveragePlan.Exclusion?

        /// Whether a vector covers it or the plan excludes it.
        public var isCovered: Bool { !vectors.isEmpty || exclusion != nil }
    }

    /// One clause and its sides.
    public struct Entry: Sendable {
        /// The clause.
        public var clause: Clause
        /// What it lets pass.
        public var positive: Side
        /// What it forbids.
        public var negative: Side
        /// The vectors that name it and failed on some stack.
        public var failed: [String]

        /// The vectors that name it as it was before its text changed (VE-15).
        public var outdated: [String]

        /// Whether both sides are covered.
        public var isCovered: Bool { positive.isCovered && negative.isCovered }
    }

    /// The clauses with MUST in the order of the chapters.
    public private(set) var entries: [Entry] = []

    /// Counts what passed in `verdict`.
    public init(_ verdict: Verdict, _ sources: ReportSources) {
        let stacks = verdict.stacks.map(\.name)
        var passed: [String: Set<String>] = [:]
        var failed: Set<String> = []
        for result in verdict.results where result.group != "contract" {
            if result.outcome == .passed { passed[result.name, default: []].insert(result.stack) }
            if result.outcome.isFailed { failed.insert(result.name) }
        }
        var naming: [String: [Vector]] = [:]
        for vector in sources.ids.compactMap({ sources.vectors[$0] }) {
            for clause in vector.clauses { naming[clause, default: []].append(vector) }
        }
        for clause in sources.specification.clauses where clause.isDemand {
            let vectors = naming[clause.id] ?? []
            func side(_ side: CoveragePlan.Side) -> Side {
                let own = vectors.filter { $0.side == side }.map(\.id)
                return Side(
                    passed: stacks.map { stack in (stack, own.count { passed[$0]?.contains(stack) ?? false }) },
                    vectors: own.filter { passed[$0] != nil && !failed.contains($0) },
                    exclusion: sources.plan.exclusion(of: clause.id, side))
            }
            entries.append(
                Entry(
                    clause: clause, positive: side(.positive), negative: side(.negative),
                    failed: vectors.map(\.id).filter(failed.contains),
                    outdated: vectors.filter { vector in
                        vector.annotations.pins[clause.id].map { $0 != sources.specification.texts.pin(of: clause.id) }
                            ?? false
                    }.map(\.id)))
        }
    }

    /// The clauses that lack a side.
    public var gaps: [Entry] { entries.filter { !$0.isCovered } }

    /// The coverage for programs (RP-11).
    public var json: JSONValue {
        [
            "clauses": .array(entries.map(\.json)),
            "gaps": .array(gaps.map { .text($0.clause.id) }),
        ]
    }

    /// The coverage for people: a line a clause, then what is missing.
    public var text: String {
        var lines = ["clause   positive  negative"]
        for entry in entries {
            let sides = [entry.positive, entry.negative].map { $0.words.padded(10) }.joined()
            lines.append(
                entry.clause.id.padded(9) + sides + entry.failed.map { "FAILED \($0)" }.joined(separator: ", "))
        }
        lines += entries.filter { !$0.outdated.isEmpty }.map {
            "CHANGED \($0.clause.id) since these vectors were made for it: \($0.outdated.joined(separator: ", "))"
        }
        lines += gaps.map { entry in
            let sides = [("positive", entry.positive), ("negative", entry.negative)].filter { !$1.isCovered }.map(\.0)
            return "MISSING \(entry.clause.id): no \(sides.joined(separator: " and no ")) vector passed"
        }
        lines.append("\(entries.count) clauses with MUST, \(gaps.count) not covered")
        return lines.joined(separator: "\n").split(separator: "\n").map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n") + "\n"
    }
}

extension Vector {
    fileprivate var side: CoveragePlan.Side {
        if case .invalid = expectation { .negative } else { .positive }
    }
}

extension ClauseCoverage.Entry {
    fileprivate var json: JSONValue {
        [
            "clause": .text(clause.id), "chapter": .text(clause.chapter), "positive": positive.json,
            "negative": negative.json, "failed": .array(failed.map { .text($0) }),
            "outdated": .array(outdated.map { .text($0) }),
        ]
    }
}

extension ClauseCoverage.Side {
    fileprivate var json: JSONValue {
        var members: JSONObject = [
            "vectors": .array(vectors.map { .text($0) }),
            "passed": .array(
                passed.map { ["stack": .text($0.stack), "vectors": .integer(Int64($0.vectors))] }),
        ]
        if let exclusion {
            members["excluded"] = .text(exclusion.reason)
            members["tests"] = .array(exclusion.tests.map { .text($0) })
        }
        return .object(members)
    }

    fileprivate var words: String {
        if !vectors.isEmpty { return "\(vectors.count)" }
        guard let exclusion else { return "MISSING" }
        return exclusion.tests.isEmpty ? "excluded" : "tests"
    }
}

extension String {
    /// The text and at least one space, up to `width`.
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}

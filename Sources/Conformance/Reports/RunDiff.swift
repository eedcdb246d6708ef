public import CanonicalJSON

/// What changed from one run to another (RP-14).
public struct RunDiff: Sendable {
    /// A change of one result.
    public struct Change: Equatable, Sendable {
        /// What it was.
        public enum Kind: String, Sendable, CaseIterable {
            /// Failed before in no way, and does now.
            case newlyFailing = "newly-failing"
            /// Passed before, and is skipped or not there now: nothing proves it any more.
            case noLongerPassing = "no-longer-passing"
            /// Failed before and still does, for another reason.
            case changedReason = "changed-reason"
            /// Passes, and did not before.
            case newlyPassing = "newly-passing"
            /// Was not there before, and does not pass or fail now.
            case added
            /// Is not there any more, and did not pass before.
            case removed
        }

        /// What kind of change.
        public var kind: Kind
        /// The result's stack, group and name.
        public var result: String
        /// Its outcome and reason before; nil if it was not there.
        public var before: String?
        /// Its outcome and reason now; nil if it is not there.
        public var after: String?
    }

    /// The changes of results, in the order of the kinds, then of the runs.
    public private(set) var changes: [Change] = []
    /// Facts of the run and of its stacks that changed: what, and its values before and after.
    public private(set) var facts: [(name: String, before: String?, after: String?)] = []

    /// Compares two runs.
    public init(from before: RunRecord, to after: RunRecord) {
        let old = Dictionary(before.verdict.results.map { ($0.identity, $0.outcome) }) { first, _ in first }
        let new = Dictionary(after.verdict.results.map { ($0.identity, $0.outcome) }) { first, _ in first }
        var order = after.verdict.results.map(\.identity)
        order += before.verdict.results.map(\.identity).filter { new[$0] == nil }
        let found = order.compactMap { Self.change($0, old[$0], new[$0]) }
        changes = Change.Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
        let (left, right) = (before.facts, after.facts)
        for name in left.names + right.names.filter({ left.values[$0] == nil })
        where left.values[name] != right.values[name] {
            facts.append((name, left.values[name], right.values[name]))
        }
    }

    /// Whether something that passed does not any more, or fails that did not.
    public var isWorse: Bool {
        changes.contains { [.newlyFailing, .noLongerPassing].contains($0.kind) }
    }

    /// The changes for people, a line each.
    public var text: String {
        var lines = facts.map { "changed \($0.name): \($0.before ?? "not there") -> \($0.after ?? "not there")" }
        lines += changes.map { change in
            let parts = [change.before ?? "not there", change.after ?? "not there"]
            return "\(change.kind.rawValue) \(change.result): \(parts.joined(separator: " -> "))"
        }
        let counts = Change.Kind.allCases.map { kind in "\(changes.count { $0.kind == kind }) \(kind.rawValue)" }
        return (lines + [counts.joined(separator: ", ")]).map { $0.visible() + "\n" }.joined()
    }

    /// The changes for programs (RP-14).
    public var json: JSONValue {
        [
            "isWorse": .bool(isWorse),
            "facts": .array(facts.map { Self.json(["name": .text($0.name)], $0.before, $0.after) }),
            "changes": .array(
                changes.map {
                    Self.json(["kind": .text($0.kind.rawValue), "result": .text($0.result)], $0.before, $0.after)
                }),
        ]
    }

    private static func json(_ head: JSONObject, _ before: String?, _ after: String?) -> JSONValue {
        var members = head
        members["before"] = before.map { .text($0) }
        members["after"] = after.map { .text($0) }
        return .object(members)
    }

    private static func change(_ name: String, _ old: TestResult.Outcome?, _ new: TestResult.Outcome?) -> Change? {
        guard old != new else { return nil }
        let kind: Change.Kind =
            switch (old, new) {
            case (.failed, .failed), (.known, .known): .changedReason
            case (_, .failed): .newlyFailing
            case (.passed, _): .noLongerPassing
            case (_, .passed): .newlyPassing
            case (_, nil): .removed
            case (nil, _): .added
            // Skipped for another feature, or skipped where it failed: no proof either way.
            default: .changedReason
            }
        return Change(kind: kind, result: name, before: old?.words, after: new?.words)
    }
}

extension TestResult.Outcome {
    fileprivate var words: String { reason.map { "\(word): \($0)" } ?? word }
}

extension RunRecord {
    /// The facts that two runs are compared by, in order.
    fileprivate var facts: (names: [String], values: [String: String]) {
        var names: [String] = []
        var values: [String: String] = [:]
        func add(_ name: String, _ value: String) {
            names.append(name)
            values[name] = value
        }
        add("syncwire", tool)
        for suite in suites { add("vectors \(suite.kind)", "\(suite.vectors), SHA-256 \(suite.sha256)") }
        for stack in verdict.stacks {
            add("stack \(stack.name)", stack.description)
            add("stack \(stack.name) features", stack.features.joined(separator: " "))
        }
        return (names, values)
    }
}

extension TestResult.Outcome {
    /// The word that records and reports use.
    public var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .skipped: "skipped"
        case .known: "known"
        }
    }

    /// Why it failed, known or not; nil for anything else.
    public var failure: Failure? {
        switch self {
        case .failed(let failure), .known(let failure, _): failure
        case .passed, .skipped: nil
        }
    }

    /// Whether it failed and no list excuses it.
    public var isFailed: Bool { if case .failed = self { true } else { false } }

    /// Why a list of known failures has it; nil for anything else.
    public var known: String? {
        if case .known(_, let reason) = self { reason } else { nil }
    }

    /// The feature for want of which it was skipped; nil for anything else.
    public var skipped: String? {
        if case .skipped(let feature) = self { feature } else { nil }
    }

    /// Why it is no pass, in one line; nil for a pass.
    public var reason: String? {
        switch self {
        case .passed: nil
        case .failed(let failure): failure.summary
        case .skipped(let feature): feature
        case .known(let failure, let reason): "known failure: \(reason): \(failure.summary)"
        }
    }
}

extension TestResult {
    /// The stack and the group, as reports name the suite.
    var suite: String { "\(stack)/\(group)" }

    /// What is the same in two runs of the same thing.
    public var identity: String { "\(stack)/\(group)/\(name)" }
}

/// How many results went which way.
public struct Tally: Equatable, Sendable {
    /// As they have to be.
    public private(set) var passed = 0
    /// Not as they have to be.
    public private(set) var failed = 0
    /// Not tried.
    public private(set) var skipped = 0
    /// Failed as a list of known failures says.
    public private(set) var known = 0

    /// Counts `results`.
    public init(_ results: some Sequence<TestResult>) {
        for result in results {
            switch result.outcome {
            case .passed: passed += 1
            case .failed: failed += 1
            case .skipped: skipped += 1
            case .known: known += 1
            }
        }
    }

    /// All of them.
    public var total: Int { passed + failed + skipped + known }
}

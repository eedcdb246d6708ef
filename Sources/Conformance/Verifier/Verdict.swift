import CanonicalJSON

/// What a run found out about one stack.
public struct StackFacts: Equatable, Sendable {
    /// The name that the run was given.
    public var name: String
    /// What the stack calls itself.
    public var implementation: String
    /// The version that it named.
    public var version: String
    /// The language that it named.
    public var language: String
    /// The runtime that it named.
    public var runtime: String
    /// The zlib that it named.
    public var zlib: String
    /// The optional features that it declared.
    public var features: [String]
    /// Why it could not be started, or nil.
    public var fault: String?

    /// A stack of which nothing is known but the name.
    init(name: String) {
        self.name = name
        implementation = ""
        version = ""
        language = ""
        runtime = ""
        zlib = ""
        features = []
    }

    init(_ connection: StackConnection, fault: String?) {
        name = connection.stack.name
        let said = connection.introduction
        implementation = said?.name ?? ""
        version = said?.version ?? ""
        language = said?.language ?? ""
        runtime = said?.runtime ?? ""
        zlib = said?.zlib ?? ""
        features = said?.features ?? []
        self.fault = fault
    }

    /// One line for people.
    public var description: String { fault ?? "\(implementation) \(version), \(runtime), zlib \(zlib)" }
}

/// All results of one run.
public struct Verdict: Equatable, Sendable {
    /// The stacks in the order given.
    public internal(set) var stacks: [StackFacts] = []
    /// The results in the order of the run.
    public internal(set) var results: [TestResult] = []
    /// What the stacks wrote where their own compressors decide, by vector and then by stack.
    public internal(set) var outputs: [StackOutput] = []

    /// What the stacks made of the data of third parties, in the order in which it was asked.
    public internal(set) var thirdParty: [ThirdPartyVerdict] = []

    /// The known mistakes that account for failures of a stack and contradict nothing that it passed.
    public internal(set) var suspects: [Suspect] = []

    /// What has to be repeated so that the run can be.
    public internal(set) var settings = RunSettings()

    /// Whether nothing failed that is not listed as known, and something passed.
    public var isConformant: Bool {
        failures.isEmpty && results.contains { $0.outcome == .passed }
    }

    /// The failures, without those that are listed as known.
    public var failures: [TestResult] {
        results.filter { if case .failed = $0.outcome { true } else { false } }
    }

    /// The failures that are listed as known.
    public var knownFailures: [TestResult] {
        results.filter { if case .known = $0.outcome { true } else { false } }
    }

    /// The command that gives this one result again.
    public func reproduction(of result: TestResult) -> String { result.reproduction(settings) }
}

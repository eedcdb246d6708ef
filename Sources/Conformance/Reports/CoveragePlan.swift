import CanonicalJSON

/// What proves clauses beside vectors: `Spec/coverage.json` (RP-12).
public struct CoveragePlan: Equatable, Sendable {
    /// A side of a clause: what it lets pass, and what it forbids.
    public enum Side: String, Sendable, CaseIterable {
        /// A right input gives the right output.
        case positive
        /// A wrong input is rejected with the right class.
        case negative
    }

    /// Sides of clauses that no vector has to cover.
    public struct Exclusion: Equatable, Sendable {
        /// The clauses.
        public var clauses: [String]
        /// The sides.
        public var sides: [Side]
        /// Why no vector covers them.
        public var reason: String
        /// The tests of this repository that prove them instead; may be empty.
        public var tests: [String]
    }

    /// The exclusions in their order.
    public private(set) var exclusions: [Exclusion] = []

    /// No exclusion at all.
    public init() {}

    /// Reads the file.
    ///
    /// - Throws: `VectorError` for anything but `{"excluded": [{clauses, sides, reason, tests}]}`, for an empty reason,
    ///   and for a side that is excluded twice.
    public init(parsing bytes: [UInt8], name: String) throws(VectorError) {
        let document = try JSONValue(parsing: bytes, place: name)
        var seen: Set<String> = []
        for line in try RecordLine(value: document, place: name).objects("excluded") {
            let clauses = try line.texts("clauses")
            var sides: [Side] = []
            for word in try line.texts("sides") {
                guard let side = Side(rawValue: word) else { throw line.error("sides: unknown side \(word)") }
                sides.append(side)
            }
            let reason = try line.text("reason")
            guard !clauses.isEmpty, !sides.isEmpty, !reason.isEmpty else {
                throw line.error("an exclusion without clauses, sides or reason")
            }
            for clause in clauses {
                for side in sides where !seen.insert("\(clause) \(side.rawValue)").inserted {
                    throw line.error("\(clause) is excluded twice (\(side.rawValue))")
                }
            }
            exclusions.append(
                Exclusion(clauses: clauses, sides: sides, reason: reason, tests: try line.texts("tests")))
        }
    }

    /// The exclusion of one side; nil where a vector has to cover it.
    public func exclusion(of clause: String, _ side: Side) -> Exclusion? {
        exclusions.first { $0.sides.contains(side) && $0.clauses.contains(clause) }
    }
}

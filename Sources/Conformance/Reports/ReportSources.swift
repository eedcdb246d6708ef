public import CanonicalJSON

/// What reports show beside the run: the vectors, and the clauses that they test.
public struct ReportSources: Sendable {
    /// Where a vector stands.
    public struct Place: Equatable, Sendable {
        /// The path of its file, as reports name it.
        public var path: String
        /// Its line there, from 1.
        public var line: Int
    }

    /// The vectors by id.
    public private(set) var vectors: [String: Vector] = [:]
    /// The ids of the vectors in the order of the files.
    public private(set) var ids: [String] = []
    /// The clauses.
    public var specification: SpecificationText
    /// What proves clauses other than vectors, and which are not proven at all.
    public var plan: CoveragePlan
    /// The folder that reports lead to for a clause's chapter.
    public var specificationFolder: String
    /// The kill table of `mutants`, as it prints it; nil where none is given.
    public var mutants: JSONValue?

    private var places: [String: Place] = [:]

    /// Sources without vectors.
    public init(
        specification: SpecificationText, plan: CoveragePlan, specificationFolder: String = "Spec",
        mutants: JSONValue? = nil
    ) {
        self.specification = specification
        self.plan = plan
        self.specificationFolder = specificationFolder
        self.mutants = mutants
    }

    /// Adds the vectors of a file.
    ///
    /// - Throws: `VectorError` for what is no vector file.
    public mutating func addVectors(_ bytes: [UInt8], path: String) throws(VectorError) {
        let file = try VectorFile(parsing: bytes, name: path)
        for vector in file.vectors {
            vectors[vector.id] = vector
            ids.append(vector.id)
            places[vector.id] = Place(path: path, line: 1)
        }
        // A vector a line (VE-3), which names itself first.
        let mark = Array(#"{"id":""#.utf8)
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where line.starts(with: mark) {
            let id = String(decoding: line.dropFirst(mark.count).prefix { $0 != 0x22 }, as: UTF8.self)
            places[id]?.line = index + 1
        }
    }

    /// Where the vector stands; nil for one that no file has.
    public func place(of id: String) -> Place? { places[id] }

    /// A path to a clause's chapter; nil for an unknown id.
    func address(of id: String) -> String? {
        specification.clauses.first { $0.id == id }.map { "\(specificationFolder)/\($0.chapter)" }
    }
}

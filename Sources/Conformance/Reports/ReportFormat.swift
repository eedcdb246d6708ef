import CanonicalJSON

/// A form in which a run can be written.
public enum ReportFormat: String, CaseIterable, Sendable {
    case text
    case json
    case junit
    case tap
    case sarif
    case earl
    case badge
    case coverage
    case html

    /// What it is, in one line.
    public var words: String {
        switch self {
        case .text: "The verdict for people"
        case .json: "The run itself, a JSON object a line"
        case .junit: "JUnit XML"
        case .tap: "Test Anything Protocol, version 14"
        case .sarif: "SARIF 2.1.0 with the clauses as rules"
        case .earl: "W3C EARL 1.0 as JSON-LD"
        case .badge: "A badge: a picture in SVG"
        case .coverage: "What proves each clause, as JSON"
        case .html: "One page for browsers, complete in itself"
        }
    }

    /// Whether it is made of the run alone, without the vectors and the specification.
    public var needsNoSources: Bool {
        switch self {
        case .text, .json, .junit, .tap, .earl, .badge: true
        case .sarif, .coverage, .html: false
        }
    }
}

extension RunRecord {
    /// The run in the form `format`.
    ///
    /// - Throws: `VectorError` for a text in the run that the form can't hold.
    public func report(_ format: ReportFormat, _ sources: ReportSources) throws(VectorError) -> [UInt8] {
        switch format {
        case .text: Array(verdict.table().utf8)
        case .json: try jsonLines()
        case .junit: Array(verdict.junit().utf8)
        case .tap: Array(verdict.tap().utf8)
        case .sarif: try sarif(sources).line()
        case .earl: try earl().line()
        case .badge: Array(badge().utf8)
        case .coverage: try ClauseCoverage(verdict, sources).json.line()
        case .html: Array(try html(sources).utf8)
        }
    }
}

extension JSONValue {
    /// The canonical text and a newline.
    func line() throws(VectorError) -> [UInt8] {
        do { return try canonicalBytes() + [0x0A] } catch { throw VectorError(place: "report", reason: "\(error)") }
    }
}

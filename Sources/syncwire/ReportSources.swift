import CanonicalJSON
import CommandLineKit
import Conformance

/// The options that say where the vectors and clauses are which a report shows.
let reportSourceOptions: [Option] = [
    specificationOption,
    .option("mutants", value: .file, help: "A kill table for the report, as 'mutants --format json' prints it."),
]

/// Reads what reports show beside the run.
///
/// - Parameter isNeeded: whether a format needs it; if none does, no file is opened.
func reportSources(_ arguments: ParsedArguments, vectors folder: String, isNeeded: Bool) throws -> ReportSources {
    guard isNeeded else {
        return ReportSources(specification: try SpecificationText(chapters: []), plan: CoveragePlan())
    }
    let specification = arguments.option("spec") ?? "Spec"
    let chapters = matches(of: "*.md", in: specification)
    guard !chapters.isEmpty else {
        throw CommandLineError(.cannotOpen, "cannot open \(specification): no chapters of the specification there")
    }
    var texts: [(name: String, bytes: [UInt8])] = []
    for name in chapters { texts.append((name, try Files.read("\(specification)/\(name)"))) }
    let plan = "\(specification)/coverage.json"
    var mutants: JSONValue?
    if let path = arguments.option("mutants") { mutants = try JSONValue(parsing: Files.read(path)) }
    var sources = ReportSources(
        specification: try SpecificationText(chapters: texts),
        plan: try CoveragePlan(parsing: Files.read(plan), name: plan),
        specificationFolder: specification, mutants: mutants)
    for name in VectorFolder(folder).names() {
        let path = "\(folder)/\(name)"
        try sources.addVectors(Files.read(path), path: path)
    }
    return sources
}

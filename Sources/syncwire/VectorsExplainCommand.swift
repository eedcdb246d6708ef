import CommandLineKit
import Conformance

let vectorsExplainCommand = Command(
    "explain",
    abstract: "Tell in words what a vector tests and what goes wrong",
    discussion: """
        For who writes a port: the clauses' texts, the change that was made to a valid vector, the known mistakes that \
        it catches, and the request to try by hand.
        """,
    arguments: [Argument("id", help: "The vector's id.", value: .text), vectorFolderArgument("Where the files are.")],
    options: [specificationOption],
    run: { arguments in
        let files = try VectorFolder(arguments.argument("folder")).files()
        let (vector, kind) = try find(arguments.argument("id") ?? "", in: files)
        let parent = vector.parent.flatMap { id in files.flatMap(\.vectors).first { $0.id == id } }
        let prose = try vector.prose(kind: kind, parent: parent, clauses: clauseTexts(arguments))
        let lines = prose.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
        try StandardStream.output.write(lines.joined(separator: "\n"))
        return .success
    }
)

/// The vector of an id and the kind of its file; wrong use, with a hint, if there is none.
func find(_ id: String, in files: [VectorFile]) throws -> (vector: Vector, kind: String) {
    for file in files {
        if let vector = file.vectors.first(where: { $0.id == id }) { return (vector, file.kind) }
    }
    let ids = files.flatMap(\.vectors).map(\.id)
    let hint = suggestion(for: id, among: ids).map { " Did you mean '\($0)'?" } ?? ""
    throw CommandLineError(.usage, "Unknown vector '\(printable(id))'.\(hint)")
}

import CanonicalJSON
import CommandLineKit
import Conformance
import SyncImport

let vectorsListCommand = Command(
    "list",
    abstract: "List the vectors, one a line",
    discussion: """
        A line has the id, the result or error class, the clauses, and what is special. The exit code is 1 when there is \
        no such vector.
        """,
    arguments: [vectorFolderArgument("Where the files are.")],
    options: [
        .option("kind", value: .choice(VectorFile.kinds), help: "Only those of one file."),
        .option("clause", valueName: "id", help: "Only those that test a clause, such as CJ-7."),
        .option("operation", help: "Only those of an operation, such as open."),
        .option("format", value: .choice(["text", "json"]), help: "How to print them.", defaultValue: "text"),
    ],
    run: { arguments in
        var found: [(kind: String, vector: Vector)] = []
        for file in try VectorFolder(arguments.argument("folder")).files() {
            guard arguments.option("kind").map({ $0 == file.kind }) ?? true else { continue }
            found += file.vectors.filter { vector in
                (arguments.option("clause").map(vector.clauses.contains) ?? true)
                    && (arguments.option("operation").map { $0 == vector.operation } ?? true)
            }.map { (file.kind, $0) }
        }
        let output = try arguments.option("format") == "json" ? jsonLines(found) : textLines(found.map(\.vector))
        try StandardStream.output.write(output.span)
        return found.isEmpty ? .no : .success
    }
)

let vectorsShowCommand = Command(
    "show",
    abstract: "Show one vector",
    discussion: """
        Prints the vector as JSON; below it where it comes from, and each byte string decoded, as text where it is text.
        """,
    arguments: [Argument("id", help: "The vector's id.", value: .text), vectorFolderArgument("Where the files are.")],
    run: { arguments in
        let (vector, _) = try find(
            arguments.argument("id") ?? "", in: VectorFolder(arguments.argument("folder")).files())
        let json = try PrettyJSON.format(vector.canonicalBytes())
        try StandardStream.output.write((json + Array(vector.explanation().utf8)).span)
        return .success
    }
)

private func jsonLines(_ found: [(kind: String, vector: Vector)]) throws -> [UInt8] {
    try found.flatMap { try JSONValue.object($0.vector.summary(kind: $0.kind)).canonicalBytes() + [0x0A] }
}

private func textLines(_ vectors: [Vector]) -> [UInt8] {
    let rows = vectors.map { vector in
        [vector.id, vector.expectedResult, vector.clauses.joined(separator: " "), vector.comment].map(printable)
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
        zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }.joined() + row[3] + "\n"
    }
    return Array(lines.joined().utf8)
}

import CommandLineKit
import Conformance

let explainCommand = Command(
    "explain",
    abstract: "Say where an output differs from the right one, and which known mistake makes it",
    discussion: """
        Compares two files: archives, gzip files, JSON texts. Or takes a vector's id and a file with what an \
        implementation answers to it: the bytes of its output, or its answer line of the testee protocol. A key or \
        passphrase lets the contents of archives be compared too. The exit code is 1 when there is a difference.
        """,
    arguments: [
        Argument("expected", help: "A file that is right, or a vector's id."),
        Argument("actual", help: "The file to explain; - is standard input."),
    ],
    options: KeyOptions.current.options() + [
        .option("vectors", value: .folder, help: "The folder of the vector files.", defaultValue: defaultVectorFolder)
    ],
    exclusive: KeyOptions.current.exclusive,
    run: { arguments in
        let (expected, path) = (arguments.argument("expected") ?? "-", arguments.argument("actual") ?? "-")
        try checkStandardInput(arguments, [.current], files: [expected, path])
        let diagnosis =
            switch try reference(expected, arguments) {
            case .file(let bytes):
                Diagnosis(
                    actual: try Files.read(path), expected: bytes,
                    key: KeyOptions.current.isGiven(arguments) ? try KeyOptions.current.unlockingKey(arguments) : nil)
            case .vector(let vector): try Diagnosis(answering: vector, with: Files.read(path))
            }
        let lines = diagnosis.text().split(separator: "\n", omittingEmptySubsequences: false).map {
            printable(String($0))
        }
        try StandardStream.output.write(lines.joined(separator: "\n"))
        return diagnosis.isEqual ? .success : .no
    }
)

/// What an output is compared with.
private enum Reference {
    case file([UInt8])
    case vector(Vector)
}

/// The file of that name, or else the vector of that id.
private func reference(_ name: String, _ arguments: ParsedArguments) throws -> Reference {
    do { return .file(try Files.read(name)) } catch {
        // What cannot be the id of a vector is a file that is not there.
        guard error.exitCode == .cannotOpen, !name.contains("/"),
            let files = try? VectorFolder(arguments.option("vectors")).files()
        else { throw error }
        let vectors = files.flatMap(\.vectors)
        guard let vector = vectors.first(where: { $0.id == name }) else {
            let hint = suggestion(for: name, among: vectors.map(\.id)).map { " Did you mean '\($0)'?" } ?? ""
            throw CommandLineError(.cannotOpen, "there is neither a file nor a vector '\(printable(name))'.\(hint)")
        }
        guard !KeyOptions.current.isGiven(arguments) else {
            throw CommandLineError(.usage, "a vector brings its keys; key options go with two files")
        }
        return .vector(vector)
    }
}

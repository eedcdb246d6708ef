import CommandLineKit

/// Gives the output of each line of an input (CL-10): `transform` makes it, without a newline.
///
/// Lines are written as they come. The first error ends the run with the number of its line; with `keepGoing` it
/// becomes an empty line and a line on standard error, and the result is that of malformed input.
func mapLines(
    of path: String, keepGoing: Bool = false, _ transform: (_ line: [UInt8]) throws -> [UInt8]
) throws -> ExitCode {
    var lines = LineReader(try FileInput(path))
    // Else it would read its own lines, without end.
    _ = try OutputFile("-", inputs: [path], release: .atOnce)
    var output: [UInt8] = []
    var number = 0
    var result = ExitCode.success
    while let line = try lines.next() {
        number += 1
        do {
            output += try transform(line)
        } catch {
            try StandardStream.output.write(output.span)
            output.removeAll(keepingCapacity: true)
            let error = translate(error, line: number)
            guard keepGoing else { throw error }
            try StandardStream.error.write("Error: \(error.message)\n")
            result = .malformedInput
        }
        output.append(0x0A)
        if output.count >= 1 << 16 || lines.mayWait {
            try StandardStream.output.write(output.span)
            output.removeAll(keepingCapacity: true)
        }
    }
    return result
}

/// The options that `mapLines` serves.
let lineOption = Option.flag("lines", help: "Take each line of the input by itself.")
let keepGoingOption = Option.flag(
    "keep-going", help: "With --lines: an invalid line gives an empty line, and exit code 65 at the end.")

/// Throws when `--keep-going` stands alone.
func checkKeepGoing(_ arguments: ParsedArguments) throws(CommandLineError) {
    guard !arguments.flag("keep-going") || arguments.flag("lines") else {
        throw CommandLineError(.usage, "--keep-going goes with --lines")
    }
}

/// The input of commands that read a text.
let textArgument = Argument("file", help: "The input; - is standard input.", arity: .optional, defaultValue: "-")

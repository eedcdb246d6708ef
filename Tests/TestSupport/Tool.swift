package import Foundation

/// A program that ran to its end: how it ended, and what it printed.
package struct Tool: Sendable {
    package var status: Int32
    package var output: [UInt8]
    package var errors: [UInt8]

    package var text: String { TestSupport.text(output) }
    package var errorText: String { TestSupport.text(errors) }
    /// All that it printed, to whichever stream.
    package var printed: String { text + errorText }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Whether `PATH` has a program: a test that needs a missing one is reported as skipped.
    package static func isInstalled(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    /// The Python interpreter itself: what `PATH` has may be a script that looks for it anew at each start.
    package static let python3: String = {
        let program = "import sys; print(sys.executable, end='')"
        return (try? TestSupport.text(output(["python3", "-c", program]))) ?? "python3"
    }()

    /// Runs `arguments`, the first one looked up in `PATH`, and waits.
    ///
    /// Without `environment` the program gets that of the tests, without `folder` it runs where they do.
    package static func run(
        _ arguments: [String], input: [UInt8] = [], in folder: URL? = nil, environment: [String: String]? = nil
    ) throws -> Tool {
        // Files instead of pipes: no reader is needed meanwhile, and nothing can block.
        try withTemporaryFolder { files in
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = arguments
            if let folder { process.currentDirectoryURL = folder }
            if let environment { process.environment = environment }
            process.standardInput = FileHandle.nullDevice
            if !input.isEmpty {
                let source = files.appending(path: "in")
                try Data(input).write(to: source)
                process.standardInput = try FileHandle(forReadingFrom: source)
            }
            let (output, errors) = (files.appending(path: "out"), files.appending(path: "err"))
            process.standardOutput = try handle(creating: output)
            process.standardError = try handle(creating: errors)
            try process.run()
            process.waitUntilExit()
            return Tool(status: process.terminationStatus, output: try output.bytes(), errors: try errors.bytes())
        }
    }

    /// The output of a program that must exit with 0; throws ``Failure`` when it does not.
    package static func output(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
        let tool = try run(arguments, input: input)
        guard tool.status == 0 else { throw Failure(description: "exit \(tool.status): \(tool.errorText)") }
        return tool.output
    }

    private static func handle(creating file: URL) throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }
}

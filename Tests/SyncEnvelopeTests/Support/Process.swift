import Foundation

struct ProcessFailure: Error, CustomStringConvertible {
    let status: Int32
    let diagnostics: String
    var description: String { "exit \(status): \(diagnostics)" }
}

/// Runs a program to its end and returns its standard output; throws ``ProcessFailure`` when it does not exit with 0.
func run(_ path: String, _ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    let (output, diagnostics) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = diagnostics
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    let text = String(decoding: diagnostics.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw ProcessFailure(status: process.terminationStatus, diagnostics: text)
    }
    return bytes
}

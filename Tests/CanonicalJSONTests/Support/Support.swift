import CanonicalJSON
import Foundation
import TestSupport
import Testing

/// A setting from the environment, such as a count or a seed.
func setting(_ name: String, default value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
}

/// The canonical form of JSON text.
func canonical(_ json: String) throws(JSONError) -> String {
    text(try CanonicalJSON.canonicalize(Array(json.utf8)))
}

/// The canonical form, or the code of the error, of bytes.
func outcome(_ bytes: [UInt8]) -> String {
    do {
        return text(try CanonicalJSON.canonicalize(bytes))
    } catch {
        return "error: \(error.code.rawValue)"
    }
}

/// Collects the failures of a loop over many cases and reports the first few of them.
struct Failures {
    private var first: [String] = []
    private(set) var count = 0

    mutating func add(_ message: @autoclosure () -> String) {
        count += 1
        if first.count < 5 { first.append(message()) }
    }

    mutating func expect<T: Equatable>(_ actual: T, _ expected: T, _ context: @autoclosure () -> String) {
        if actual != expected { add("\(context()): \(actual) instead of \(expected)") }
    }

    func report(sourceLocation: SourceLocation = #_sourceLocation) {
        if count > 0 {
            Issue.record("\(count) failures:\n\(first.joined(separator: "\n"))", sourceLocation: sourceLocation)
        }
    }
}

/// Whether a byte of a string's content is ASCII that is written and read as it is.
func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
}

extension String {
    /// The string behind as many zeros as make it `count` characters long.
    func leftPadded(to count: Int) -> String {
        String(repeating: "0", count: Swift.max(0, count - self.count)) + self
    }
}

import CanonicalJSON
import CommandLineKit
import Conformance
import SyncArchive
import SyncBridge
import SyncEnvelope
import SyncImport
import SyncStore

/// Makes the message and exit code of any error that a command lets through (CL-2, CL-3, ER-12).
func translate(_ error: any Error) -> CommandLineError {
    let (exitCode, message): (ExitCode, String) =
        switch error {
        case let error as CommandLineError: (error.exitCode, error.message)
        case let error as JSONError: (.malformedInput, "MALFORMED_JSON: \(error)")
        case let error as BridgeError: (.malformedInput, "\(error)")
        case let error as ArchiveError: (exitCode(of: error.errorClass), "\(error.errorClass.rawValue): \(error)")
        case let error as EnvelopeError where error.isRefusal: (.keyRefused, refusal)
        case let error as EnvelopeError: (exitCode(of: error.errorClass), "\(error)")
        case let error as DiagnosedRefusal: (.keyRefused, "\(error.reason)")
        case let error as ImportError: (error.code == .failed ? .inputOutput : .malformedInput, "\(error)")
        case let error as StoreError: (exitCode(of: error.code), "\(error)")
        case let error as VectorError: (.malformedInput, "\(error)")
        default: (.internal, "\(error)")
        }
    return CommandLineError(exitCode, printable(message))
}

/// What is said of a refused key: the same for both classes, so that who made the archive learns nothing from it (ER-11).
private let refusal =
    "NO_MATCH or HEADER_AUTH: the key does not open this, or the header was altered; --diagnose says which"

/// A refusal of which the user wants to know the class.
private struct DiagnosedRefusal: Error {
    let reason: EnvelopeError
}

/// The option of commands that open archives.
let diagnoseOption = Option.flag("diagnose", help: "Of a refused key, say whether none fits or the header was altered.")

/// Runs what opens an archive with a key.
func opening<Result>(_ arguments: ParsedArguments, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as EnvelopeError where error.isRefusal && arguments.flag("diagnose") {
        throw DiagnosedRefusal(reason: error)
    }
}

extension EnvelopeError {
    fileprivate var isRefusal: Bool { errorClass == .noMatch || errorClass == .headerAuth }
}

/// The same error, as that of one line of the input.
func translate(_ error: any Error, line: Int) -> CommandLineError {
    if let error = error as? JSONError {
        let place = "line \(line): \(error.code.rawValue) at column \(error.column)"
        return CommandLineError(.malformedInput, "MALFORMED_JSON: \(place): \(error.reason)")
    }
    return translate(error, place: "line \(line)")
}

/// The same error, as that of one of several inputs.
func translate(_ error: any Error, file: String) -> CommandLineError {
    // These name their file already.
    if let error = error as? CommandLineError { return error }
    return translate(error, place: file == "-" ? "standard input" : printable(file))
}

/// The same error, with the place between its class and its reason.
private func translate(_ error: any Error, place: String) -> CommandLineError {
    let error = translate(error)
    let parts = error.message.split(separator: ":", maxSplits: 1).map(String.init)
    return CommandLineError(error.exitCode, "\(parts[0]): \(place):\(parts.dropFirst().joined())")
}

/// A text as it can stand in one line: control and format characters, which a terminal would obey, become `\u00xx`.
func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
        guard isUnprintable(scalar) else { return result.unicodeScalars.append(scalar) }
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

/// Format characters turn the direction of text, or are not to be seen.
private func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    [.control, .format].contains(scalar.properties.generalCategory)
}

/// The exit code of each error class (ER-12).
private func exitCode(of errorClass: ErrorClass) -> ExitCode {
    switch errorClass {
    case .noMatch, .headerAuth, .invalidPassphrase: .keyRefused
    case .invalidParameter: .usage
    case .internal: .internal
    default: .malformedInput
    }
}

/// The exit code of a store's error (CL-46).
private func exitCode(of code: StoreError.Code) -> ExitCode {
    switch code {
    case .notFound: .cannotOpen
    case .notAStore, .damaged, .tooNew: .malformedInput
    case .busy: .tryAgain
    case .full, .failed: .inputOutput
    case .nested: .internal
    default: .usage
    }
}

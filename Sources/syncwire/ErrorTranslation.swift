import CanonicalJSON
import CommandLineKit
import Conformance
import SyncArchive
import SyncBridge
import SyncEnvelope

/// Makes the message and exit code of any error that a command lets through (CL-2, CL-3).
func translate(_ error: any Error) -> CommandLineError {
    switch error {
    case let error as JSONError: CommandLineError(.malformedInput, "MALFORMED_JSON: \(error)")
    case let error as BridgeError: CommandLineError(.malformedInput, "\(error)")
    case let error as ArchiveError: CommandLineError(.malformedInput, "MALFORMED_PAYLOAD: \(error)")
    case let error as EnvelopeError: CommandLineError(exitCode(of: error.errorClass), "\(error)")
    case let error as VectorError: CommandLineError(.malformedInput, "\(error)")
    default: CommandLineError(.internal, "\(error)")
    }
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

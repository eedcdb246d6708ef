public import SyncArchive

extension ArchiveError {
    /// The class under which all stacks know a codec's error (AC-8, AC-20).
    public var errorClass: ErrorClass {
        switch code {
        case .internal: .internal
        case .limitExceeded: .limit
        default: .malformedPayload
        }
    }
}

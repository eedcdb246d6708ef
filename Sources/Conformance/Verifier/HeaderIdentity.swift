import SyncEnvelope

/// Clause 3 of the contract: everything before the payload is the same bytes on every stack.
enum HeaderIdentity {
    /// What differs between two archives of the same parameters up to their payloads, or nil.
    static func fault(of actual: [UInt8], expected: [UInt8]) -> Failure? {
        let length: Int
        do { length = try Envelope.inspect(expected).header.count } catch {
            return Failure(.otherOutput, "the other archive: \(error)")
        }
        let header = Array(expected.prefix(length))
        let actualHeader = Array(actual.prefix(length))
        return .difference(at: "header or slots", actual: actualHeader, expected: header)
    }
}

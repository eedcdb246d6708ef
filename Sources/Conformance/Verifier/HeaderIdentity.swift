import SyncEnvelope

/// Clause 3 of the contract: everything before the payload is the same bytes on every stack.
enum HeaderIdentity {
    /// What differs between two archives of the same parameters up to their payloads, or nil.
    static func fault(of actual: [UInt8], expected: [UInt8]) -> String? {
        let length: Int
        do { length = try Envelope.inspect(expected).header.count } catch { return "the other archive: \(error)" }
        let header = Array(expected.prefix(length))
        let actualHeader = Array(actual.prefix(length))
        return header == actualHeader
            ? nil : "header or slots: " + Judge.difference(actual: actualHeader, expected: header)
    }
}

/// Where sealing draws its random bytes: from the system, or, for vectors alone, from labelled values given beforehand.
///
/// Only the latter needs a name in this package: caller-chosen randomness reuses nonces sooner or later, so the public
/// sealing API has no way to it.
package struct Entropy {
    private enum Source {
        case system
        case labelled([String: SecretBytes])
    }

    private var source: Source

    /// The system's random source.
    package static var system: Entropy { Entropy(source: .system) }

    private init(source: Source) {
        self.source = source
    }

    /// Takes values by label, such as `cek` or `slotSalt.0`; throws `INVALID_PARAMETER` for a label given twice.
    package init(labelled values: [(label: String, bytes: SecretBytes)]) throws(EnvelopeError) {
        var table: [String: SecretBytes] = [:]
        for (label, bytes) in values where table.updateValue(bytes, forKey: label) != nil {
            throw EnvelopeError(.invalidParameter, field: "entropy", "\(label) is given twice")
        }
        self.init(source: .labelled(table))
    }

    /// Draws `count` bytes; throws `INVALID_PARAMETER` when the label was not given, or with another length.
    mutating func draw(_ label: String, _ count: Int) throws(EnvelopeError) -> SecretBytes {
        guard case .labelled(var table) = source else {
            return try translating { () throws(CryptoError) in try SystemRandom.bytes(count) }
        }
        guard let bytes = table.removeValue(forKey: label) else {
            throw EnvelopeError(.invalidParameter, field: "entropy", "\(label) is missing")
        }
        guard bytes.count == count else {
            throw EnvelopeError(.invalidParameter, field: "entropy", "\(label): \(bytes.count) bytes, not \(count)")
        }
        source = .labelled(table)
        return bytes
    }

    /// Draws a value that is no secret, such as a salt.
    package mutating func drawPublic(_ label: String, _ count: Int) throws(EnvelopeError) -> [UInt8] {
        try draw(label, count).withBytes { Array(copying: $0) }
    }

    /// Throws `INVALID_PARAMETER` when a label was given and not drawn.
    package func finish() throws(EnvelopeError) {
        guard case .labelled(let table) = source, let unused = table.keys.min() else { return }
        throw EnvelopeError(.invalidParameter, field: "entropy", "\(unused) is not used")
    }
}

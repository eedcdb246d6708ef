import CanonicalJSON
import SyncArchive
import SyncEnvelope

extension Model {
    func open(_ request: Request) throws(Rejection) -> Reply {
        let archive = try request.bytes("archive")
        let secret = try unlockingSecret(request)
        let expectations = try request.expectations()
        let cap = try request.maximumPlaintext()
        let isSnapshot = try request.hasSnapshotProfile()

        let header = try readHeader(archive)
        let payload = archive[header.bytes.count...]
        try checkPayloadSize(payload, header)
        if makes(.contextBeforeMAC) { try check(expectations, header) }
        let (contentKey, number, wrappingKey) = try unlock(header, with: secret)
        if !makes(.macAfterPayload) { try verifyMAC(of: header, contentKey) }
        if !makes(.contextAfterPayload) { try check(expectations, header) }
        let key = try payloadKey(contentKey, header)
        let inner = try openPayload(payload, key: key, header) { (inner) throws(Rejection) in
            if inner.count >= 8 { try checkDeclared(declaredLength(inner), limit: cap) }
        }
        if makes(.macAfterPayload) { try verifyMAC(of: header, contentKey) }
        let plaintext = try message(of: inner, header, cap: cap)
        if makes(.contextAfterPayload) { try check(expectations, header) }
        if isSnapshot { try checkSnapshot(plaintext) }
        let values = try intermediates(
            of: [(number, header.slots[number], wrappingKey)], headerMAC: try headerMAC(contentKey, header))
        return Reply(
            outputs: ["plaintext": .bytes(plaintext)],
            intermediates: Self.joined(Array(inner[8...]), values, payloadKeyCheck: try checkValue(key)))
    }

    /// What the codec makes of an authentic payload (EN-60 to EN-62).
    func message(of inner: [UInt8], _ header: ModelHeader, cap: UInt64) throws(Rejection) -> [UInt8] {
        guard inner.count >= 8 else { throw Rejection(.malformedPayload, "no length") }
        guard let codec = ArchiveCodec(rawValue: header.codec) else { throw Rejection(.malformedHeader, "codec") }
        return try decode(Array(inner[8...]), codec, length: declaredLength(inner), limit: cap)
    }

    private func declaredLength(_ inner: [UInt8]) -> UInt64 {
        integer(bigEndian: makes(.lengthLittleEndian) ? inner[..<8].reversed()[...] : inner[..<8])
    }

    /// EN-55 and EN-56.
    private func check(_ expectations: Expectations, _ header: ModelHeader) throws(Rejection) {
        if makes(.rollbackBeforeContext) { try checkGeneration(expectations, header) }
        if let expected = expectations.workspaceID, expected.bytes != header.workspaceID, !makes(.workspaceUnchecked) {
            throw Rejection(.contextMismatch, "workspaceId")
        }
        if let expected = expectations.contentType, expected.rawValue != header.contentType,
            !makes(.contentTypeUnchecked)
        {
            throw Rejection(.contextMismatch, "contentType")
        }
        try checkGeneration(expectations, header)
    }

    private func checkGeneration(_ expectations: Expectations, _ header: ModelHeader) throws(Rejection) {
        let (found, minimum) = (generation(header), expectations.minimumGeneration)
        let isRollback =
            makes(.generationSigned) ? Int64(bitPattern: found) < Int64(bitPattern: minimum) : found < minimum
        // Without an expectation the minimum is 0.
        let isRepeated = makes(.equalAsRollback) && found == minimum && minimum > 0
        guard !isRollback && !isRepeated || makes(.rollbackUnchecked) else { throw Rejection(.rollback, "\(found)") }
    }
}

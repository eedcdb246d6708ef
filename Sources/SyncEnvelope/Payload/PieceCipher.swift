/// The payload's encryption: AES-256-GCM with a nonce and associated data per piece.
struct PieceCipher: ~Copyable {
    private let cipher: AESGCM
    private let prologue: [UInt8]
    private let nonce: [UInt8]

    init(_ keys: ContentKeys, _ header: Header, encrypting: Bool, _ trace: Trace?) throws(EnvelopeError) {
        let key = try keys.payloadKey()
        try trace?.addPayloadKey(key)
        cipher = try translating { () throws(CryptoError) in try AESGCM(key: key, encrypting: encrypting) }
        prologue = header.prologue.bytes
        nonce = header.nonce
    }

    /// Encrypts the first `count` bytes of `buffer` as piece `index`; the tag goes into the 16 bytes after them.
    func seal(_ index: UInt64, final: Bool, _ buffer: inout [UInt8], count: Int) throws(EnvelopeError) {
        do {
            try cipher.seal(nonce: nonce(index), aad: associatedData(index, final), &buffer, count: count)
        } catch {
            throw EnvelopeError(error)
        }
    }

    /// Starts the one piece of a whole-mode payload, which is then encrypted a block at a time.
    func beginWhole() throws(EnvelopeError) {
        try translating { () throws(CryptoError) in
            try cipher.begin(nonce: nonce(0), aad: associatedData(0, true))
        }
    }

    /// Encrypts the next `count` bytes of the whole-mode piece at the start of `buffer`.
    func updateWhole(_ buffer: inout [UInt8], count: Int) throws(EnvelopeError) {
        do { try cipher.update(&buffer, count: count) } catch { throw EnvelopeError(error) }
    }

    /// Writes the whole-mode piece's tag over the first 16 bytes of `buffer`.
    func finishWhole(_ buffer: inout [UInt8]) throws(EnvelopeError) {
        do { try cipher.finish(&buffer, at: 0) } catch { throw EnvelopeError(error) }
    }

    /// Decrypts a piece in place, tag off; throws `PAYLOAD_AUTH`.
    func open(_ piece: inout PayloadPieces.Piece) throws(EnvelopeError) {
        // An empty part has a tag that verifies, but no writer ends with one.
        guard piece.bytes.count > AESGCM.tagCount else { throw refusal(piece) }
        do {
            try cipher.open(nonce: nonce(piece.index), aad: associatedData(piece.index, piece.isFinal), &piece.bytes)
        } catch {
            throw error.code == .authenticationFailed ? refusal(piece) : EnvelopeError(error)
        }
    }

    private func refusal(_ piece: PayloadPieces.Piece) -> EnvelopeError {
        EnvelopeError(
            .payloadAuth, at: piece.offset, field: "payload", "piece \(piece.index) was altered, cut or moved")
    }

    private func nonce(_ index: UInt64) -> [UInt8] {
        nonce[..<4] + bigEndian(integer(bigEndian: nonce[4...]) ^ index)
    }

    private func associatedData(_ index: UInt64, _ final: Bool) -> [UInt8] {
        prologue + bigEndian(index) + [final ? 1 : 0]
    }
}

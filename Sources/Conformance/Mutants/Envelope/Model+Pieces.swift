import SyncEnvelope

extension Model {
    /// The payload: `inner` in pieces, each encrypted.
    func sealPayload(_ inner: [UInt8], key: [UInt8], _ header: ModelHeader) throws(Rejection) -> [UInt8] {
        guard header.isChunked || inner.count <= 67_108_864 else { throw Rejection(.limit, "\(inner.count) bytes") }
        let parts = header.isChunked ? parts(of: inner) : [inner]
        var payload: [UInt8] = []
        for (index, part) in parts.enumerated() {
            let nonce = pieceNonce(UInt64(index), header)
            let (text, tag) = try LoosePrimitives.encrypt(
                part, key: key, nonce: nonce,
                associatedData: associatedData(UInt64(index), isFinal: index == parts.count - 1, header))
            if makes(.noncePrefixed) { payload += nonce }
            payload += makes(.tagFirst) ? tag + text : text + tag
        }
        return payload
    }

    /// EN-51 and EN-52, which need no key.
    func checkPayloadSize(_ payload: ArraySlice<UInt8>, _ header: ModelHeader) throws(Rejection) {
        guard payload.count > 16 else { throw Rejection(.truncated, "no payload") }
        guard header.isChunked || payload.count <= 67_108_880 else { throw Rejection(.limit, "\(payload.count) bytes") }
    }

    /// The inner of a payload all of whose pieces are authentic (EN-57 to EN-59).
    ///
    /// - Parameter judge: looks at what is there after each piece, where a reader does that too early.
    func openPayload(
        _ payload: ArraySlice<UInt8>, key: [UInt8], _ header: ModelHeader, judge: ([UInt8]) throws(Rejection) -> Void
    ) throws(Rejection) -> [UInt8] {
        let size = header.isChunked ? partCount + pieceOverhead : payload.count
        var (inner, rest, index): ([UInt8], ArraySlice<UInt8>, UInt64) = ([], payload, 0)
        while !rest.isEmpty {
            let piece = rest.prefix(size)
            rest = rest.dropFirst(size)
            inner += try openPiece(piece, index, isFinal: rest.isEmpty, key: key, header)
            if makes(.faultBeforeAuthentication) { try judge(inner) }
            index += 1
        }
        return inner
    }

    private var partCount: Int { makes(.chunkWithTag) ? 65520 : 65536 }
    private var pieceOverhead: Int { makes(.noncePrefixed) ? 28 : 16 }

    private func parts(of inner: [UInt8]) -> [[UInt8]] {
        let parts = stride(from: 0, to: inner.count, by: partCount).map {
            Array(inner[$0..<min($0 + partCount, inner.count)])
        }
        return makes(.emptyLastPiece) && inner.count.isMultiple(of: partCount) ? parts + [[]] : parts
    }

    private func openPiece(
        _ piece: ArraySlice<UInt8>, _ index: UInt64, isFinal: Bool, key: [UInt8], _ header: ModelHeader
    ) throws(Rejection) -> [UInt8] {
        let refusal = Rejection(.payloadAuth, "piece \(index)")
        guard
            piece.count > pieceOverhead || makes(.shortTagAccepted)
                || makes(.emptyLastPiece) && piece.count == pieceOverhead
        else {
            throw refusal
        }
        let nonce = makes(.noncePrefixed) ? Array(piece.prefix(12)) : pieceNonce(index, header)
        let sealed = makes(.noncePrefixed) ? piece.dropFirst(12) : piece
        let tagCounts = makes(.shortTagAccepted) ? [16, 15, 14, 13, 12, 8, 4] : [16]
        for isFinal in makes(.finalFlagUnchecked) ? [false, true] : [isFinal] {
            for count in tagCounts {
                let (text, tag) =
                    makes(.tagFirst)
                    ? (sealed.dropFirst(count), sealed.prefix(count)) : (sealed.dropLast(count), sealed.suffix(count))
                let part = try LoosePrimitives.decrypt(
                    Array(text), tag: Array(tag), key: key, nonce: nonce,
                    associatedData: associatedData(index, isFinal: isFinal, header))
                if let part { return part }
            }
        }
        throw refusal
    }

    private func pieceNonce(_ index: UInt64, _ header: ModelHeader) -> [UInt8] {
        var nonce = header.nonce
        if makes(.nonceNotCounted) { return nonce }
        if makes(.counterAdded) {
            let start: UInt64 = integer(bigEndian: nonce[4...])
            nonce.replaceSubrange(4..., with: bigEndian(start &+ index))
        } else {
            for (offset, byte) in counter(index).enumerated() { nonce[4 + offset] ^= byte }
        }
        return makes(.nonce16) ? nonce + [0, 0, 0, 0] : nonce
    }

    private func counter(_ index: UInt64) -> [UInt8] {
        let bytes = bigEndian(makes(.counterFrom1) ? index + 1 : index)
        return makes(.counterLittleEndian) ? bytes.reversed() : bytes
    }

    private func associatedData(_ index: UInt64, isFinal: Bool, _ header: ModelHeader) -> [UInt8] {
        if makes(.noAssociatedData) { return [] }
        var data = makes(.slotsInAssociatedData) ? header.authenticated : header.prologue
        if !makes(.associatedDataWithoutIndex) { data += counter(index) }
        if !makes(.associatedDataWithoutFinal) { data.append(isFinal && !makes(.noFinalFlag) ? 1 : 0) }
        return data
    }
}

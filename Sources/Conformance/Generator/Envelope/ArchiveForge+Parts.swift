import CanonicalJSON
import SyncBridge
import SyncEnvelope

extension ArchiveForge {
    /// What a change of a sealed archive may change, before everything that depends on it is made again (VE-28).
    enum Part: String, CaseIterable {
        /// Magic to the last slot.
        case header
        /// The content of an archive that is not compressed; its length before it follows.
        case plaintext
        /// The length and the compressed content.
        case inner
        /// For each piece its index in 8 bytes, its final flag in one, where it starts in `inner` and its length in 4 each.
        case pieces
        /// The associated data of the first piece.
        case associatedData
        /// The nonce of the first piece.
        case nonce
    }

    private static let prologueCount = 72
    private static let macCount = 32
    private static let nonceCount = 12

    /// Takes an archive of the test's content key apart; nil for one that is not sealed right.
    init?(opening archive: [UInt8]) {
        guard archive.count > Self.prologueCount else { return nil }
        var end = Self.prologueCount + 1
        for _ in 0..<archive[Self.prologueCount] {
            guard end + 3 <= archive.count else { return nil }
            end += 3 + Int(archive[end + 1]) << 8 + Int(archive[end + 2])
        }
        guard end + Self.macCount + Self.nonceCount <= archive.count else { return nil }
        self.init()
        setHeader(Array(archive[..<end]))
        nonce = Array(archive[(end + Self.macCount)...].prefix(Self.nonceCount))
        let payload = Array(archive[(end + Self.macCount + Self.nonceCount)...])
        let size = chunkLog2 == 0 ? payload.count : Self.partCount + AESGCM.tagCount
        let sealed = stride(from: 0, to: payload.count, by: max(size, 1)).map {
            Array(payload[$0..<min($0 + size, payload.count)])
        }
        for (index, bytes) in sealed.enumerated() {
            guard let part = decrypted(bytes, index: UInt64(index), final: index == sealed.count - 1) else {
                return nil
            }
            inner += part
        }
        guard (try? self.bytes()) == archive else { return nil }
    }

    /// The archive that `change` makes of one that is sealed right; nil where it does not fit.
    ///
    /// - Parameter key: whose raw slots are wrapped again where the prologue changed, on which they depend.
    static func resealed(_ archive: [UInt8], _ change: JSONObject, key: [UInt8]?) -> [UInt8]? {
        guard var forge = ArchiveForge(opening: archive), let key,
            let part = (change["part"]?.text).flatMap(Part.init(rawValue:)),
            let bytes = Mutation.applied(change, to: forge.bytes(of: part)),
            part != .header || bytes.count > Self.prologueCount
        else { return nil }
        let (prologue, keyID) = (forge.prologue, try? forge.keyID(of: key))
        forge.set(part, bytes)
        guard (forge.pieces ?? []).allSatisfy({ $0.range.upperBound <= forge.inner.count }) else { return nil }
        if forge.prologue != prologue, let keyID { try? forge.wrapAgain(key, whereIs: keyID) }
        return try? forge.bytes()
    }

    /// The changes that lead from what `parent` seals to what this one seals, part by part.
    func changes(from parent: ArchiveForge) -> [JSONObject] {
        let isPlain = contentOfIdentity != nil && parent.contentOfIdentity != nil
        return Part.allCases.compactMap { part in
            guard part != (isPlain ? .inner : .plaintext) else { return nil }
            var (before, after) = (parent.bytes(of: part), bytes(of: part))
            switch part {
            // The slots follow the prologue.
            case .header where prologue != parent.prologue: after = prologue + before[Self.prologueCount...]
            // The pieces follow what they hold.
            case .pieces: before = Self.layout(Self.cut(inner, chunked: chunkLog2 != 0))
            // Both follow the index.
            case .associatedData, .nonce:
                guard let piece = pieces?.first, piece.associatedData != nil || piece.nonce != nil else { return nil }
            default: break
            }
            guard before != after, var change = Mutation.change(from: before, to: after) else { return nil }
            change["field"] = "archive"
            change["part"] = .text(part.rawValue)
            return change
        }
    }

    private func bytes(of part: Part) -> [UInt8] {
        let pieces = pieces ?? Self.cut(inner, chunked: chunkLog2 != 0)
        return switch part {
        case .header: (try? header()) ?? []
        case .plaintext: contentOfIdentity ?? []
        case .inner: inner
        case .pieces: Self.layout(pieces)
        case .associatedData: associatedData(of: pieces[0])
        case .nonce: nonce(of: pieces[0])
        }
    }

    private mutating func set(_ part: Part, _ bytes: [UInt8]) {
        var pieces = pieces ?? Self.cut(inner, chunked: chunkLog2 != 0)
        switch part {
        case .header: setHeader(bytes)
        case .plaintext: inner = Self.inner(length: UInt64(bytes.count), bytes)
        case .inner: inner = bytes
        case .pieces: self.pieces = Self.pieces(bytes)
        case .associatedData:
            pieces[0].associatedData = bytes
            self.pieces = pieces
        case .nonce:
            pieces[0].nonce = bytes
            self.pieces = pieces
        }
    }

    /// The content where it is not compressed and as long as it says.
    private var contentOfIdentity: [UInt8]? {
        guard codec == 0, inner.count >= 8, Self.bigEndian(UInt64(inner.count - 8)) == Array(inner[..<8]) else {
            return nil
        }
        return Array(inner[8...])
    }

    private mutating func setHeader(_ bytes: [UInt8]) {
        (version, suite, contentType, codec, chunkLog2) = (bytes[8], bytes[9], bytes[10], bytes[11], bytes[12])
        reserved = Array(bytes[13..<16])
        workspaceID = Array(bytes[16..<32])
        archiveSalt = Array(bytes[32..<64])
        generation = Self.number(bytes[64..<72])
        slotCount = bytes[Self.prologueCount]
        slots = [Array(bytes[(Self.prologueCount + 1)...])]
    }

    /// Wraps the content key again in each raw slot that had the keyId of `key`, which is another in another workspace.
    private mutating func wrapAgain(_ key: [UInt8], whereIs keyID: [UInt8]) throws {
        let bytes = (slots ?? []).flatMap { $0 }
        var (start, wrapped) = (0, [] as [[UInt8]])
        while start + 3 <= bytes.count {
            let end = min(start + 3 + Int(bytes[start + 1]) << 8 + Int(bytes[start + 2]), bytes.count)
            let slot = Array(bytes[start..<end])
            let isOurs = slot[0] == 0x01 && slot.count == 91 && Array(slot[3..<11]) == keyID
            wrapped.append(isOurs ? try rawSlot(key: key, salt: Array(slot[11..<43])) : slot)
            start = end
        }
        slots = wrapped
    }

    private static func layout(_ pieces: [Piece]) -> [UInt8] {
        pieces.flatMap { piece in
            bigEndian(piece.index) + [piece.final] + bigEndian(UInt64(piece.range.lowerBound)).suffix(4)
                + bigEndian(UInt64(piece.range.count)).suffix(4)
        }
    }

    private static func pieces(_ layout: [UInt8]) -> [Piece] {
        stride(from: 0, through: layout.count - 17, by: 17).map { at in
            let start = Int(number(layout[(at + 9)..<(at + 13)]))
            return Piece(
                index: number(layout[at..<(at + 8)]), final: layout[at + 8],
                range: start..<(start + Int(number(layout[(at + 13)..<(at + 17)]))))
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

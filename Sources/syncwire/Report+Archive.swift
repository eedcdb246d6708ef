import CanonicalJSON
import SyncArchive
import SyncBridge
import SyncEnvelope

extension Report {
    /// Adds a header (CL-11).
    mutating func add(_ inspection: Inspection) {
        let header = inspection.header
        let prologue = header.prologue
        let (version, suite) = (prologue.bytes[8], prologue.bytes[9])
        json = [
            "version": .count(version), "suite": .count(suite), "contentType": .text(prologue.contentType.name),
            "codec": .text(prologue.codec.name), "chunk": .text(prologue.chunking.name),
            "workspaceId": .text("\(prologue.workspaceID)"), "archiveSalt": .text(Hex.encode(prologue.archiveSalt)),
            "generation": .text("\(prologue.generation)"), "slots": .array(header.slots.map(\.json)),
            "headerMac": .text(Hex.encode(header.mac)), "nonce": .text(Hex.encode(header.nonce)),
            "size": [
                "archive": .count(inspection.archiveCount), "header": .count(header.authenticatedBytes.count),
                "payload": .count(inspection.payloadCount), "pieces": .count(inspection.pieceCount),
            ],
        ]
        line("archive", "version \(version), suite \(suite)")
        line("verified", inspection.slot == nil ? "no, that takes a key" : "yes")
        line("content type", prologue.contentType.name)
        line("codec", prologue.codec.name)
        line("chunk", prologue.chunking.name)
        line("workspace", "\(prologue.workspaceID)")
        line("archive salt", Hex.encode(prologue.archiveSalt))
        line("generation", "\(prologue.generation)")
        for (number, slot) in header.slots.enumerated() { line("slot \(number)", slot.summary) }
        line("header MAC", Hex.encode(header.mac))
        line("nonce", Hex.encode(header.nonce))
        let pieces = inspection.pieceCount == 1 ? "1 piece" : "\(inspection.pieceCount) pieces"
        line("archive size", "\(inspection.archiveCount) bytes")
        line("header size", "\(header.authenticatedBytes.count) bytes to the end of the slots")
        line("payload size", "\(inspection.payloadCount) bytes in \(pieces)")
    }

    /// Adds what an opening showed, and the content if it was looked at (CL-12).
    mutating func add(_ opening: Opening, _ content: ContentReport?) throws {
        let codec = opening.header.prologue.codec
        let ratio =
            opening.plaintextCount == 0
            ? 0 : (Double(opening.compressedCount) / Double(opening.plaintextCount) * 10_000).rounded() / 10_000
        var members: JSONObject = [
            "openedBy": .count(opening.slot), "plaintext": .count(opening.plaintextCount),
            "coded": .count(opening.compressedCount), "ratio": .double(ratio),
        ]
        line("opened by", "slot \(opening.slot)")
        line("plaintext", "\(opening.plaintextCount) bytes")
        line("coded", "\(opening.compressedCount) bytes, ratio \(ratio)")
        if !codec.header.isEmpty {
            members["codecHeader"] = .text(Hex.encode(codec.header))
            line("codec header", Hex.encode(codec.header))
        }
        try add(content, to: members)
    }

    /// Adds a content after members that describe it.
    mutating func add(_ content: ContentReport?, to members: JSONObject = JSONObject()) throws {
        var members = members
        for (key, value) in try content?.json ?? JSONObject() { members[key] = value }
        json["content"] = .object(members)
        try content?.write(to: &self)
    }
}

extension Slot {
    private var name: String {
        switch kind {
        case .rawKey: "raw"
        case .pbkdf2: "pbkdf2"
        case .scrypt: "scrypt"
        case .aesKeyWrap: "aes-kw"
        case .unknown: "unknown"
        }
    }

    private var bodyCount: Int { bytes.count - 3 }

    fileprivate var json: JSONValue {
        var members: JSONObject = ["type": .count(type), "name": .text(name), "length": .count(bodyCount)]
        switch kind {
        case .rawKey(let keyID, _), .aesKeyWrap(let keyID): members["keyId"] = .text(Hex.encode(keyID))
        case .pbkdf2(let iterations, _, _): members["iterations"] = .count(iterations)
        case .scrypt(let log2N, _, _): members["log2N"] = .count(log2N)
        case .unknown: break
        }
        return .object(members)
    }

    fileprivate var summary: String {
        let detail =
            switch kind {
            case .rawKey(let keyID, _), .aesKeyWrap(let keyID): ", key id \(Hex.encode(keyID))"
            case .pbkdf2(let iterations, _, _): ", \(iterations) iterations"
            case .scrypt(let log2N, _, _): ", N 2^\(log2N)"
            case .unknown: ""
            }
        return "\(name), type \(type), \(bodyCount) bytes\(detail)"
    }
}

import CanonicalJSON
import SyncArchive
import SyncBridge
import SyncEnvelope

extension Diagnosis {
    /// Compares what is inside of two archives, and tries the known mistakes of sealing.
    mutating func explain(_ actual: [UInt8], sealedOtherwiseThan expected: [UInt8], with key: UnlockingKey) {
        let trace = Trace()
        let right: (plaintext: [UInt8], opening: Opening)
        do { right = try Envelope.open(expected, with: key, trace: trace) } catch {
            notes.append("the expected archive does not open: \(error)")
            return
        }
        let other = Trace()
        do {
            let plaintext = try Envelope.open(actual, with: key, trace: other).plaintext
            notes.append("both archives open")
            for (name, mine, theirs) in [
                ("compressed", other.compressed, trace.compressed), ("plaintext", plaintext, right.plaintext),
            ] {
                let difference = Difference(at: name, actual: mine, expected: theirs)
                notes.append("\(name): " + (difference == nil ? "the same" : "differs at byte \(difference!.offset)"))
            }
        } catch { notes.append("the actual archive does not open: \(error)") }
        let sealings = Sealing(expected, right, key).vectors
        let explanation = Explanation()
        let answer = Answer.ok(outputs: ["archive": .bytes(actual)], intermediates: [:])
        let found = sealings.flatMap { sealing in
            explanation.mutants(giving: answer, to: sealing)
                + explanation.mutants(
                    giving: Model(mutant: nil).answer("open", inputs: sealing.openInputs(archive: actual)),
                    opening: actual, of: sealing)
        }
        mutants = Mutant.allCases.filter(found.contains)
    }
}

/// What was asked for when an archive was sealed, as far as the archive and its key tell.
private struct Sealing {
    private let archive: [UInt8]
    private let plaintext: [UInt8]
    private let header: Header
    private let key: UnlockingKey

    init(_ archive: [UInt8], _ opened: (plaintext: [UInt8], opening: Opening), _ key: UnlockingKey) {
        self.archive = archive
        plaintext = opened.plaintext
        header = opened.opening.header
        self.key = key
    }

    /// The requests of which one made the archive: by deflate, or with stored blocks; none for more than one slot, whose
    /// keys are not all known.
    var vectors: [Vector] {
        guard header.slots.count == 1, let contentKey = try? header.unlock(with: key, nil).keys.contentKey,
            let (slot, salts) = slot(header.slots[0])
        else { return [] }
        let prologue = header.prologue
        let entropy =
            [
                ("cek", Self.hex(contentKey)), ("archiveSalt", Hex.encode(prologue.archiveSalt)),
                ("nonce", Hex.encode(header.nonce)),
            ]
            + salts.map { ($0 + ".0", Hex.encode($1)) }
        return ["deflate", "stored"].map { mode in
            let inputs: JSONObject = [
                "plaintext": .bytes(plaintext), "workspaceId": .hex(prologue.workspaceID.bytes),
                "contentType": .integer(Int64(prologue.contentType.rawValue)),
                "codec": .integer(Int64(prologue.codec.rawValue)), "mode": .text(mode),
                "chunk": prologue.chunking == .whole ? "whole" : "64k", "generation": .text("\(prologue.generation)"),
                "slots": [slot],
            ]
            return Vector(
                operation: "seal", inputs: inputs, entropy: entropy.map { Vector.Entropy(label: $0, hex: $1) },
                outputs: ["archive": .bytes(archive)])
        }
    }

    private func slot(_ slot: Slot) -> (JSONValue, [(String, [UInt8])])? {
        switch (slot.kind, key) {
        case (.rawKey(_, let salt), .workspaceKey(let key)):
            (["type": "raw", "key": .text(Self.hex(key.secret))], [("slotSalt", salt)])
        case (.aesKeyWrap, .workspaceKey(let key)): (["type": "aes-kw", "key": .text(Self.hex(key.secret))], [])
        case (.pbkdf2(let iterations, let kdfSalt, let salt), .passphrase(let passphrase)):
            (
                ["type": "pbkdf2", "passphrase": Self.text(passphrase), "iterations": .integer(Int64(iterations))],
                [("slotSalt", salt), ("kdfSalt", kdfSalt)]
            )
        case (.scrypt(let log2N, let kdfSalt, let salt), .passphrase(let passphrase)):
            (
                ["type": "scrypt", "passphrase": Self.text(passphrase), "log2N": .integer(Int64(log2N))],
                [("slotSalt", salt), ("kdfSalt", kdfSalt)]
            )
        default: nil
        }
    }

    private static func hex(_ secret: SecretBytes) -> String { Hex.encode(bytes(secret)) }

    private static func text(_ passphrase: Passphrase) -> JSONValue {
        .text(String(decoding: bytes(passphrase.secret), as: UTF8.self))
    }

    private static func bytes(_ secret: SecretBytes) -> [UInt8] { secret.withBytes { Array(copying: $0) } }
}

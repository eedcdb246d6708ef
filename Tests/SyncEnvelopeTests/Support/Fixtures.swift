import SyncArchive
import TestSupport

@testable import SyncEnvelope

/// The parameters of the known answers: every value is a run of bytes, each one more than the last.
enum Known {
    static func run(_ first: UInt8, _ count: Int) -> [UInt8] {
        (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) }
    }

    static let plaintext = Array(#"{"a":1,"b":"\#(String(repeating: "x", count: 40))"}"#.utf8)
    static let workspace = try! WorkspaceID(run(0, 16))
    static let key = workspaceKey(0x60)
    static let otherKey = workspaceKey(0x61)

    static func workspaceKey(_ first: UInt8) -> WorkspaceKey {
        try! WorkspaceKey(SecretBytes(copying: run(first, 32).span))
    }

    static func passphrase(_ text: String) -> Passphrase { try! Passphrase(text) }

    /// The labelled entropy for slots of these types: `slotSalt.N` is 80.., `kdfSalt.N` C0... for every N.
    static func entropy(
        _ slots: [SlotRecipe], sealing: Bool = true, leavingOut absent: String? = nil
    ) -> [(label: String, bytes: SecretBytes)] {
        var values: [(label: String, bytes: SecretBytes)] = []
        func add(_ label: String, _ first: UInt8, _ count: Int) {
            if label != absent { values.append((label, SecretBytes(copying: run(first, count).span))) }
        }
        if sealing {
            add("cek", 0x40, 32)
            add("archiveSalt", 0x20, 32)
            add("nonce", 0xB0, 12)
        }
        for (number, slot) in slots.enumerated() {
            switch slot {
            case .rawKey: add("slotSalt.\(number)", 0x80, 32)
            case .pbkdf2, .scrypt:
                add("kdfSalt.\(number)", 0xC0, 16)
                add("slotSalt.\(number)", 0x80, 32)
            case .aesKeyWrap: break
            }
        }
        return values
    }

    static func parameters(
        _ slots: [SlotRecipe], codec: ArchiveCodec = .gzip, mode: DeflateMode = .stored, chunking: Chunking = .whole
    ) -> SealParameters {
        SealParameters(
            workspaceID: workspace, codec: codec, mode: mode, chunk: .fixed(chunking), generation: 7, slots: slots)
    }

    /// Seals with the fixed entropy.
    static func seal(
        _ plaintext: [UInt8] = plaintext, _ slots: [SlotRecipe] = [.rawKey(key)], codec: ArchiveCodec = .gzip,
        mode: DeflateMode = .stored, chunking: Chunking = .whole, trace: Trace? = nil
    ) throws -> [UInt8] {
        try Envelope.seal(
            plaintext, parameters(slots, codec: codec, mode: mode, chunking: chunking),
            entropy: Entropy(labelled: entropy(slots)), trace: trace)
    }
}

func digest(_ bytes: [UInt8]) -> String { hex(try! sha256(SecretBytes(copying: bytes.span))) }

/// The class of the error that `body` throws, or nil when it throws none.
func errorClass(_ body: () throws -> Void) -> ErrorClass? {
    do {
        try body()
        return nil
    } catch let error as EnvelopeError {
        return error.errorClass
    } catch {
        preconditionFailure("not an envelope error: \(error)")
    }
}

import Foundation
import SyncArchive
import TestSupport
import Testing

@testable import SyncEnvelope

/// Both directions against Python's `cryptography`, `hashlib` and `zlib`, through `Python/swa.py`.
@Suite(.enabled(if: Python.isPresent, "needs python3 with the package cryptography"))
struct PythonTests {
    private static let passphrase = "pa\u{308}ss\u{1F600} "

    enum Kind: String, CaseIterable {
        case raw, aesKeyWrap = "aes-kw", pbkdf2, scrypt
        case sixteen

        var isSlow: Bool { self == .pbkdf2 || self == .scrypt }

        /// One of a slow kind is enough.
        var combinations: [(ArchiveCodec, Chunking)] {
            let all: [(ArchiveCodec, Chunking)] = [
                (.gzip, .whole), (.gzip, .chunks64K), (.deflate, .chunks64K), (.identity, .whole),
            ]
            return isSlow ? [all[0]] : all
        }
    }

    private func slots(_ kind: Kind) -> [SlotRecipe] {
        switch kind {
        case .raw: [.rawKey(Known.key)]
        case .aesKeyWrap: [.aesKeyWrap(Known.key)]
        case .pbkdf2: [.pbkdf2(Known.passphrase(Self.passphrase), iterations: 210_000)]
        case .scrypt: [.scrypt(Known.passphrase(Self.passphrase), log2N: 15)]
        case .sixteen:
            (0..<15).map { $0 % 2 == 0 ? .rawKey(Known.workspaceKey($0)) : .aesKeyWrap(Known.workspaceKey($0)) }
                + [.rawKey(Known.key)]
        }
    }

    private func key(_ kind: Kind) -> UnlockingKey {
        switch kind {
        case .pbkdf2, .scrypt: .passphrase(Known.passphrase(Self.passphrase))
        case .raw, .aesKeyWrap, .sixteen: .workspaceKey(Known.key)
        }
    }

    /// Incompressible for a little more than one chunk, so that every codec needs a second.
    private let plaintext: [UInt8] = {
        var random = SeededGenerator(seed: 7)
        return random.bytes(66_000) + [UInt8](repeating: 0x20, count: 10_000)
    }()

    @Test func pythonOpensOurs() throws {
        var requests: [[String: Any]] = []
        for kind in Kind.allCases {
            for (codec, chunking) in kind.combinations {
                // With real randomness: the public way.
                var parameters = Known.parameters(slots(kind), codec: codec, mode: .deflate, chunking: chunking)
                parameters.contentType = .attachment
                requests.append(try opening(Envelope.seal(plaintext, parameters), kind))
            }
        }
        let answers = try Python.ask(requests)
        #expect(answers.count == 14)
        for answer in answers { #expect(base64(answer["plaintext"]) == plaintext) }
    }

    /// Stored blocks: the same bytes from both, down to every intermediate value.
    @Test func sameBytes() throws {
        let all = Kind.allCases.flatMap { kind in kind.combinations.map { (kind, $0.0, $0.1) } }
        let answers = try Python.ask(all.map { sealing($0, $1, $2, mode: "stored") })
        #expect(answers.count == all.count)
        for (answer, (kind, codec, chunking)) in zip(answers, all) {
            let trace = Trace()
            let ours = try Known.seal(plaintext, slots(kind), codec: codec, chunking: chunking, trace: trace)
            #expect(base64(answer["archive"]) == ours, "\(kind), \(codec), \(chunking)")
            #expect(answer["checks"] as? [String: String] == texts(trace), "\(kind), \(codec), \(chunking)")
        }
    }

    /// Real deflate, from another zlib.
    @Test func weOpenPythons() throws {
        let all = Kind.allCases.flatMap { kind in kind.combinations.map { (kind, $0.0, $0.1) } }
        let answers = try Python.ask(all.map { sealing($0, $1, $2, mode: "deflate") })
        for (answer, (kind, _, _)) in zip(answers, all) {
            let archive = try #require(base64(answer["archive"]))
            #expect(Outcome.of(archive, key(kind), pieces: kind.isSlow ? [] : [1000]) == .opened(plaintext))
        }
    }

    /// The reader over there is one that refuses.
    @Test func pythonRefuses() throws {
        let expected = [(0, "BAD_MAGIC"), (100, "NO_MATCH"), (170, "HEADER_AUTH"), (300, "PAYLOAD_AUTH")]
        let archive = try Known.seal()
        let answers = try Python.ask(
            expected.map { offset, _ in
                var damaged = archive
                damaged[offset] ^= 1
                return opening(damaged, .raw)
            })
        #expect(answers.map { $0["refused"] as? String } == expected.map(\.1))
    }

    private func opening(_ archive: [UInt8], _ kind: Kind) -> [String: Any] {
        let request: [String: Any] = ["op": "open", "archive": Data(archive).base64EncodedString()]
        let key = kind.isSlow ? ["passphrase": Self.passphrase] : ["key": hex(copy(Known.key.secret))]
        return request.merging(key) { field, _ in field }
    }

    private func base64(_ field: Any?) -> [UInt8]? {
        (field as? String).flatMap { Data(base64Encoded: $0) }.map(Array.init)
    }

    private func sealing(
        _ kind: Kind, _ codec: ArchiveCodec, _ chunking: Chunking, mode: String
    ) -> [String: Any] {
        let slots: [[String: Any]] = slots(kind).map { slot in
            let salts = ["kdfSalt": hex(Known.run(0xC0, 16)), "slotSalt": hex(Known.run(0x80, 32))]
            let fields: [String: Any] =
                switch slot {
                case .rawKey(let key): ["type": "raw", "key": hex(copy(key.secret))]
                case .aesKeyWrap(let key): ["type": "aes-kw", "key": hex(copy(key.secret))]
                case .pbkdf2: ["type": "pbkdf2", "iterations": 210_000, "passphrase": Self.passphrase]
                case .scrypt: ["type": "scrypt", "log2N": 15, "passphrase": Self.passphrase]
                }
            return fields.merging(salts) { field, _ in field }
        }
        return [
            "op": "seal", "plaintext": Data(plaintext).base64EncodedString(), "workspaceId": hex(Known.workspace.bytes),
            "cek": hex(Known.run(0x40, 32)),
            "archiveSalt": hex(Known.run(0x20, 32)), "nonce": hex(Known.run(0xB0, 12)), "generation": "7",
            "contentType": 1, "codec": Int(codec.rawValue), "mode": mode,
            "chunk": chunking == .whole ? "whole" : "64k", "slots": slots,
        ]
    }

    private func texts(_ trace: Trace) -> [String: String] {
        var texts = [
            "headerMac": hex(trace.headerMAC), "payloadKeyCheck": hex(trace.payloadKeyCheck),
            "compressed": Data(trace.compressed).base64EncodedString(),
        ]
        for slot in trace.slots {
            texts["keyId.\(slot.number)"] = slot.keyID.map(hex)
            texts["kekCheck.\(slot.number)"] = hex(slot.keyEncryptionKeyCheck)
            texts["wrappedCEK.\(slot.number)"] = hex(slot.wrappedKey)
        }
        return texts
    }
}

enum Python {
    static let isPresent = (try? Tool.output(["python3", "-c", "import cryptography"])) != nil

    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Python/swa.py")
        .path

    /// Has the script answer requests.
    static func ask(_ requests: [[String: Any]]) throws -> [[String: Any]] {
        let output = try withTemporaryFolder { folder in
            let file = folder.appending(path: "requests.json")
            try JSONSerialization.data(withJSONObject: requests).write(to: file)
            return try Tool.output(["python3", "-B", script, file.path])
        }
        return try JSONSerialization.jsonObject(with: Data(output)) as! [[String: Any]]
    }
}

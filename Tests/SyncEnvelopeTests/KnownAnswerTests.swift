import TestSupport
import Testing

@testable import SyncEnvelope

/// Blobs whose every byte is fixed; the values were computed with Python's `cryptography`, hashlib and zlib.
@Suite struct KnownAnswerTests {
    @Test("Known answer 1: a raw slot, 309 bytes") func rawKey() throws {
        let trace = Trace()
        let archive = try Known.seal(trace: trace)
        #expect(archive.count == 309)
        #expect(digest(archive) == "8f0a324b8796a6b5ba860134affe87850b83dbc1bb8156e9f72562700e579e41")
        #expect(trace.slots.map(\.number) == [0])
        #expect(trace.slots[0].keyID.map(hex) == "fb56aeed4b13b95f")
        #expect(hex(trace.slots[0].keyEncryptionKeyCheck) == "24e75e129bd074e4")
        #expect(
            hex(trace.slots[0].wrappedKey)
                == "b188c406acddc5c662cbb416c658819eafa8e397e6da6573ab4ee7fe45288ddabb2590c0b1dbbb485d330fd7d0189378")
        #expect(hex(trace.headerMAC) == "b0b30dd04e2f11175616b90eb466f9d4dddd75544b2b4ea667ed7de23866ac10")
        #expect(hex(trace.payloadKeyCheck) == "e2073687e4f57731")
        #expect(hex(Array(archive[208..<216])) == "7d2ec6662829f437")

        let again = Trace()
        let (plaintext, opening) = try Envelope.open(archive, with: .workspaceKey(Known.key), trace: again)
        #expect(plaintext == Known.plaintext)
        #expect(opening.header.prologue.generation == 7)
        #expect(again.slots == trace.slots)
        #expect(again.headerMAC == trace.headerMAC)
        #expect(again.payloadKeyCheck == trace.payloadKeyCheck)
        #expect(again.compressed == trace.compressed)
    }

    @Test func aesKeyWrap() throws {
        let archive = try Known.seal(Known.plaintext, [.aesKeyWrap(Known.key)])
        #expect(archive.count == 269)
        #expect(digest(archive) == "de29acea7a87c2ae4a58c402e06b9b0325bced5180d3b79bec30f714e899a688")
        #expect(try Envelope.open(archive, with: .workspaceKey(Known.key)).plaintext == Known.plaintext)
    }

    @Test func pbkdf2() throws {
        let trace = Trace()
        let slot = SlotRecipe.pbkdf2(Known.passphrase("p\u{E4}ssword"), iterations: 210_000)
        let archive = try Known.seal(Known.plaintext, [slot], trace: trace)
        #expect(archive.count == 321)
        #expect(digest(archive) == "0e75f11ba98e7bd63cfb8f4cfb389f087e85b35c1bcccfacb94e385a6ff5325a")
        #expect(hex(trace.slots[0].keyEncryptionKeyCheck) == "f7474b35661c5454")
        #expect(trace.slots[0].keyID == nil)
        // The same passphrase, typed on a keyboard that decomposes.
        let decomposed = UnlockingKey.passphrase(Known.passphrase("pa\u{308}ssword"))
        #expect(try Envelope.open(archive, with: decomposed).plaintext == Known.plaintext)
    }

    @Test func scrypt() throws {
        let trace = Trace()
        let slot = SlotRecipe.scrypt(Known.passphrase("pa\u{308}ssword"), log2N: 15)
        let archive = try Known.seal(Known.plaintext, [slot], trace: trace)
        #expect(archive.count == 318)
        #expect(digest(archive) == "daafa77d7c324b1adfc95aaa42f19a7f619f06816d5729a93042ccaa3a24fcc2")
        #expect(hex(trace.slots[0].keyEncryptionKeyCheck) == "85ddf12d376090f5")
        let composed = UnlockingKey.passphrase(Known.passphrase("p\u{E4}ssword"))
        #expect(try Envelope.open(archive, with: composed).plaintext == Known.plaintext)
    }
}

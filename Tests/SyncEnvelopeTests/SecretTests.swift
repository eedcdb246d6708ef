import Testing

@testable import SyncEnvelope

/// Secrets are not shown by any of the ways in which Swift shows values.
@Suite struct SecretTests {
    private static let text = "correct horse"
    private static let key = try! WorkspaceKey(secret(Array("0123456789abcdefghijklmnopqrstuv".utf8)))

    @Test func printsNothing() throws {
        let passphrase = try Passphrase(Self.text)
        let values: [Any] = [
            secret(Array(Self.text.utf8)), passphrase, Self.key, UnlockingKey.passphrase(passphrase),
            UnlockingKey.workspaceKey(Self.key), SlotRecipe.rawKey(Self.key), SlotRecipe.pbkdf2(passphrase),
            SlotRecipe.scrypt(passphrase), SlotRecipe.aesKeyWrap(Self.key),
            Known.parameters([.rawKey(Self.key), .pbkdf2(passphrase)]),
            try Entropy(labelled: [("cek", secret(Array(Self.text.utf8)))]),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for shown in ["\(value)", String(reflecting: value), String(describing: value), dumped] {
                #expect(shown.contains("<secret>"))
                // Neither as text nor as a list of byte values: "99, 111" is "co", "48, 49" is "01".
                for leak in ["correct", "horse", "01234", "99, 111", "48, 49", "- 99", "- 48", "0x"] {
                    #expect(!shown.contains(leak), "\(leak) in \(type(of: value))")
                }
            }
        }
    }

    @Test func description() {
        let value = secret([1, 2, 3])
        #expect("\(value)" == "<secret>")
        #expect(value.debugDescription == "<secret>")
        #expect(Mirror(reflecting: value).children.isEmpty)
        #expect(!(value is any Encodable) && !(value is any Decodable))
    }

    @Test func equality() {
        #expect(secret([1, 2, 3]) == secret([1, 2, 3]))
        #expect(secret([]) == secret([]))
        for other: [UInt8] in [[], [1, 2], [1, 2, 4], [0, 2, 3], [1, 2, 3, 0]] {
            #expect(secret([1, 2, 3]) != secret(other))
        }
    }

    @Test func wiping() {
        var bytes: [UInt8] = [1, 2, 3]
        let value = SecretBytes(wiping: &bytes)
        #expect(bytes.isEmpty)
        #expect(copy(value) == [1, 2, 3])
    }

    /// The errors of every way to fail with a key or a passphrase name neither.
    @Test func errorsAreSilent() throws {
        let archive = try Known.seal()
        let keys: [UnlockingKey] = [.workspaceKey(Self.key), .passphrase(try Passphrase(Self.text))]
        for key in keys {
            do {
                _ = try Envelope.open(archive, with: key)
                Issue.record("opened")
            } catch {
                #expect(error.description == "NO_MATCH: no slot opens with this key")
            }
        }
        do {
            _ = try Passphrase(Self.text + "\0")
            Issue.record("accepted")
        } catch {
            #expect(error.description == "INVALID_PASSPHRASE: byte 13: U+0000")
        }
    }

    @Test(arguments: [0, 16, 31, 33, 64]) func keySizes(_ count: Int) {
        #expect(errorClass { _ = try WorkspaceKey(secret([UInt8](repeating: 7, count: count))) } == .invalidParameter)
        #expect(errorClass { _ = try WorkspaceID([UInt8](repeating: 7, count: count + 1)) } == .invalidParameter)
    }
}

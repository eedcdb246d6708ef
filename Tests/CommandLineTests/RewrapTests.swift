import Testing

@Suite struct RewrapTests {
    /// New keys open it, the old one does not; prologue, nonce and payload keep their bytes.
    @Test func newKeys() throws {
        let shop = try Workshop.withKnownAnswer()
        try shop.expect("syncwire keygen -o second")
        try shop.expect("syncwire rewrap --key known --new-key key --new-key second archive -o new")
        for name in ["key", "second"] {
            try shop.expect("syncwire open --key \(name) new -o -", prints: KnownAnswer.plaintext)
        }
        try shop.expect(
            "syncwire open --key known new -o out", status: 77, errors: "Error: \(Workshop.refusal)\n"
        )
        let (old, new) = (try shop.bytes("archive"), try shop.bytes("new"))
        #expect(new.count == old.count + 91)
        #expect(new.prefix(72) == old.prefix(72))
        #expect(new.suffix(113) == old.suffix(113))
        #expect(try old == KnownAnswer.archive())
    }

    /// From a key to a passphrase and back.
    @Test func passphrases() throws {
        let shop = try Workshop.withKnownAnswer()
        try shop.expect(
            "syncwire rewrap --key known --new-passphrase-file words --iterations 210000 archive -o - > pbkdf2")
        try shop.expect("syncwire open --passphrase-file words pbkdf2 -o -", prints: KnownAnswer.plaintext)
        try shop.expect(
            "syncwire rewrap --passphrase-file words --new-passphrase-fd 4 --kdf scrypt pbkdf2 -o scrypt 4< words")
        try shop.expect("syncwire rewrap --passphrase-fd 4 --new-key known scrypt -o back 4< words")
        try shop.expect("syncwire open --key known back -o -", prints: KnownAnswer.plaintext)
        try shop.expect(
            "syncwire rewrap --passphrase-file known --new-key key pbkdf2 -o out", status: 77,
            errors: "Error: \(Workshop.refusal)\n")
    }

    @Test func refusals() throws {
        let shop = try Workshop.withKnownAnswer()
        let usage = """
            Usage: syncwire rewrap [<options>] --output <file> <in>
              See 'syncwire rewrap --help' for more information.

            """
        try shop.expect(
            "syncwire rewrap --key key --new-key known archive -o out", status: 77,
            errors: "Error: \(Workshop.refusal)\n")
        try shop.expect(
            "syncwire rewrap --key known --new-key key --kdf scrypt archive -o out", status: 64,
            errors: "Error: --kdf and --iterations go with a passphrase, not with a key\n\(usage)")
        try shop.expect(
            "syncwire rewrap --key known --new-passphrase-file words --kdf scrypt --iterations 700000 archive -o out",
            status: 64, errors: "Error: --iterations goes with --kdf pbkdf2\n\(usage)")
        try shop.expect(
            "syncwire rewrap --key - --new-key - archive -o out < known", status: 64,
            errors: "Error: standard input can be read only once\n\(usage)")
        try shop.expect(
            "syncwire rewrap --key known --new-key key archive -o archive --force", status: 73,
            errors: "Error: not writing to archive: it is also the input\n")
        try shop.expect(
            "syncwire rewrap --key known --new-key key archive -o key --force", status: 73,
            errors: "Error: not writing to key: it is also the input\n")
        let many = (0..<17).map { _ in "--new-key key" }.joined(separator: " ")
        try shop.expect(
            "syncwire rewrap --key known \(many) archive -o out", status: 64,
            errors: "Error: INVALID_PARAMETER: slots: 17 slots, not 1 to 16\n\(usage)")
        let archive = try shop.bytes("archive")
        try shop.write("cut", Array(archive.dropLast(90)))
        try shop.expect(
            "syncwire rewrap --key known --new-key key cut -o out", status: 65,
            errors: "Error: TRUNCATED: payload at byte 219: the archive ends here\n")
    }
}

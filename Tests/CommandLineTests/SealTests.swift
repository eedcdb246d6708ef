import Foundation
import Testing

/// seal and open.
@Suite struct SealTests {
    private static let payload = #"{"rows":{"host":[{"data":{"name":"Büro"},"id":"a","updatedAt":1}]},"schema":1}"#

    private func shop() throws -> Workshop {
        let shop = try Workshop()
        try shop.writeSecrets()
        try shop.write("in", Self.payload)
        return shop
    }

    /// Every codec and way of cutting, with a key.
    @Test func codecsAndChunks() throws {
        let shop = try shop()
        for codec in ["gzip", "deflate", "identity"] {
            for chunk in ["auto", "whole", "64k"] {
                let archive = "\(codec).\(chunk)"
                try shop.expect("syncwire seal --key key --codec \(codec) --chunk \(chunk) in -o \(archive)")
                try shop.expect("syncwire open --key key \(archive) -o -", prints: Self.payload)
                let name = chunk == "64k" ? chunk : "whole"
                try shop.expect(
                    "syncwire inspect \(archive) | sed -n '4,5p'",
                    prints: "codec           \(codec)\nchunk           \(name)\n")
            }
        }
    }

    /// Passphrases from a file and a descriptor, by both derivations; one newline at the end does not count.
    @Test func passphrases() throws {
        let shop = try shop()
        try shop.write("words.crlf", Workshop.passphrase + "\r\n")
        try shop.write("words.two", Workshop.passphrase + "\n\n")
        try shop.expect("syncwire seal --passphrase-file words --iterations 210000 in -o pbkdf2")
        try shop.expect("syncwire seal --passphrase-fd 3 --kdf scrypt - -o scrypt 3< words.crlf < in")
        try shop.expect("syncwire open --passphrase-fd 7 pbkdf2 -o - 7< words.crlf", prints: Self.payload)
        try shop.expect("syncwire open --passphrase-file words - -o - < scrypt", prints: Self.payload)
        try shop.expect("syncwire open --passphrase-fd 0 scrypt -o - < words", prints: Self.payload)
        let refused = "Error: \(Workshop.refusal)\n"
        try shop.expect("syncwire open --passphrase-file words.two pbkdf2 -o out", status: 77, errors: refused)
        try shop.expect("syncwire open --key key pbkdf2 -o out", status: 77, errors: refused)
        try shop.expect(
            "syncwire inspect pbkdf2 | grep slot; syncwire inspect scrypt | grep slot",
            prints: """
                slot 0          pbkdf2, type 2, 100 bytes, 210000 iterations
                header size     176 bytes to the end of the slots
                slot 0          scrypt, type 3, 97 bytes, N 2^17
                header size     173 bytes to the end of the slots

                """)
        try shop.expect(
            "syncwire open --passphrase-fd 9 pbkdf2 -o out 9<&-", status: 66,
            errors: "Error: cannot read descriptor 9: Bad file descriptor\n")
        try shop.expect(
            "syncwire seal --passphrase-file /dev/null in -o out", status: 77,
            errors: "Error: INVALID_PASSPHRASE: 0 bytes after normalisation, not 1 to 1024\n")
    }

    /// The known answers of the specification, with all four kinds of slots.
    @Test func knownAnswers() throws {
        let shop = try Workshop()
        try shop.write("key", KnownAnswer.key.uppercased())
        try shop.write("words", "pässword")
        try shop.write("raw", KnownAnswer.archive())
        try shop.expect("syncwire open --key key raw -o -", prints: KnownAnswer.plaintext)
        for slots in ["pbkdf2", "scrypt"] {
            try shop.write(slots, KnownAnswer.archive(slots: "ka-\(slots)"))
            try shop.expect("syncwire open --passphrase-file words \(slots) -o -", prints: KnownAnswer.plaintext)
        }
        try shop.write("aes-kw", KnownAnswer.archive(slots: "ka-aes-kw"))
        try shop.expect("syncwire open --key key aes-kw -o -", prints: KnownAnswer.plaintext)
    }

    @Test func recipients() throws {
        let shop = try shop()
        for name in ["second", "third", "stranger"] { try shop.expect("syncwire keygen -o \(name)") }
        try shop.expect("syncwire seal --key key --recipient-key second --recipient-key third in -o all")
        for name in ["key", "second", "third"] {
            try shop.expect("syncwire open --key \(name) all -o -", prints: Self.payload)
        }
        try shop.expect(
            "syncwire open --key stranger all -o out", status: 77,
            errors: "Error: \(Workshop.refusal)\n")
        try shop.expect("syncwire seal --recipient-key second in -o one")
        try shop.expect("syncwire open --key second one -o -", prints: Self.payload)
        let outcome = try shop.run("syncwire seal --passphrase-file words --recipient-key second in -o out")
        #expect(outcome.status == 64)
        #expect(
            outcome.errors.hasPrefix("Error: INVALID_PARAMETER: slots[0]: a passphrase slot must be the only one\n"))
    }

    /// PL-9, PL-10, PL-11: what is not canonical is not sealed, and the message says what to do.
    @Test func canonicalContent() throws {
        let shop = try shop()
        try shop.write("spaced", #"{"a": 1}"#)
        try shop.write("unsorted", #"{"schema":1,"rows":{}}"#)
        try shop.expect(
            "syncwire seal --key key spaced -o out", status: 65,
            errors: "Error: NOT_CANONICAL: /a: not the canonical form at byte 5; use 'syncwire canonicalize' first\n")
        try shop.expect(
            "syncwire seal --key key --type metadata spaced -o out", status: 65,
            errors: "Error: NOT_CANONICAL: /a: not the canonical form at byte 5; use 'syncwire canonicalize' first\n")
        try shop.expect(
            "syncwire seal --key key unsorted -o out", status: 65,
            errors: "Error: NOT_CANONICAL: /rows: the keys are not sorted at byte 12; "
                + "use 'syncwire canonicalize --payload' first\n")
        try shop.expect(
            "syncwire seal --key key key -o out", status: 65,
            errors: "Error: NOT_CANONICAL: not JSON: a number lacks digits at byte 2\n")
        try shop.expect("syncwire seal --key key --type metadata unsorted -o metadata")
        try shop.expect("syncwire open --key key metadata -o -", prints: #"{"schema":1,"rows":{}}"#)
        try shop.expect(
            "syncwire canonicalize --payload unsorted | syncwire seal --key key - -o - | syncwire open --key key - -o -",
            prints: #"{"rows":{},"schema":1}"#)
    }

    /// Attachments of any size and kind, from files, pipes and devices.
    @Test func attachments() throws {
        let shop = try shop()
        try shop.write("empty", "")
        try shop.write("bytes", (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) })
        for name in ["empty", "bytes"] {
            try shop.expect(
                "syncwire seal --key key --type attachment --codec identity --chunk 64k \(name) -o \(name).swa")
            try shop.expect("syncwire open --key key \(name).swa -o \(name).out && cmp \(name) \(name).out")
            try shop.expect("syncwire seal --key key --type attachment - -o - < \(name) > \(name).3")
            try shop.expect("syncwire open --key key \(name).3 -o - | cmp \(name)")
            try shop.expect("cat \(name) | syncwire seal --key key --type attachment - -o \(name).2")
            try shop.expect("syncwire open --key key \(name).2 -o - | cmp \(name)")
        }
        try shop.expect(
            "syncwire inspect bytes.swa | grep payload", prints: "payload size    200072 bytes in 4 pieces\n")
        try shop.expect(
            "stat -c %a bytes.out; umask 022; syncwire seal --key key in -o n; stat -c %a n", prints: "600\n644\n")
    }

    /// A full disk is exit code 74, and what cannot be written is not left half.
    #if os(Linux)
        @Test func fullDisk() throws {
            let shop = try shop()
            let errors = "Error: cannot write standard output: No space left on device\n"
            for command in ["seal --key key in -o -", "canonicalize in", "inspect in", "export json in"] {
                try shop.expect("syncwire \(command) > /dev/full", status: 74, errors: errors)
            }
            try shop.expect(
                "syncwire seal --key key in -o /dev/full", status: 74,
                errors: "Error: cannot write /dev/full: No space left on device\n")
            try shop.expect(
                "ulimit -f 1; trap '' XFSZ; head -c 9999 /dev/zero | "
                    + "syncwire seal --key key --type attachment --codec identity - -o out", status: 74,
                errors: "Error: cannot write out: File too large\n")
        }
    #endif

    /// AC-21: the number of threads, and whether the length was known, show in nothing but the time and the salts.
    @Test func threadsMakeTheSamePlaintext() throws {
        let shop = try shop()
        let rows = (0..<9_000).map {
            #"{"data":{"name":"n\#($0 * $0)"},"id":"\#(String(format: "%06d", $0))","updatedAt":1}"#
        }
        try shop.write("in", #"{"rows":{"host":["# + rows.joined(separator: ",") + #"]},"schema":1}"#)
        for threads in [1, 2, 8] {
            try shop.expect("syncwire seal --key key --threads \(threads) in -o \(threads)")
            try shop.expect("syncwire open --key key \(threads) -o - | cmp - in")
            try shop.expect("cat in | syncwire seal --key key --threads \(threads) - -o - | wc -c > count")
            try shop.expect("stat -c %s \(threads) | cmp - count")
        }
    }

    /// Content that is not canonical far behind the first pieces leaves no archive, from a file and from a pipe.
    @Test func lateFault() throws {
        let shop = try shop()
        let rows = (0..<9_000).map { #"{"data":{"n":\#($0)},"id":"\#(String(format: "%06d", $0))","updatedAt":1}"# }
        let text = #"{"rows":{"host":["# + rows.joined(separator: ",") + #"]}, "schema":1}"#
        try shop.write("in", text)
        let offset = text.utf8.count - 12
        let errors =
            "Error: NOT_CANONICAL: not the canonical form at byte \(offset); "
            + "use 'syncwire canonicalize --payload' first\n"
        for command in ["seal --key key in -o out", "seal --key key in -o -", "seal --key key - -o out < in"] {
            try shop.expect("syncwire \(command)", status: 65, errors: errors)
        }
        try shop.expect("cat in | syncwire seal --key key - -o out", status: 65, errors: errors)
    }

    /// CL-47: an attachment of 160 MB passes through an address space of 150 MB, in both directions.
    @Test(.enabled(if: Platform.limitsAddressSpace)) func constantMemory() throws {
        let shop = try shop()
        let script = """
            truncate -s 160M big; ulimit -v 150000
            syncwire seal --key key --type attachment big -o big.swa && syncwire open --key key big.swa -o out && cmp big out
            """
        try shop.expect(script)
    }

    /// CL-10, CL-42, CL-43, CL-47: so does a payload, through each command that works on payloads.
    ///
    /// For `make long`: without optimisation it takes five minutes.
    @Test(.enabled(if: Platform.limitsAddressSpace && ProcessInfo.processInfo.environment["SYNCWIRE_LARGE"] != nil))
    func constantMemoryForRows() throws {
        let shop = try shop()
        let script = #"""
            awk 'BEGIN {
                t = "x"; while (length(t) < 500000) t = t t
                printf "{\"rows\":{\"note\":["
                for (i = 100; i < 260; i++)
                    printf "%s{\"data\":{\"t\":\"%s\"},\"id\":\"%d\",\"updatedAt\":1}", (i > 100 ? "," : ""), t, i
                printf "]},\"schema\":1}" }' > big
            ulimit -v 150000
            syncwire canonicalize --payload big | cmp big - &&
            syncwire seal --key key --threads 2 big -o big.swa && syncwire open --key key big.swa -o out && cmp big out &&
            cat big | syncwire seal --key key - -o - | syncwire open --key key - -o - | cmp big - &&
            syncwire merge big big -o merged && cmp big merged && syncwire diff big merged
            """#
        try shop.expect(script, prints: "0 rows differ, 160 are the same\n")
    }
}

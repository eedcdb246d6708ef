import Foundation
import Testing

/// Errors as a person at night sees them: the class first, then the place.
@Suite struct ErrorTests {
    private let workshop: Workshop
    private let archive: [UInt8]

    init() throws {
        workshop = try Workshop()
        archive = try KnownAnswer.archive()
        try workshop.write("wk", (0x60..<0x80).map { String($0, radix: 16) }.joined() + "\n")
        try workshop.write("other", (0x10..<0x30).map { String($0, radix: 16) }.joined() + "\n")
        try workshop.writeSecrets()
    }

    private func open(_ bytes: [UInt8], _ options: String = "") throws -> Outcome {
        try workshop.write("archive", bytes)
        let outcome = try workshop.run("syncwire open --key wk \(options) archive -o opened")
        #expect(!workshop.names.contains("opened"), "a file was left")
        #expect(outcome.output == "")
        return outcome
    }

    private func changed(_ offset: Int, _ bytes: UInt8...) -> [UInt8] {
        var damaged = archive
        damaged.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        return damaged
    }

    /// ER-8, ER-12, CL-3: class, field and offset, and the exit code.
    @Test func archiveErrorsHoldTheirPlace() throws {
        let cases: [(bytes: [UInt8], options: String, status: Int32, start: String)] = [
            (changed(3, 0), "", 65, "Error: BAD_MAGIC: magic at byte 3: "),
            ([UInt8](archive.prefix(40)), "", 65, "Error: TRUNCATED: "),
            (changed(8, 2), "", 65, "Error: UNSUPPORTED_VERSION: version at byte 8: "),
            (changed(9, 2), "", 65, "Error: UNSUPPORTED_SUITE: suite at byte 9: "),
            (changed(11, 7), "", 65, "Error: MALFORMED_HEADER: codec at byte 11: "),
            (changed(74, 0x58, 0x00), "", 65, "Error: MALFORMED_SLOT: slots[0].len at byte 74: "),
            (changed(300, 0), "", 65, "Error: PAYLOAD_AUTH: payload at byte 208: "),
            (
                archive, "--expect-workspace ffffffffffffffffffffffffffffffff", 65,
                "Error: CONTEXT_MISMATCH: workspaceId at byte 16: "
            ),
            (archive, "--min-generation 8", 65, "Error: ROLLBACK: generation at byte 64: "),
            (archive, "--max-plaintext 53", 65, "Error: LIMIT: "),
        ]
        for test in cases {
            let outcome = try open(test.bytes, test.options)
            #expect(outcome.status == test.status, "\(test.start)")
            #expect(outcome.errors.hasPrefix(test.start), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        }
        #expect(try open([UInt8](archive.prefix(40))).errors.contains("40"))
    }

    /// ER-8: offset, line and column in JSON; a pointer in rows; the first byte that differs in a payload.
    @Test func textErrorsHoldTheirPlace() throws {
        for (script, start) in [
            (
                #"printf '{"a":1,\n"b":}' | syncwire canonicalize"#,
                "Error: MALFORMED_JSON: unexpectedByte at byte 12 (line 2, column 5): "
            ),
            (
                #"printf '{"data":{},"id":"","updatedAt":1}' | syncwire canonicalize --row"#,
                "Error: MALFORMED_ROW: /id: "
            ),
            (
                #"printf '{"a": 1}' >p; syncwire seal --key wk p -o sealed"#,
                "Error: NOT_CANONICAL: /a: not the canonical form at byte 5; "
            ),
        ] {
            let outcome = try workshop.run(script)
            #expect(outcome.status == 65)
            #expect(outcome.errors.hasPrefix(start), "\(outcome.errors)")
        }
    }

    /// ER-11, ER-12, SC-6: a refused key says no more than that, whatever failed, unless that is asked for.
    @Test func refusedKeysSayNoMore() throws {
        func texts(_ offsets: some Sequence<Int>, _ options: String = "") throws -> Set<String> {
            Set(
                try offsets.map { offset in
                    let outcome = try open(changed(offset, archive[offset] ^ 0x80), options)
                    #expect(outcome.status == 77)
                    return outcome.errors
                })
        }
        let (outside, mac) = ([16, 32, 71, 76, 84, 116, 163], 164..<196)
        var refused = try texts(outside).union(texts(mac))
        try workshop.write("archive", archive)
        try workshop.write("altered", changed(164, archive[164] ^ 1))
        for secret in ["--key other", "--passphrase-file words"] {
            let outcome = try workshop.run("syncwire open \(secret) archive -o opened")
            #expect(outcome.status == 77)
            refused.insert(outcome.errors)
        }
        #expect(refused == ["Error: \(Workshop.refusal)\n"])
        let (noMatch, headerAuth) = (try texts(outside, "--diagnose"), try texts(mac, "--diagnose"))
        #expect(noMatch.count == 1 && noMatch.allSatisfy { $0.hasPrefix("Error: NO_MATCH: ") }, "\(noMatch)")
        #expect(
            headerAuth.count == 1 && headerAuth.allSatisfy { $0.hasPrefix("Error: HEADER_AUTH: ") }, "\(headerAuth)")
    }

    /// SC-6: the same with every command that opens archives.
    @Test func everyCommandRefusesInTheSameWords() throws {
        try workshop.write("archive", archive)
        try workshop.write("altered", changed(164, archive[164] ^ 1))
        try workshop.write("p", #"{"rows":{},"schema":1}"#)
        for (command, isNamed) in [
            ("inspect", false), ("export json", false), ("export sqlite -o out", false),
            ("rewrap --new-key wk -o out", false),
            ("merge p -o out", true), ("diff p", true), ("reconcile --db db", true),
        ] {
            for (key, name, errorClass) in [("other", "archive", "NO_MATCH"), ("wk", "altered", "HEADER_AUTH")] {
                let refusal = Workshop.refusal(of: isNamed ? name : nil)
                try workshop.expect(
                    "syncwire \(command) --key \(key) \(name)", status: 77, errors: "Error: \(refusal)\n")
                let diagnosed = try workshop.run("syncwire \(command) --key \(key) \(name) --diagnose")
                let start = "Error: \(errorClass): \(isNamed ? name + ": " : "")"
                #expect(diagnosed.status == 77 && diagnosed.errors.hasPrefix(start), "\(command): \(diagnosed)")
            }
        }
    }

    /// ER-10: what an archive holds is in no message about it.
    @Test func messagesHoldNoPlaintext() throws {
        let canary = "canary-5f1d"
        try workshop.write(
            "p", #"{"rows":{"host":[{"data":{"x":"\#(canary)"},"id":"\#(canary)","updatedAt":1}]},"schema":1}"#)
        try workshop.run("syncwire seal --key wk p -o sealed")
        let sealed = try workshop.bytes("sealed")
        for offset in stride(from: 0, to: sealed.count, by: 7) {
            var damaged = sealed
            damaged[offset] ^= 1
            let outcome = try open(damaged)
            #expect(outcome.status != 0 && !outcome.errors.contains(canary))
        }
        for text in [
            #"{"rows":{"host":[{"data":{"x":1},"id":"\#(canary)","updatedAt":1},{"data":{},"id":"\#(canary)","updatedAt":1}]},"schema":1}"#,
            #"{"rows":{"host":[{"data":{"x":"\#(canary)"},"id":"","updatedAt":1}]},"schema":1}"#,
            #"{"rows":{"host":[{"data":"\#(canary)","id":"a","updatedAt":1}]},"schema":1}"#, #"{"a":"\#(canary)"}}"#,
        ] {
            try workshop.write("p", text)
            let sealing = try workshop.run("syncwire seal --key wk p -o again")
            let payload = try workshop.run("syncwire canonicalize --payload p")
            #expect(sealing.status == 65 && payload.status == 65)
            #expect(
                !sealing.errors.contains(canary) && !payload.errors.contains(canary),
                "\(sealing.errors)\(payload.errors)")
        }
    }
}

import Foundation
import TestSupport
import Testing

/// CL-6, SC-4: marked secrets, looked for in everything that a command prints or leaves, in every spelling.
@Suite struct SecretSearchTests {
    /// The secret, and how else it might be written.
    private struct Mark {
        var name: String
        var forms: [[UInt8]]

        init(_ name: String, _ secret: [UInt8]) {
            self.name = name
            let hex = Array(hex(secret).utf8)
            // Base64 has three spellings, by what stands before; at the ends it depends on the neighbours.
            let base64 = (0..<3).map { offset in
                let whole = Data([UInt8](repeating: 0, count: offset) + secret).base64EncodedString()
                return Array(whole.dropFirst(offset == 0 ? 0 : 4).dropLast(4).utf8)
            }
            forms = [secret, hex, hex.map { $0 >= 0x61 ? $0 - 0x20 : $0 }] + base64
        }
    }

    private let shop: Workshop
    private let marks: [Mark]

    init() throws {
        shop = try Workshop.withKnownAnswer()
        let key = bytes(hex: Workshop.key)
        marks = [Mark("key", key), Mark("passphrase", Array(Workshop.passphrase.utf8))]
        try shop.write("in", #"{"rows":{"host":[{"data":{"port":22},"id":"a","updatedAt":5}]},"schema":1}"#)
        try shop.write("words-and-more", Workshop.passphrase + " more\n")
        try shop.run(
            """
            syncwire seal --key key in -o by-key
            syncwire seal --passphrase-file words --iterations 210000 in -o by-words
            """)
    }

    /// Which marks are in some bytes, by name and number of the form.
    private func found(in bytes: [UInt8]) -> [String] {
        let data = Data(bytes)
        return marks.flatMap { mark in
            mark.forms.enumerated().filter { data.range(of: Data($1)) != nil }.map { "\(mark.name), form \($0.offset)" }
        }
    }

    /// Runs a command in a copy of the folder, and looks at all that it printed and left.
    private func look(_ command: String, status: Int32? = nil) throws {
        let outcome = try shop.run(
            """
            rm -rf run; mkdir run run/tmp; cp key words words-and-more known in by-key by-words archive run/; cd run
            TMPDIR=tmp; export TMPDIR; \(command)
            """)
        if let status { #expect(outcome.status == status, "\(command): \(outcome)") }
        #expect(outcome.status < 128, "\(command): \(outcome)")
        #expect(found(in: Array((outcome.output + outcome.errors).utf8)) == [], "printed by: \(command)")
        let run = shop.folder.appending(path: "run")
        let names = try FileManager.default.subpathsOfDirectory(atPath: run.path())
        for name in names where !["key", "words", "words-and-more", "bad"].contains(name) {
            guard let bytes = try? run.appending(path: name).bytes() else { continue }
            #expect(found(in: bytes) == [], "\(name), left by: \(command)")
        }
    }

    /// The search finds what it is to find.
    @Test func marksAreFound() throws {
        #expect(try found(in: shop.bytes("key")).count == 1)
        #expect(try found(in: shop.bytes("words")).count == 1)
        for mark in marks {
            for form in mark.forms { #expect(!found(in: [1, 2] + form + [3]).isEmpty) }
            for offset in 0..<3 {
                let around = [UInt8](repeating: 0xA5, count: offset) + mark.forms[0] + [0x5A, 0x5A]
                #expect(!found(in: Array(Data(around).base64EncodedString().utf8)).isEmpty)
            }
        }
    }

    @Test func rightSecrets() throws {
        for secret in ["--key key", "--passphrase-file words", "--passphrase-fd 3 3<words"] {
            let sealed = secret.hasPrefix("--key") ? "by-key" : "by-words"
            try look("syncwire seal \(secret) in -o out", status: 0)
            try look("syncwire open \(secret) \(sealed) -o out", status: 0)
            try look("syncwire inspect \(secret) --rows --format json \(sealed)", status: 0)
            try look("syncwire export json \(secret) \(sealed) -o out", status: 0)
            try look("syncwire export sqlite \(secret) \(sealed) -o out", status: 0)
            try look("syncwire merge \(secret) \(sealed) in -o out --explain", status: 0)
            try look("syncwire diff \(secret) \(sealed) in --format json", status: 0)
            try look("syncwire reconcile \(secret) --db db \(sealed) -o out", status: 0)
        }
        try look("syncwire rewrap --key key --new-passphrase-file words --iterations 210000 by-key -o out", status: 0)
        try look("syncwire rewrap --passphrase-file words --new-key key by-words -o out", status: 0)
    }

    @Test func wrongSecrets() throws {
        for command in ["open", "inspect", "rewrap --new-key known", "export json", "merge in", "diff in"] {
            let output = ["inspect", "diff in"].contains(command) ? "" : "-o out"
            try look("syncwire \(command) --key key archive \(output)", status: 77)
            try look("syncwire \(command) --key key archive --diagnose \(output)", status: 77)
            try look("syncwire \(command) --passphrase-file words-and-more by-words \(output)", status: 77)
        }
        // Keys and passphrases that are none, and files that are taken for another.
        for made in [
            "cat key key > bad", "sed 's/^./x/' key > bad", "head -c 63 key > bad",
            "tr -d '\\n' < key | head -c 40 > bad",
            "for i in $(seq 100); do cat key words; done > bad", "cp words bad",
        ] {
            try look("\(made); syncwire open --key bad by-key -o out", status: 65)
            try look("\(made); syncwire seal --key bad in -o out", status: 65)
        }
        for made in [
            "{ cat words; printf '\\0'; } > bad", "{ cat words; printf '\\377'; } > bad",
            "for i in $(seq 40); do cat words; done > bad",
        ] {
            try look("\(made); syncwire open --passphrase-file bad by-words -o out", status: 77)
            try look("\(made); syncwire seal --passphrase-file bad in -o out", status: 77)
        }
        try look("for i in $(seq 400); do cat words; done > bad; syncwire open --passphrase-file bad by-words -o out")
        try look("syncwire seal --key key key -o out", status: 65)
        try look("syncwire canonicalize key", status: 65)
        try look("syncwire open --key key words -o out", status: 65)
    }

    /// CL-15: a payload of one's own, which a stack gets wrong, in every report of the run.
    @Test func reports() throws {
        let payload = #"{"rows":{"host":[{"data":{"x":"\#(Workshop.passphrase)"},"id":"a","updatedAt":5}]},"schema":1}"#
        try shop.write("bad", payload)
        let formats = ["text", "json", "html", "junit", "tap", "sarif", "earl", "badge", "coverage"]
        let root = Repository.root.path()
        try look(
            """
            cp ../bad bad
            printf '#!/bin/sh\nsyncwire testee | sed -u %s\n' "'s/\\"plaintext\\":\\"/&AAAA/'" > wrong; chmod +x wrong
            syncwire verify --stacks swift --testee wrong=./wrong --vectors '\(root)Vectors' --spec '\(root)Spec' \
            --vector payload-whole --vector payload-64k --payload bad \
            \(formats.map { "--report \($0)=report.\($0)" }.joined(separator: " "))
            code=$?; [ $(cat report.* | grep -c other-output) -gt 5 ] || exit 99; exit $code
            """, status: 1)
    }

    #if os(Linux)
        /// Of a process that has its secret and waits: neither arguments nor environment, which its children would inherit.
        @Test func processes() throws {
            for secret in ["--key key", "--passphrase-file words", "--passphrase-fd 3 3<words"] {
                let outcome = try shop.run(
                    """
                    rm -f fifo; mkfifo fifo; exec 9<> fifo
                    syncwire open \(secret) fifo -o - & process=$!
                    i=0
                    while ! grep -q '^Max core file size  *[01] ' /proc/$process/limits && [ $i -lt 200 ]; do
                        sleep 0.05; i=$((i+1))
                    done
                    sleep 0.2; cat /proc/$process/cmdline > seen; cat /proc/$process/environ >> seen 2> /dev/null
                    kill -KILL $process; wait $process 2> /dev/null; exit 0
                    """)
                #expect(outcome.status == 0)
                let seen = try shop.bytes("seen")
                #expect(!seen.isEmpty && found(in: seen) == [], "\(secret)")
            }
        }
    #endif
}

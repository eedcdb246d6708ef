import Foundation
import TestSupport
import Testing

@Suite struct InspectTests {
    private static let header = """
        archive         version 1, suite 1
        verified        no, that takes a key
        content type    snapshot
        codec           gzip
        chunk           whole
        workspace       000102030405060708090a0b0c0d0e0f
        archive salt    202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f
        generation      7
        slot 0          raw, type 1, 88 bytes, key id fb56aeed4b13b95f
        header MAC      b0b30dd04e2f11175616b90eb466f9d4dddd75544b2b4ea667ed7de23866ac10
        nonce           b0b1b2b3b4b5b6b7b8b9babb
        archive size    309 bytes
        header size     164 bytes to the end of the slots
        payload size    101 bytes in 1 piece

        """

    /// CL-11 and CL-12 in words, by the values of the specification.
    @Test func text() throws {
        let shop = try Workshop.withKnownAnswer()
        try shop.expect("syncwire inspect archive", prints: Self.header)
        try shop.expect("syncwire inspect - < archive", prints: Self.header)
        try shop.expect(
            "syncwire inspect --key known archive",
            prints: Self.header.replacing("no, that takes a key", with: "yes") + """
                opened by       slot 0
                plaintext       54 bytes
                coded           77 bytes, ratio 1.4259
                codec header    1f8b08000000000000ff
                canonical       yes
                findings        0

                """)
        try shop.expect(
            "syncwire inspect --key key archive", status: 77, errors: "Error: \(Workshop.refusal)\n")
        try shop.write("cut", Array(KnownAnswer.archive()[..<80]))
        try shop.expect(
            "syncwire inspect cut", status: 65,
            errors: "Error: TRUNCATED: slots[0].body at byte 80: the archive ends here\n")
        try shop.expect(
            "syncwire inspect key", status: 65, errors: "Error: BAD_MAGIC: magic at byte 0: not an SWA1 archive\n")
        let outcome = try shop.run("syncwire inspect --rows archive")
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: the rows of an archive need a key or a passphrase\n"))
    }

    /// Colours only where they are asked for; a pipe is no terminal.
    @Test func color() throws {
        let shop = try Workshop.withKnownAnswer()
        try shop.expect("syncwire inspect --color auto archive", prints: Self.header)
        let bold = Self.header.split(separator: "\n").map { line in
            let label = line.components(separatedBy: "  ")[0]
            let end = label.isEmpty ? line.startIndex : line.index(line.startIndex, offsetBy: label.count)
            return "\u{1B}[1m\(label)\u{1B}[0m\(line[end...])\n"
        }
        try shop.expect("syncwire inspect --color always archive", prints: bold.joined())
        try shop.expect(
            "echo 1.0 | syncwire lint --color=always", status: 1, prints: "\u{1B}[33mintegralDouble\u{1B}[0m\n")
    }

    /// CL-9, CL-11, CL-12: the members in their order.
    @Test func json() throws {
        let shop = try Workshop.withKnownAnswer()
        let header = """
            {"version":1,"suite":1,"contentType":"snapshot","codec":"gzip","chunk":"whole",\
            "workspaceId":"000102030405060708090a0b0c0d0e0f",\
            "archiveSalt":"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",\
            "generation":"7","slots":[{"type":1,"name":"raw","length":88,"keyId":"fb56aeed4b13b95f"}],\
            "headerMac":"b0b30dd04e2f11175616b90eb466f9d4dddd75544b2b4ea667ed7de23866ac10",\
            "nonce":"b0b1b2b3b4b5b6b7b8b9babb",\
            "size":{"archive":309,"header":164,"payload":101,"pieces":1}
            """
        try shop.expect("syncwire inspect --format json archive", prints: header + "}\n")
        let content = """
            "content":{"openedBy":0,"plaintext":54,"coded":77,"ratio":1.4259,"codecHeader":"1f8b08000000000000ff",\
            "canonical":true,"lint":[]}
            """
        try shop.expect("syncwire inspect --format json --key known archive", prints: "\(header),\(content)}\n")
        for (name, slot) in [
            ("pbkdf2", #"{"type":2,"name":"pbkdf2","length":100,"iterations":210000}"#),
            ("scrypt", #"{"type":3,"name":"scrypt","length":97,"log2N":15}"#),
            ("aes-kw", #"{"type":4,"name":"aes-kw","length":48,"keyId":"fb56aeed4b13b95f"}"#),
        ] {
            try shop.write(name, KnownAnswer.archive(slots: "ka-\(name)"))
            let outcome = try shop.run("syncwire inspect --format json \(name)")
            #expect(outcome.output.contains(#""slots":[\#(slot)],"headerMac""#))
        }
    }

    /// Rows, tombstones, findings and hashes, of an archive and of the payload itself.
    @Test func rows() throws {
        let shop = try Workshop.withKnownAnswer()
        let live = #"{"data":{"v":1},"id":"a","updatedAt":5}"#
        let floating = #"{"data":{"v":1.0},"id":"c\n","updatedAt":7}"#
        try shop.write(
            "in",
            #"{"rows":{"group":[],"host":[\#(live),{"deletedAt":6,"id":"b","updatedAt":6},\#(floating)]},"schema":1}"#)
        try shop.expect("syncwire seal --key key --codec identity in -o out")
        let text = """
            canonical       yes
            collection      group: 0 rows, 0 of them tombstones
            collection      host: 3 rows, 1 of them tombstones
            findings        1
              finding       integralDouble /rows/host/2/data/v
            row             host a 5 live 9d243d6e1e08f168
            row             host b 6 tombstone cbf29ce484222325
            row             host c\\u000a 7 live 91c6e35526b5156a

            """.replacing("\\\\", with: "\\")
        let opened = try shop.run("syncwire inspect --rows --key key out")
        #expect(opened.output.hasSuffix("coded           164 bytes, ratio 1.0\n" + text))
        try shop.expect("syncwire inspect --rows in", prints: "content         JSON, not an archive\n" + text)
        let json = """
            {"content":{"canonical":true,"collections":[{"name":"group","rows":0,"tombstones":0},\
            {"name":"host","rows":3,"tombstones":1}],"findings":[],\
            "lint":[{"kind":"integralDouble","path":"/rows/host/2/data/v","offset":120}],\
            "rows":[{"collection":"host","id":"a","updatedAt":5,"tombstone":false,"contentHash":"9d243d6e1e08f168"},\
            {"collection":"host","id":"b","updatedAt":6,"tombstone":true,"contentHash":"cbf29ce484222325"},\
            {"collection":"host","id":"c\\n","updatedAt":7,"tombstone":false,"contentHash":"91c6e35526b5156a"}]}}

            """
        try shop.expect("syncwire inspect --rows --format json in", prints: json)
        try shop.expect(
            "syncwire inspect --rows --format json --key key out | sed 's/.*\"canonical/{\"content\":{\"canonical/'",
            prints: json)
        try shop.expect(
            "echo '{' | syncwire inspect -", status: 65,
            errors: "Error: MALFORMED_JSON: unexpectedEnd at byte 2 (line 2, column 1): "
                + "the input ends before the value is complete\n")
    }

    /// CL-12: stamps that no clock shows yet, at the time that is given.
    @Test func futureStamps() throws {
        let shop = try Workshop()
        try shop.write("in", #"{"rows":{"host":[{"data":{},"id":"a","updatedAt":172800009}]},"schema":1}"#)
        try shop.expect(
            "syncwire inspect --now 9 in | grep stamps",
            prints:
                "stamps          1 row has a stamp of the future, the first host a, 2 days ahead; until then it wins\n")
        try shop.expect(
            "syncwire inspect --now 9 --format json in",
            prints: #"{"content":{"canonical":true,"collections":[{"name":"host","rows":1,"tombstones":0}],"#
                + #""findings":[{"finding":"futureTimestamp","collection":"host","id":"a","updatedAt":172800009}],"lint":[]}}"#
                + "\n")
        try shop.expect("syncwire inspect --now 86400009 in | grep -c stamps", status: 1, prints: "0\n")
    }

    /// An authentic archive whose plaintext open refuses is shown, with what is wrong; attachments are only measured.
    @Test func otherContents() throws {
        let shop = try Workshop.withKnownAnswer()
        try shop.write("spaced", Repository.rejectedArchive("en-forged-not-canonical-space"))
        try shop.expect("syncwire inspect --key known spaced | grep canonical", prints: "canonical       no\n")
        try shop.expect("printf '{\"a\":1.0}' | syncwire seal --key key --type attachment - -o attachment")
        let outcome = try shop.run("syncwire inspect --key key --format json attachment")
        #expect(
            outcome.output.hasSuffix(
                #""content":{"openedBy":0,"plaintext":9,"coded":29,"ratio":3.2222,"codecHeader":"1f8b08000000000000ff"}}"#
                    + "\n"))
    }

    /// CL-16, CL-17: gzip of others, and what is unusual about it by name.
    @Test func gzip() throws {
        let shop = try Workshop.withKnownAnswer()
        try shop.write("in.json", "{}")
        let script = "touch -d @1700000000 in.json; gzip -k in.json; syncwire inspect in.json.gz"
        try shop.expect(
            script,
            prints: """
                content         gzip, not an archive
                member 0        at byte 0, 4 bytes coded, 2 bytes plain
                  crc32         a3a6bf43
                  system        3, Unix
                  modified      1700000000 seconds since 1970
                  file name     in.json
                pinned          no
                  unusual       modificationTime at byte 4: 1700000000
                  unusual       operatingSystem at byte 9: 3 (Unix)
                  unusual       fileName at byte 10: "in.json"
                canonical       yes
                findings        0

                """)
        try shop.expect(
            "syncwire inspect --format json in.json.gz",
            prints: """
                {"gzip":{"members":[{"offset":0,"coded":4,"plaintext":2,"crc32":"a3a6bf43","isText":false,\
                "modificationTime":1700000000,"extraFlags":0,"operatingSystem":3,"fileName":"in.json"}],"pinned":false,\
                "findings":[{"kind":"modificationTime","offset":4,"detail":"1700000000"},\
                {"kind":"operatingSystem","offset":9,"detail":"3 (Unix)"},\
                {"kind":"fileName","offset":10,"detail":"\\"in.json\\""}]},"content":{"canonical":true,"lint":[]}}

                """)
        try shop.expect(
            "head -c 20 in.json.gz | syncwire inspect -", status: 65,
            errors: "Error: MALFORMED_PAYLOAD: truncated at byte 20: no final block\n")
        try shop.expect(
            "syncwire inspect --max-plaintext 1 in.json.gz", status: 65,
            errors: "Error: LIMIT: limitExceeded at byte 22: more than 1 bytes\n")
    }
}

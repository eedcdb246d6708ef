import CanonicalJSON
import SyncArchive
import SyncBridge

/// The vectors of `compress` and `decompress`; the deflate streams to read were made by other compressors.
enum CodecVectors {
    private static let fox = String(
        repeating: "the quick brown fox jumps over the lazy dog, the quick brown fox", count: 6)
    private static let gzipHello = "1f8b08000000000000ffcb48cdc9c9070086a6103605000000"
    private static let deflateHello = "cb48cdc9c90700"
    private static let gzipTwo = "1f8b08000000000000ff73740200074c693002000000"
    /// hello: a stored block of three bytes and a fixed one of two.
    private static let twoBlocks = "000300fcff68656ccbc90700"

    static func make() throws(VectorError) -> [Vector] {
        try stored() + deflated() + readable() + faults() + limits() + hostile()
    }

    /// Stored blocks are a known answer: they are put together here, not by the codec under test.
    private static func stored() throws(VectorError) -> [Vector] {
        let checksums: [Int: String] = [
            0: "00000000", 1: "83dcefb7", 5: "a0de71c0", 65535: "30b634bf", 65536: "d832f79e",
        ]
        var vectors: [Vector] = []
        for (size, crc32) in checksums.sorted(by: { $0.key < $1.key }) {
            let message = [UInt8](repeating: 0x31, count: size)
            var blocks: [UInt8] = []
            var offset = 0
            repeat {
                let count = min(65535, size - offset)
                let isLast = offset + count == size
                blocks += [
                    isLast ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), ~UInt8(count & 0xFF), ~UInt8(count >> 8),
                ]
                blocks += message[offset..<(offset + count)]
                offset += count
            } while offset < size
            let trailer =
                Hex.decode(crc32.utf8)!.reversed() + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
            let gzip = Hex.decode("1f8b08000000000000ff".utf8)! + blocks + trailer
            vectors += [
                try compress(
                    "stored-gzip-\(size)", message, 1, "stored", ["AC-17", "AC-3", "AC-4"], gzip,
                    "\(size) bytes in stored blocks, in gzip"),
                try compress(
                    "stored-deflate-\(size)", message, 2, "stored", ["AC-17", "AC-5"], blocks,
                    "\(size) bytes in stored blocks"),
            ]
        }
        return vectors
    }

    private static func deflated() throws(VectorError) -> [Vector] {
        let messages: [(name: String, message: [UInt8])] = [
            ("empty", []), ("hello", Array("hello".utf8)), ("fox", Array(fox.utf8)),
            ("zeros", [UInt8](repeating: 0, count: 40_000)),
            ("all-bytes", (0..<1024).map { UInt8(truncatingIfNeeded: $0 * 167) }),
        ]
        var vectors: [Vector] = []
        for (name, message) in messages {
            vectors += [
                try compress("identity-" + name, message, 0, "deflate", ["AC-1", "TP-18"], message, "identity"),
                try compress(
                    "gzip-" + name, message, 1, "deflate", ["AC-2", "AC-3"], nil, "gzip: any deflate stream will do"),
                try compress(
                    "deflate-" + name, message, 2, "deflate", ["AC-5"], nil, "raw deflate: any deflate stream will do"),
            ]
        }
        for (name, mode, comment) in [
            ("without", nil, "no mode, for a codec that needs none"),
            ("unknown", "fast", "an unknown mode, for a codec that needs none"),
        ] as [(String, JSONValue?, String)] {
            var inputs: JSONObject = ["msg": .bytes(Array("hello".utf8)), "codec": 0]
            inputs["mode"] = mode
            vectors.append(
                Vector(
                    id: "codec-write-not-mode-" + name, clauses: ["TP-18"], operation: "compress", comment: comment,
                    inputs: inputs, expectation: .invalid(errorClass: "INVALID_PARAMETER"),
                    parent: "codec-write-identity-hello"))
        }
        return vectors
    }

    /// Streams of zlib 1.2.13 with other levels, strategies and flushes than a writer would use.
    private static func readable() -> [Vector] {
        let streams: [(name: String, hex: String, message: String, comment: String)] = [
            ("fixed-block", deflateHello, "hello", "one block with fixed codes"),
            (
                "dynamic-block",
                "2bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a7eb8079688a4b46f553a41f00",
                fox, "level 9"
            ),
            (
                "level-1",
                "2bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a7eb8079688a410ad08446f593107e00",
                fox, "level 1"
            ),
            (
                "fixed-strategy",
                "2bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a7eb8079688ab1088dea27413f00",
                fox, "fixed codes only"
            ),
            (
                "sync-flush",
                "2ac94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a7eb8079688ab108d1553f000000ffff1beafa01",
                fox, "an empty stored block in the middle"
            ),
            (
                "full-flush",
                "2ac94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a7eb8079688ab108d1553f000000ffff2bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a7eb8079688ab108d1553f00",
                fox, "two halves"
            ),
            (
                "looks-like-zlib", "789c0063ff" + String(repeating: "61", count: 156) + "0300",
                String(repeating: "a", count: 156),
                "a stored block first, whose padding makes it look like a zlib header"
            ),
            ("empty-fixed", "0300", "", "an empty block with fixed codes"),
            ("empty-stored", "010000ffff", "", "an empty stored block"),
            ("stored-then-fixed", "000000ffff" + deflateHello, "hello", "an empty stored block first"),
        ]
        return streams.map {
            decompress(
                $0.name, hex: $0.hex, 2, $0.message.utf8.count,
                .valid(outputs: ["msg": .bytes(Array($0.message.utf8))]),
                $0.name == "looks-like-zlib" ? ["AC-12", "AC-18"] : ["AC-12"], $0.comment)
        } + [
            decompress(
                "gzip-hello", hex: gzipHello, 1, 5, .valid(outputs: ["msg": .bytes(Array("hello".utf8))]),
                ["AC-14", "TP-19", "AC-11", "AC-13", "AC-15"],
                "gzip"),
            decompress(
                "gzip-empty", hex: "1f8b08000000000000ff03000000000000000000", 1, 0,
                .valid(outputs: ["msg": .bytes([])]), ["AC-14"], "gzip of nothing"),
            decompress(
                "gzip-two-letters", hex: gzipTwo, 1, 2, .valid(outputs: ["msg": .bytes(Array("AB".utf8))]), ["AC-14"],
                "gzip of two bytes"),
            decompress(
                "gzip-four-letters", hex: "1f8b08000000000000ff737472760100a52017db04000000", 1, 4,
                .valid(outputs: ["msg": .bytes(Array("ABCD".utf8))]), ["AC-14"], "gzip of four bytes"),
            decompress(
                "gzip-two-blocks", hex: "1f8b08000000000000ff" + twoBlocks + "86a6103605000000", 1, 5,
                .valid(outputs: ["msg": .bytes(Array("hello".utf8))]), ["AC-16", "AC-14"],
                "two blocks: the checksum is that of both"),
            decompress(
                "unused-bits", hex: "cb48cdc9c907fc", 2, 5, .valid(outputs: ["msg": .bytes(Array("hello".utf8))]),
                ["AC-19"], "all unused bits behind the final block are set"),
            decompress(
                "gzip-unused-bits", hex: "1f8b08000000000000ffcb48cdc9c9075486a6103605000000", 1, 5,
                .valid(outputs: ["msg": .bytes(Array("hello".utf8))]), ["AC-19"],
                "some unused bits between the final block and the trailer are set"),
            decompress(
                "identity-hello", hex: "68656c6c6f", 0, 5, .valid(outputs: ["msg": .bytes(Array("hello".utf8))]),
                ["AC-10"], "identity"),
            decompress(
                "identity-empty", hex: "", 0, 0, .valid(outputs: ["msg": .bytes([])]), ["AC-10"], "identity of nothing"),
        ]
    }

    private static func faults() -> [Vector] {
        var vectors: [Vector] = []
        let gzip = Hex.decode(gzipHello.utf8)!
        func broken(
            _ name: String, _ bytes: [UInt8], _ clause: String, _ comment: String, length: Int = 5, codec: Int64 = 1,
            of parent: String? = nil
        ) {
            vectors.append(
                decompress(
                    "not-" + name, hex: Hex.encode(bytes), codec, length, .invalid(errorClass: "MALFORMED_PAYLOAD"),
                    [clause], comment,
                    parent: "codec-read-" + (parent ?? (codec == 1 ? "gzip-hello" : "fixed-block"))
                )
            )
        }
        func changed(_ offset: Int, _ value: UInt8) -> [UInt8] {
            var bytes = gzip
            bytes[offset] = value
            return bytes
        }
        for (offset, value, field) in [
            (0, 0x1E, "ID1"), (1, 0x8A, "ID2"), (2, 0x07, "CM"), (3, 0x01, "FTEXT"), (3, 0x08, "FNAME"),
            (3, 0x20, "a reserved flag"), (3, 0x80, "the highest flag"),
            (4, 0x01, "MTIME"), (7, 0x5E, "the last byte of MTIME"), (8, 0x02, "XFL 2"), (8, 0x04, "XFL 4"),
            (9, 0x03, "OS Unix"), (9, 0x00, "OS FAT"), (9, 0x13, "OS 19"),
        ] as [(Int, UInt8, String)] {
            broken(
                "header-\(offset)-\(Hex.encode([value]))", changed(offset, value), "AC-11",
                "the header is not pinned: \(field)")
        }
        let twoMembers = Hex.decode(
            "1f8b08000000000000ff73740200074c6930020000001f8b08000000000000ff73760100b08b3ceb02000000".utf8)!
        let emptyFirst = Hex.decode("1f8b08000000000000ff03000000000000000000".utf8)! + gzip
        for (name, bytes, clause, comment) in [
            ("crc-first", changed(17, gzip[17] ^ 1), "AC-14", "one bit of the CRC-32"),
            ("crc-last", changed(20, gzip[20] ^ 0x80), "AC-14", "the last bit of the CRC-32"),
            ("isize", changed(21, 6), "AC-14", "ISIZE is one too large"),
            ("isize-high", changed(24, 1), "AC-14", "ISIZE differs in its highest byte"),
            ("trailing-zero", gzip + [0], "AC-15", "a zero byte behind"),
            ("trailing-newline", gzip + [0x0A], "AC-15", "a newline behind"),
            ("two-members", gzip + gzip, "AC-15", "a second member"),
        ] {
            broken(name, bytes, clause, comment)
        }
        broken(
            "two-members-different", twoMembers, "AC-15", "members AB and CD", length: 2, of: "gzip-two-letters")
        broken("empty-member-first", emptyFirst, "AC-15", "an empty member first", length: 0, of: "gzip-empty")
        broken(
            "members-as-one", twoMembers, "AC-15", "members AB and CD, declared as long as both", length: 4,
            of: "gzip-four-letters")
        broken(
            "crc-of-first-block", Hex.decode(("1f8b08000000000000ff" + twoBlocks + "1bf10be505000000").utf8)!, "AC-16",
            "two blocks, and the checksum of the first alone", of: "gzip-two-blocks")
        broken(
            "unused-byte", Hex.decode("cb48cdc9c907fcfc".utf8)!, "AC-19", "a byte behind unused bits that are set",
            codec: 2, of: "unused-bits")
        broken("empty-member-as-none", emptyFirst, "AC-15", "an empty member first, declared as long as the second")
        for length in 0..<gzip.count {
            broken(
                "truncated-\(length)", Array(gzip.prefix(length)),
                length < 10 ? "AC-11" : length < 17 ? "AC-12" : "AC-14", "cut to \(length) bytes")
        }
        let deflate = Hex.decode(deflateHello.utf8)!
        for length in 0..<deflate.count {
            broken(
                "deflate-truncated-\(length)", Array(deflate.prefix(length)), "AC-12",
                "raw deflate cut to \(length) bytes", codec: 2)
        }
        broken("deflate-trailing", deflate + [0], "AC-15", "a byte behind the final block", codec: 2)
        for (name, header) in [("1", "7801"), ("6", "789c"), ("9", "78da")] {
            broken(
                "zlib-level-\(name)", Hex.decode((header + deflateHello + "062c0215").utf8)!, "AC-18",
                "a zlib container", codec: 2)
        }
        for (name, hex, comment) in [
            ("block-type", "07", "the reserved block type"),
            ("stored-length", "010500fbff68656c6c6f", "LEN and NLEN do not match"),
            ("stored-short", "010500faff68656c", "a stored block that is cut"),
            ("distance", "4b044200", "a distance beyond the start"),
            ("gzip-in-deflate", gzipHello, "gzip where raw deflate belongs"),
            ("not-final", "000000ffff", "no final block"),
            ("not-final-complete", "000500faff68656c6c6f", "all of the message, and no final block"),
        ] {
            broken("deflate-" + name, Hex.decode(hex.utf8)!, "AC-12", comment, codec: 2)
        }
        return vectors
    }

    private static func limits() -> [Vector] {
        let bomb = "1f8b08000000000000ffcb48cdc9c9070086a6103605000000"
        return [
            decompress(
                "not-length-short", hex: gzipHello, 1, 4, .invalid(errorClass: "MALFORMED_PAYLOAD"), ["AC-13"],
                "declared one byte less than there is", parent: "codec-read-gzip-hello"),
            decompress(
                "not-length-long", hex: gzipHello, 1, 6, .invalid(errorClass: "MALFORMED_PAYLOAD"), ["AC-13"],
                "declared one byte more than there is", parent: "codec-read-gzip-hello"),
            decompress(
                "not-length-zero", hex: gzipHello, 1, 0, .invalid(errorClass: "MALFORMED_PAYLOAD"), ["AC-13"],
                "declared empty", parent: "codec-read-gzip-hello"),
            decompress(
                "not-deflate-length-short", hex: deflateHello, 2, 4, .invalid(errorClass: "MALFORMED_PAYLOAD"),
                ["AC-13"], "raw deflate, declared one byte less than there is", parent: "codec-read-fixed-block"),
            decompress(
                "not-deflate-length-long", hex: deflateHello, 2, 6, .invalid(errorClass: "MALFORMED_PAYLOAD"),
                ["AC-13"], "raw deflate, declared one byte more than there is", parent: "codec-read-fixed-block"),
            decompress(
                "not-identity-short", hex: "68656c6c6f", 0, 4, .invalid(errorClass: "MALFORMED_PAYLOAD"), ["AC-10"],
                "identity with a byte too many", parent: "codec-read-identity-hello"),
            decompress(
                "not-identity-long", hex: "68656c6c6f", 0, 6, .invalid(errorClass: "MALFORMED_PAYLOAD"), ["AC-10"],
                "identity with a byte too few", parent: "codec-read-identity-hello"),
            decompress(
                "not-limit", hex: bomb, 1, 5, .invalid(errorClass: "LIMIT"), ["AC-8", "TP-19"],
                "declared beyond the limit",
                limit: 4, parent: "codec-read-gzip-hello"),
            decompress(
                "not-limit-huge", hex: bomb, 1, 9_007_199_254_740_991, .invalid(errorClass: "LIMIT"), ["AC-8"],
                "declared at 2^53-1 bytes", parent: "codec-read-gzip-hello"),
            decompress(
                "not-limit-identity", hex: "68656c6c6f", 0, 5, .invalid(errorClass: "LIMIT"), ["AC-8"],
                "identity beyond the limit", limit: 4, parent: "codec-read-identity-hello"),
            decompress(
                "limit-exact", hex: gzipHello, 1, 5, .valid(outputs: ["msg": .bytes(Array("hello".utf8))]), ["AC-8"],
                "declared at the limit", limit: 5),
        ]
    }

    private static func compress(
        _ name: String,
        _ message: [UInt8],
        _ codec: Int64,
        _ mode: String,
        _ clauses: [String],
        _ compressed: [UInt8]?,
        _ comment: String
    ) throws(VectorError) -> Vector {
        let isUniform = message.count > 64 && message.allSatisfy { $0 == message[0] }
        return Vector(
            id: "codec-write-" + name,
            clauses: clauses,
            operation: "compress",
            comment: comment,
            inputs: [
                "msg": isUniform ? VectorBytes.repeated([message[0]], length: message.count) : .bytes(message),
                "codec": .integer(codec), "mode": .text(mode),
            ],
            expectation: .valid(
                outputs: try compressed.map { (bytes) throws(VectorError) in
                    ["compressed": try VectorBytes.expected(bytes)]
                } ?? [:]
            ),
            determinism: compressed == nil ? .perImplementation : .exact
        )
    }

    static func decompress(
        _ name: String,
        hex: String,
        _ codec: Int64,
        _ length: Int,
        _ expectation: Vector.Expectation,
        _ clauses: [String],
        _ comment: String,
        limit: Int64 = 268_435_456,
        parent: String? = nil
    ) -> Vector {
        Vector(
            id: "codec-read-" + name,
            clauses: clauses,
            operation: "decompress",
            comment: comment,
            inputs: [
                "compressed": .bytes(Hex.decode(hex.utf8) ?? []), "codec": .integer(codec),
                "length": .integer(Int64(length)), "limit": .integer(limit),
            ],
            expectation: expectation,
            parent: parent
        )
    }
}

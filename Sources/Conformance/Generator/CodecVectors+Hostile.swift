import CanonicalJSON
import SyncBridge

extension CodecVectors {
    /// What a stranger's stream can hold: far more than it says, numbers in the wrong order, members and containers.
    static func hostile() throws(VectorError) -> [Vector] {
        try bombs() + byteOrders() + members() + containers() + headers() + braces() + lengths()
    }

    private static let header = "1f8b08000000000000ff"
    private static let gzipHello = header + "cb48cdc9c9070086a6103605000000"

    private static func broken(
        _ name: String, hex: String, codec: Int64 = 1, length: Int = 5, _ clause: String, _ comment: String,
        of parent: String, limit: Int64 = 268_435_456, as errorClass: String = "MALFORMED_PAYLOAD"
    ) -> Vector {
        decompress(
            "not-" + name, hex: hex, codec, length, .invalid(errorClass: errorClass),
            clause.split(separator: " ").map(String.init), comment, limit: limit, parent: "codec-read-" + parent)
    }

    private static func bombs() throws(VectorError) -> [Vector] {
        let message = try VectorBytes.expected([UInt8](repeating: 0, count: DeflateBomb.length))
        let stream = Hex.encode(DeflateBomb.stream)
        let gzip = header + stream + Hex.encode(DeflateBomb.checksum) + "07231000"
        let limit = Int64(DeflateBomb.length)
        var vectors: [Vector] = []
        for (name, codec, hex) in [("deflate-bomb", 2, stream), ("gzip-bomb", 1, gzip)] as [(String, Int64, String)] {
            vectors.append(
                decompress(
                    name, hex: hex, codec, DeflateBomb.length, .valid(outputs: ["msg": message]), ["AC-9", "AC-12"],
                    "a megabyte of zeros in a kilobyte", limit: limit))
            for (kind, length, comment) in [
                ("lying", 5, "declared as five bytes"), ("none", 0, "declared as nothing"),
                ("one-less", DeflateBomb.length - 1, "declared one byte less than it becomes"),
            ] {
                vectors.append(
                    broken(
                        "\(name)-\(kind)", hex: hex, codec: codec, length: length, "AC-9 AC-13", "a bomb, " + comment,
                        of: name,
                        limit: limit))
            }
            vectors.append(
                broken(
                    "\(name)-limit", hex: hex, codec: codec, length: DeflateBomb.length, "AC-8",
                    "a bomb, declared one byte above the limit", of: name, limit: limit - 1, as: "LIMIT"))
        }
        return vectors
    }

    private static func byteOrders() -> [Vector] {
        [
            broken(
                "crc-big-endian", hex: header + "cb48cdc9c907003610a68605000000", "AC-4 AC-14",
                "the CRC-32 in the wrong byte order", of: "gzip-hello"),
            broken(
                "isize-big-endian", hex: header + "cb48cdc9c9070086a6103600000005", "AC-4 AC-14",
                "ISIZE in the wrong byte order", of: "gzip-hello"),
            decompress(
                "stored-hello", hex: "010500faff68656c6c6f", 2, 5,
                .valid(outputs: ["msg": .bytes(Array("hello".utf8))]), ["AC-12"], "a stored block"),
            broken(
                "deflate-stored-big-endian", hex: "010005fffa68656c6c6f", codec: 2, "AC-12",
                "the length of a stored block in the wrong byte order", of: "stored-hello"),
            broken(
                "deflate-stored-max", hex: "01ffff000068656c6c6f", codec: 2, "AC-12",
                "a stored block that says it has 65 535 bytes", of: "stored-hello"),
            broken(
                "deflate-stored-zero", hex: "010000ffff68656c6c6f", codec: 2, "AC-15",
                "a stored block that says it is empty, and content behind it", of: "stored-hello"),
            broken(
                "isize-2-31", hex: header + "cb48cdc9c9070086a6103605000080", "AC-14", "ISIZE is 2^31 too large",
                of: "gzip-hello"),
            broken(
                "isize-max", hex: header + "cb48cdc9c9070086a61036ffffffff", "AC-14", "ISIZE is 2^32 - 1",
                of: "gzip-hello"),
            broken(
                "isize-zero", hex: header + "cb48cdc9c9070086a6103600000000", "AC-14", "ISIZE is 0", of: "gzip-hello"),
        ]
    }

    /// Members of which some are empty, at each place, and what may stand between them.
    private static func members() -> [Vector] {
        let empty = header + "03000000000000000000"
        let (ab, cd) = (header + "73740200074c693002000000", header + "73760100b08b3ceb02000000")
        return [
            broken("empty-member-last", hex: gzipHello + empty, "AC-15", "an empty member last", of: "gzip-hello"),
            broken(
                "empty-member-between", hex: ab + empty + cd, codec: 1, length: 4, "AC-15",
                "an empty member between two",
                of: "gzip-four-letters"),
            broken(
                "empty-members-only", hex: empty + empty, codec: 1, length: 0, "AC-15", "two empty members",
                of: "gzip-empty"),
            broken(
                "three-members", hex: ab + cd + ab, codec: 1, length: 2, "AC-15",
                "three members, declared as long as the first",
                of: "gzip-two-letters"),
            broken(
                "member-cut", hex: gzipHello + "1f8b08", "AC-15", "the start of a second member", of: "gzip-hello"),
            broken("member-magic", hex: gzipHello + "1f", "AC-15", "a byte of a second member", of: "gzip-hello"),
            broken(
                "members-apart", hex: ab + "00" + cd, codec: 1, length: 4, "AC-15", "a zero byte between two members",
                of: "gzip-four-letters"),
            broken(
                "member-pinned-otherwise", hex: ab + "1f8b080000000000000373760100b08b3ceb02000000", codec: 1,
                length: 2, "AC-15",
                "a second member with another header", of: "gzip-two-letters"),
            broken(
                "padding", hex: gzipHello + String(repeating: "00", count: 16), "AC-15", "a padding of zeros",
                of: "gzip-hello"),
        ]
    }

    /// One codec where another is declared.
    private static func containers() -> [Vector] {
        [
            broken(
                "zlib-level-2", hex: "785ecb48cdc9c90700062c0215", codec: 2, "AC-18",
                "a zlib container of levels 2 to 5",
                of: "fixed-block"),
            broken(
                "zlib-dictionary", hex: "78bb062c0215cb48cdc9c90700062c0215", codec: 2, "AC-18",
                "a zlib container with a preset dictionary", of: "fixed-block"),
            broken(
                "zlib-small-window", hex: "1819cb48cdc9c90700062c0215", codec: 2, "AC-18",
                "a zlib container with a window of 512 bytes", of: "fixed-block"),
            broken(
                "zlib-in-gzip", hex: header + "789ccb48cdc9c90700062c021586a6103605000000", "AC-12",
                "a zlib container inside of gzip", of: "gzip-hello"),
            broken(
                "zlib-for-gzip", hex: "789ccb48cdc9c90700062c0215", "AC-11", "zlib where gzip belongs", of: "gzip-hello"
            ),
            broken(
                "deflate-for-gzip", hex: "cb48cdc9c90700", "AC-11", "raw deflate where gzip belongs", of: "gzip-hello"),
            broken("text-for-gzip", hex: "68656c6c6f", "AC-11", "no compression where gzip belongs", of: "gzip-hello"),
            broken(
                "text-for-deflate", hex: "68656c6c6f", codec: 2, "AC-12", "no compression where deflate belongs",
                of: "fixed-block"),
            broken(
                "gzip-for-identity", hex: gzipHello, codec: 0, "AC-10", "gzip where nothing is compressed",
                of: "identity-hello"),
            broken(
                "deflate-for-identity", hex: "cb48cdc9c90700", codec: 0, "AC-10", "deflate where nothing is compressed",
                of: "identity-hello"),
        ]
    }

    /// Headers that other writers give, by system and setting.
    private static func headers() -> [Vector] {
        let body = "cb48cdc9c9070086a6103605000000"
        return [
            ("os-10", "1f8b080000000000000a", "OS NTFS as some say"), ("os-11", "1f8b080000000000000b", "OS NTFS"),
            ("os-7", "1f8b0800000000000007", "OS Macintosh"), ("os-254", "1f8b08000000000000fe", "OS 254"),
            ("mtime-2-31", "1f8b08000000008000ff", "MTIME 2^31"),
            ("mtime-max", "1f8b0800ffffffff00ff", "the last MTIME"),
            ("xfl-1", "1f8b08000000000001ff", "XFL 1"), ("xfl-255", "1f8b080000000000ffff", "XFL 255"),
            ("fhcrc", "1f8b08020000000000ff1d26", "a checksum of the header"),
            ("fextra", "1f8b08040000000000ff0000", "an empty extra field"),
            ("fname", "1f8b08080000000000ff6100", "a file name"),
            ("fcomment", "1f8b08100000000000ff6100", "a comment"), ("method-0", "1f8b00000000000000ff", "method 0"),
            ("swapped", "8b1f08000000000000ff", "the magic in the wrong byte order"),
        ].map { name, header, comment in
            broken(
                "header-" + name, hex: header + body, "AC-11 AC-3", "the header is not pinned: " + comment,
                of: "gzip-hello")
        }
    }

    /// Two streams of one message, both as good.
    private static func braces() -> [Vector] {
        [
            ("stored-braces", "010200fdff7b7d", "in a stored block"), ("fixed-braces", "abae0500", "with fixed codes"),
        ].flatMap { name, stream, comment in
            [
                decompress(
                    "gzip-" + name, hex: header + stream + "43bfa6a302000000", 1, 2,
                    .valid(outputs: ["msg": .bytes(Array("{}".utf8))]), ["AC-12", "AC-14"], "{} " + comment),
                decompress(
                    name, hex: stream, 2, 2, .valid(outputs: ["msg": .bytes(Array("{}".utf8))]), ["AC-12"],
                    "{} \(comment), not in gzip"),
            ]
        }
    }

    /// Declared lengths that are another number in fewer bits.
    private static func lengths() -> [Vector] {
        let most: Int64 = 9_007_199_254_740_991
        var vectors: [Vector] = []
        for (codec, name, hex) in [
            (0, "identity", "68656c6c6f"), (1, "gzip", gzipHello), (2, "deflate", "cb48cdc9c90700"),
        ] as [(Int64, String, String)] {
            let parent = "unlimited-" + name
            vectors.append(
                decompress(
                    parent, hex: hex, codec, 5, .valid(outputs: ["msg": .bytes(Array("hello".utf8))]), ["AC-8"],
                    "the largest limit, \(name)", limit: most))
            for (kind, length) in [
                ("2-31", 1 << 31), ("2-32-plus-5", 1 << 32 + 5), ("2-53-minus-1", 1 << 53 - 1),
            ] {
                vectors.append(
                    broken(
                        "\(parent)-\(kind)", hex: hex, codec: codec, length: length, "AC-9 AC-13",
                        "within the largest limit, \(length) bytes of \(name) that are not there", of: parent,
                        limit: most))
            }
            vectors.append(
                broken(
                    "limit-0-" + name, hex: hex, codec: codec, "AC-8", "a limit of nothing, \(name)", of: parent,
                    limit: 0,
                    as: "LIMIT"))
        }
        return vectors
    }
}

import SyncArchive
import TestSupport
import Testing

@Suite struct LenientTests {
    /// A header with every optional field, made in Python by RFC 1952.
    private let foreign = bytes(
        hex: "1f8b081f00f1536502030400417000006ee46d652e6a736f6e006120636f6d6d656e7400a25e"
            + "cb48cdc9c9070086a6103605000000")

    @Test func everyFieldIsReadAndNamed() throws {
        let found = try LenientGzip.read(foreign, limit: 5)
        #expect(found.bytes == Array("hello".utf8))
        #expect(!found.isPinned)
        let header = try #require(found.members.first).header
        #expect(header.isText)
        #expect(header.modificationTime == 1_700_000_000)
        #expect(header.extraFlags == 2)
        #expect(header.operatingSystemName == "Unix")
        #expect(header.extra == [0x41, 0x70, 0, 0])
        #expect(header.fileName == "n\u{E4}me.json")
        #expect(header.comment == "a comment")
        #expect(header.headerChecksum == 0x5EA2)
        #expect(
            found.findings.map(\.description) == [
                "textFlag at byte 3: FTEXT is set",
                "modificationTime at byte 4: 1700000000",
                "extraFlags at byte 8: 2",
                "operatingSystem at byte 9: 3 (Unix)",
                "extraField at byte 10: 4 bytes",
                "fileName at byte 16: \"n\u{E4}me.json\"",
                "comment at byte 26: \"a comment\"",
                "headerChecksum at byte 36: FHCRC is present and matches",
            ])
    }

    @Test func pinnedFileHasNoFinding() throws {
        for mode in [DeflateMode.deflate, .stored] {
            let found = try LenientGzip.read(
                Archive.compress(pattern(100_000), codec: .gzip, mode: mode), limit: 100_000)
            #expect(found.isPinned)
            expectSame(found.bytes, pattern(100_000))
            #expect(found.members.count == 1)
        }
    }

    /// The field cases gzip-members, read as `gzip -d` reads them.
    @Test func membersAreConcatenated() throws {
        let two = try LenientGzip.read(
            bytes(hex: "1f8b08000000000000ff73740200074c6930020000001f8b08000000000000ff73760100b08b3ceb02000000"),
            limit: 4)
        #expect(two.bytes == Array("ABCD".utf8))
        #expect(two.members.map(\.offset) == [0, 22])
        #expect(two.findings.map(\.kind) == [.severalMembers])
        let emptyFirst = try LenientGzip.read(
            bytes(hex: "1f8b08000000000000ff030000000000000000001f8b08000000000000ffcb48cdc9c9070086a6103605000000"),
            limit: 5)
        #expect(emptyFirst.bytes == Array("hello".utf8))
        #expect(emptyFirst.members.map(\.size) == [0, 5])
        #expect(emptyFirst.findings.map(\.kind) == [.emptyMember, .severalMembers])
    }

    /// The field case gzip-header-by-version: the OS bytes that real writers leave.
    @Test func operatingSystemsAreNamed() throws {
        let names = [
            "00": "FAT", "03": "Unix", "0a": "TOPS-20, or Windows by zlib", "0b": "NTFS", "13": "Darwin",
            "ff": "unknown",
        ]
        for (byte, name) in names {
            let found = try LenientGzip.read(
                bytes(hex: "1f8b0800000000000000".dropLast(2) + byte + "cb48cdc9c9070086a6103605000000"), limit: 5)
            #expect(found.members.first?.header.operatingSystemName == name)
            #expect(found.findings.map(\.kind) == (byte == "ff" ? [] : [.operatingSystem]))
        }
    }

    @Test func whatFollowsIsNamed() throws {
        let good = try Archive.compress(Array("hello".utf8), codec: .gzip, mode: .stored)
        let padded = try LenientGzip.read(good + Array(repeating: 0, count: 512), limit: 5)
        #expect(padded.findings.map(\.description) == ["zeroPadding at byte 28: 512 bytes"])
        let garbage = try LenientGzip.read(good + [0, 0x1F], limit: 5)
        #expect(garbage.findings.map(\.description) == ["trailingBytes at byte 28: 2 bytes"])
    }

    @Test func damageIsAnError() {
        var cases: [(input: [UInt8], limit: Int, code: ArchiveError.Code)] = [
            ([], 5, .truncated), (bytes(hex: "504b"), 5, .notGzip), (bytes(hex: "1f8b07000000000000ff"), 5, .notGzip),
            (bytes(hex: "1f8b08200000000000ff"), 5, .reservedFlag), (foreign, 4, .limitExceeded),
            (foreign + bytes(hex: "1f8b08"), 5, .truncated),
        ]
        for count in 0..<foreign.count { cases.append((Array(foreign.prefix(count)), 5, .truncated)) }
        for (offset, code) in [
            (4, ArchiveError.Code.crcMismatch), (36, .crcMismatch), (45, .crcMismatch), (49, .sizeMismatch),
            (38, .invalidDeflate),
        ] {
            var damaged = foreign
            damaged[offset] ^= 0x05
            cases.append((damaged, 1 << 20, code))
        }
        for known in cases {
            let found: ArchiveError.Code?
            do throws(ArchiveError) {
                _ = try LenientGzip.read(known.input, limit: known.limit)
                found = nil
            } catch {
                found = error.code
            }
            #expect(found == known.code, "\(known.input)")
        }
    }

    /// Damaged files, some after a good member: an error with a name, or what the members say, and never a crash.
    @Test func randomDamage() {
        let seed: UInt64 = 314
        var generator = SeededGenerator(seed: seed)
        var read = 0
        for round in 0..<6_000 {
            var damaged = foreign
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let at = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: damaged[at] = .random(in: 0...255, using: &generator)
                case 1: damaged.removeSubrange(at..<min(damaged.count, at + 4))
                default: damaged.insert(contentsOf: foreign.prefix(at % 12), at: at)
                }
                if damaged.isEmpty { damaged = [0x1F] }
            }
            do throws(ArchiveError) {
                let found = try LenientGzip.read(round % 2 == 0 ? damaged : foreign + damaged, limit: 1_000)
                #expect(found.members.reduce(0) { $0 + $1.size } == found.bytes.count, "seed \(seed), round \(round)")
                #expect(!found.isPinned)
                read += 1
            } catch {
                #expect(error.code != .internal, "seed \(seed), round \(round)")
            }
        }
        #expect(read > 50 && read < 3_000)
    }

    /// A file of empty members does not become a list of unbounded length.
    @Test func membersAreBounded() throws {
        let empty = bytes(hex: "1f8b08000000000000ff03000000000000000000")
        let many = Array(repeatElement(empty, count: LenientGzip.greatestMemberCount + 1).joined())
        let error = #expect(throws: ArchiveError.self) { try LenientGzip.read(many, limit: 5) }
        #expect(error?.code == .limitExceeded)
        let most = try LenientGzip.read(Array(many.dropLast(empty.count)), limit: 5)
        #expect(most.members.count == LenientGzip.greatestMemberCount)
    }
}

import Foundation
import SyncArchive
import TestSupport
import Testing

/// 120 bytes of payload in a pinned gzip by Python's zlib.
private let sample = bytes(
    hex: "1f8b08000000000000ffab562aca2f2f56b2aa56cac82f2e51b28aae564a492c490409e425e6a62a5929252ad5ea2865a6005"
        + "9864a3a4aa50540e9d41447a052c35a1d0cc54970c546a88a8d6a638132c5c919a9b98920ad00d27676f778000000")
private let samplePlaintext = Array(
    (#"{"rows":{"host":[{"data":{"name":"a"},"id":"1","updatedAt":1},{"data":{"name":"b"},"id":"2","updatedAt":2}]},"#
        + #""schema":1}"#).utf8)
private let hello = "cb48cdc9c907008" + "6a6103605000000"

@Suite struct StrictTests {
    /// AC-11 to AC-16: one fault, one code, one offset.
    @Test func everyFaultHasItsError() {
        let cases: [(input: String, length: Int, code: ArchiveError.Code, offset: Int)] = [
            ("", 5, .truncated, 0),
            ("1f", 5, .truncated, 1),
            ("504b0304", 5, .notGzip, 0),
            ("789ccb48cdc9c90700062c0215", 5, .notGzip, 0),
            ("1f8c08000000000000ff" + hello, 5, .notGzip, 1),
            ("1f8b07000000000000ff" + hello, 5, .headerNotPinned, 2),
            ("1f8b08010000000000ff" + hello, 5, .headerNotPinned, 3),
            ("1f8b08200000000000ff" + hello, 5, .reservedFlag, 3),
            ("1f8b08480000000000ff" + hello, 5, .reservedFlag, 3),
            ("1f8b08800000000000ff" + hello, 5, .reservedFlag, 3),
            ("1f8b08000100000000ff" + hello, 5, .headerNotPinned, 4),
            ("1f8b08000000000100ff" + hello, 5, .headerNotPinned, 7),
            ("1f8b08000000000002ff" + hello, 5, .headerNotPinned, 8),
            ("1f8b0800000000000003" + hello, 5, .headerNotPinned, 9),
            ("1f8b08000000000000ff", 5, .truncated, 10),
            ("1f8b08000000000000ffcb48", 5, .truncated, 12),
            ("1f8b08000000000000ffcb48cdc9c9070086a61036050000", 5, .truncated, 24),
            ("1f8b08000000000000ff" + hello + "00", 5, .trailingBytes, 25),
            ("1f8b08000000000000ff" + hello + "1f", 5, .trailingBytes, 25),
            ("1f8b08000000000000ff" + hello + "1f1f", 5, .trailingBytes, 25),
            ("1f8b08000000000000ff" + hello + "1f8b", 5, .severalMembers, 25),
            ("1f8b08000000000000ffcb48cdc9c9070087a6103605000000", 5, .crcMismatch, 17),
            ("1f8b08000000000000ffcb48cdc9c9070086a6103606000000", 5, .sizeMismatch, 21),
            ("1f8b08000000000000ff" + hello, 4, .lengthMismatch, 17),
            ("1f8b08000000000000ff" + hello, 6, .lengthMismatch, 25),
            ("1f8b08000000000000ff07", 5, .invalidDeflate, 11),
        ]
        for known in cases {
            let found = failure(bytes(hex: known.input), .gzip, length: known.length)
            #expect(found?.code == known.code, "\(known.input): \(found as Any)")
            #expect(found?.offset == known.offset, "\(known.input): \(found as Any)")
        }
        #expect(failure(bytes(hex: "1f8b08000000000000ff" + hello), .gzip, length: 5) == nil)
    }

    /// AC-10, AC-12, AC-13, AC-15.
    @Test func everyFaultOfRawDeflateAndIdentity() {
        let cases: [(codec: ArchiveCodec, input: String, length: Int, code: ArchiveError.Code, offset: Int)] = [
            (.deflate, "", 5, .truncated, 0),
            (.deflate, "cb48cdc9c907", 5, .truncated, 6),
            (.deflate, "cb48cdc9c9070000", 5, .trailingBytes, 7),
            (.deflate, "cb48cdc9c907001f8b", 5, .trailingBytes, 7),
            (.deflate, "cb48cdc9c90700", 4, .lengthMismatch, 7),
            (.deflate, "cb48cdc9c90700", 6, .lengthMismatch, 7),
            (.deflate, "010500faff68656c6c6f", 0, .lengthMismatch, 6),
            // The block after the fault is invalid as well: the plaintext was too long before.
            (.deflate, "000500faff68656c6c6f07", 4, .lengthMismatch, 11),
            (.deflate, "010500fbff68656c6c6f", 5, .invalidDeflate, 5),
            (.identity, "0102", 3, .lengthMismatch, 2),
            (.identity, "01020304", 3, .lengthMismatch, 3),
            (.identity, "", 1, .lengthMismatch, 0),
        ]
        for known in cases {
            let found = failure(bytes(hex: known.input), known.codec, length: known.length)
            #expect(found?.code == known.code, "\(known.input): \(found as Any)")
            #expect(found?.offset == known.offset, "\(known.input): \(found as Any)")
        }
    }

    /// AC-18: the field case zlib-wrapped: a zlib container is named, whatever its level byte.
    @Test func zlibContainerIsNamed() throws {
        let plain = try Archive.decompress(bytes(hex: "cb48cdc9c90700"), codec: .deflate, length: 5, limit: 5)
        #expect(plain == Array("hello".utf8))
        for start in ["789c", "78da", "7801", "785e", "480d", "1819"] {
            let found = failure(bytes(hex: start + "cb48cdc9c90700062c0215"), .deflate, length: 5)
            #expect(found?.code == .zlibContainer, "\(start): \(found as Any)")
            #expect(found?.reason.contains("zlib container") == true)
            #expect(failure(bytes(hex: start), .deflate, length: 5)?.code == .zlibContainer)
        }
    }

    /// AC-15: the field cases gzip-members: nothing of either member is released.
    @Test func severalMembersAreRefused() {
        let first = "1f8b08000000000000ff73740200074c693002000000"
        let empty = "1f8b08000000000000ff03000000000000000000"
        #expect(
            failure(bytes(hex: first + "1f8b08000000000000ff73760100b08b3ceb02000000"), .gzip, length: 4)?.code
                == .severalMembers)
        #expect(
            failure(bytes(hex: first + "1f8b08000000000000ff73760100b08b3ceb02000000"), .gzip, length: 2)?.code
                == .severalMembers)
        #expect(failure(bytes(hex: empty + "1f8b08000000000000ff" + hello), .gzip, length: 0)?.code == .severalMembers)
        #expect(failure(bytes(hex: empty + "1f8b08000000000000ff" + hello), .gzip, length: 5)?.code == .severalMembers)
    }

    /// The table at the end of the chapter, as printed.
    @Test func specificationTable() throws {
        let member = "1f8b08000000000000ffabae050043bfa6a302000000"
        let cases: [(input: String, length: Int, code: ArchiveError.Code, offset: Int?)] = [
            (member, 1, .lengthMismatch, nil), (member, 3, .lengthMismatch, nil),
            ("1f8b0800000000000003abae050043bfa6a302000000", 2, .headerNotPinned, 9),
            ("1f8b08200000000000ffabae050043bfa6a302000000", 2, .reservedFlag, 3),
            (String(member.dropLast(2)), 2, .truncated, nil), (member + "00", 2, .trailingBytes, nil),
        ]
        for known in cases {
            let found = failure(bytes(hex: known.input), .gzip, length: known.length)
            #expect(found?.code == known.code, "\(known.input)")
            if let offset = known.offset { #expect(found?.offset == offset, "\(known.input)") }
        }
    }

    /// AC-6: the field case deflate-body: different bytes, the same plaintext.
    @Test func foreignBodiesAreRead() throws {
        for body in ["010200fdff7b7d43bfa6a302000000", "abae050043bfa6a302000000"] {
            let plain = try Archive.decompress(
                bytes(hex: "1f8b08000000000000ff" + body), codec: .gzip, length: 2, limit: 2)
            #expect(plain == Array("{}".utf8))
        }
    }

    /// AC-8.
    @Test func limitIsCheckedBeforeInflating() {
        // The body is invalid: an error about it would show that something was inflated.
        let found = failure(bytes(hex: "1f8b08000000000000ff07"), .gzip, length: 11, limit: 10)
        #expect(found?.code == .limitExceeded)
        #expect(failure([], .deflate, length: -1)?.code == .limitExceeded)
        #expect(failure([], .identity, length: 0, limit: -1)?.code == .limitExceeded)
        #expect(failure(bytes(hex: "010000ffff"), .deflate, length: .max, limit: .max)?.code == .lengthMismatch)
    }

    /// AC-11, AC-12, AC-14.
    @Test func everyTruncationIsAnError() {
        #expect(failure(sample, .gzip, length: samplePlaintext.count) == nil)
        let raw = Array(sample.dropFirst(10).dropLast(8))
        #expect(failure(raw, .deflate, length: samplePlaintext.count) == nil)
        for count in 0..<sample.count {
            let found = failure(Array(sample.prefix(count)), .gzip, length: samplePlaintext.count)
            #expect(found?.code == .truncated, "\(count): \(found as Any)")
            #expect(found?.offset == count, "\(count): \(found as Any)")
        }
        for count in 0..<raw.count {
            let found = failure(Array(raw.prefix(count)), .deflate, length: samplePlaintext.count)
            #expect(found?.code == .truncated, "\(count): \(found as Any)")
        }
    }

    /// AC-19: every bit of the header, the trailer and the body is covered, but the bits that RFC 1951 has readers ignore:
    /// the padding of the last byte, and before the length of a stored block. Which those are was computed in Python.
    @Test func everyBitFlipIsAnErrorButInPadding() throws {
        let stored = try Archive.compress(samplePlaintext, codec: .gzip, mode: .stored)
        for (archive, padding) in [(sample, [711]), (stored, [83, 84, 85, 86, 87])] {
            var accepted: [Int] = []
            for bit in 0..<archive.count * 8 {
                var flipped = archive
                flipped[bit / 8] ^= 1 << UInt8(bit % 8)
                do throws(ArchiveError) {
                    let count = samplePlaintext.count
                    let plain = try Archive.decompress(flipped, codec: .gzip, length: count, limit: count)
                    #expect(plain == samplePlaintext)
                    accepted.append(bit)
                } catch {
                    #expect(error.code != .internal, "bit \(bit): \(error)")
                }
            }
            #expect(accepted == padding)
        }
    }

    /// AC-9: 1 000 000 zero bytes in 1 125: inflating stops one byte after the declared length.
    @Test func bombStopsAtTheDeclaredLength() throws {
        let bomb = try Archive.compress(Array(repeating: 0, count: 1_000_000), codec: .deflate)
        #expect(bomb.count < 1_200)
        var decompressor = try Decompressor(codec: .deflate, length: 1_000, limit: 1_000)
        var output: [UInt8] = []
        #expect(throws: ArchiveError.self) { try decompressor.update(bomb.span, into: &output) }
        #expect(output.count == 1_000)
        #expect(output.capacity < 3_000)
        #expect(failure(bomb, .deflate, length: 999_999)?.code == .lengthMismatch)
        #expect(failure(bomb, .deflate, length: 1_000_000) == nil)
    }

    /// A length that no machine has memory for, in an input that could fill it, is no reason to ask for that much.
    @Test func hugeLengthReservesLittle() {
        let input = [UInt8](Data(repeating: 0xFF, count: 1 << 25))
        #expect(failure(input, .deflate, length: .max, limit: .max)?.code == .invalidDeflate)
    }

    /// Random bytes behind a good header never crash and never pass unless CRC and size agree.
    @Test func randomBytesAreRefused() {
        let seed: UInt64 = 2_026
        var generator = SeededGenerator(seed: seed)
        var passed = 0
        for _ in 0..<8_000 {
            let count = Int.random(in: 0..<60, using: &generator)
            let body = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let length = Int.random(in: 0..<300, using: &generator)
            if failure(bytes(hex: "1f8b08000000000000ff") + body, .gzip, length: length) == nil { passed += 1 }
            _ = failure(body, .deflate, length: length)
        }
        #expect(passed == 0, "seed \(seed)")
    }
}

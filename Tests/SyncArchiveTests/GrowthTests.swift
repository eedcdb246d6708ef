import SyncArchive
import TestSupport
import Testing

/// SC-7: what a compressed text costs is bounded by its length and what it inflates to.
@Suite(.serialized) struct GrowthTests {
    private static let member: [UInt8] = {
        guard let member = try? Archive.compress(Array("x".utf8), codec: .gzip) else { preconditionFailure("no gzip") }
        return member
    }()

    /// A stored block of `text`, the last one or not.
    private static func block(_ text: [UInt8], isLast: Bool) -> [UInt8] {
        let (low, high) = (UInt8(text.count & 0xFF), UInt8(text.count >> 8))
        return [isLast ? 1 : 0, low, high, ~low, ~high] + text
    }

    /// Bytes of about that number.
    private static let texts: [(name: String, make: @Sendable (Int) -> [UInt8])] = [
        ("members", { count in Array(repeating: member, count: count / member.count).flatMap(\.self) }),
        (
            "empty blocks",
            { count in (0..<count / 5).flatMap { _ in block([], isLast: false) } + block([], isLast: true) }
        ),
        (
            "blocks of a byte",
            { count in (0..<count / 6).flatMap { _ in block([7], isLast: false) } + block([], isLast: true) }
        ),
        ("a long name", { [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 0xFF] + [UInt8](repeating: 0x61, count: $0) + [0] }),
        ("a long comment", { [0x1F, 0x8B, 8, 16, 0, 0, 0, 0, 0, 0xFF] + [UInt8](repeating: 0x61, count: $0) }),
        ("trailing zeros", { member + [UInt8](repeating: 0, count: $0) }),
        ("trailing magic", { member + (0..<$0 / 2).flatMap { _ in [0x1F, 0x8B] as [UInt8] } }),
        ("zeros, compressed", { (try? Archive.compress([UInt8](repeating: 0, count: $0), codec: .deflate)) ?? [] }),
    ]

    private static let operations: [(name: String, run: @Sendable ([UInt8]) throws -> Void)] = [
        ("lenient", { _ = try LenientGzip.read($0, limit: 1 << 20) }),
        ("gzip", { _ = try Archive.decompress($0, codec: .gzip, length: 1, limit: 1 << 20) }),
        ("deflate", { _ = try Archive.decompress($0, codec: .deflate, length: 1, limit: 1 << 20) }),
        (
            "deflate of a right length",
            { bytes in
                _ = try Archive.decompress(bytes, codec: .deflate, length: bytes.count / 6, limit: 1 << 20)
            }
        ),
        ("compress", { _ = try Archive.compress($0, codec: .gzip) }),
    ]

    @Test func timeGrowsWithTheLength() {
        for (name, make) in Self.texts {
            for operation in Self.operations {
                let ratio = Growth.ratio(16_384, make: make) { try? operation.run($0) }
                #expect(ratio < Growth.limit, "\(operation.name) of \(name): \(ratio)")
            }
        }
    }

    /// The texts are those that the readers have to go through: what is right about them is read.
    @Test func textsAreRead() throws {
        func make(_ name: String) -> [UInt8] { Self.texts.first { $0.name == name }?.make(6_000) ?? [] }
        #expect(try LenientGzip.read(make("members"), limit: 1 << 20).members.count == 6_000 / Self.member.count)
        for (name, count) in [("empty blocks", 0), ("blocks of a byte", 1000), ("zeros, compressed", 6_000)] {
            #expect(
                try Archive.decompress(make(name), codec: .deflate, length: count, limit: 1 << 20).count == count,
                "\(name)")
        }
        #expect(throws: ArchiveError.self) { try LenientGzip.read(make("a long name"), limit: 1 << 20) }
    }
}

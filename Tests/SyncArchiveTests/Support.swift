import SyncArchive
import TestSupport

/// The pattern that the Python known answers use.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) } }

/// Text that deflate finds matches and literals in.
func text(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let words = ["\"id\":", "\"host\"", ",", "é", "0", "17", "{}", "\u{1F600}", "updatedAt"]
    var result: [UInt8] = []
    while result.count < count {
        result += Array(words.randomElement(using: &generator)!.utf8)
        if Int.random(in: 0..<8, using: &generator) == 0 { result.append(.random(in: 0...255, using: &generator)) }
    }
    return Array(result.prefix(count))
}

/// The error that decompressing gives, nil for success.
func failure(_ input: [UInt8], _ codec: ArchiveCodec, length: Int, limit: Int = 1 << 20) -> ArchiveError? {
    do throws(ArchiveError) {
        _ = try Archive.decompress(input, codec: codec, length: length, limit: limit)
        return nil
    } catch {
        return error
    }
}

import CanonicalJSON
import SyncBridge

/// Random passphrases, whose bytes depend on normalization.
enum RandomPassphrase {
    /// Ranges with compositions, decompositions and marks whose order matters, of the scripts that have most of them.
    private static let ranges: [ClosedRange<UInt32>] = [
        0x41...0x7A, 0xC0...0x24F, 0x300...0x34E, 0x350...0x36F, 0x386...0x3CE, 0x5B0...0x5C7, 0x610...0x61A,
        0x622...0x655, 0x900...0x97F, 0x9BE...0x9DF, 0xA33...0xA5E, 0xB47...0xB5D, 0xC46...0xC48, 0xCC0...0xCCD,
        0xD3E...0xD4D, 0xDCF...0xDDE, 0xF39...0xFBC, 0x1026...0x102E, 0x1100...0x1112, 0x1161...0x1175,
        0x11A7...0x11C2, 0x1AB0...0x1ACE, 0x1B05...0x1B44, 0x1DC0...0x1DFF, 0x1E00...0x1EFF, 0x1F00...0x1FFC,
        0x20D0...0x20F0, 0x2126...0x212B, 0x2ADC...0x2ADD, 0x302A...0x30FE, 0xAC00...0xD7A3, 0xF900...0xFAD9,
        0xFB00...0xFB4E, 0x1109A...0x110AB, 0x1112E...0x11132, 0x11347...0x1134D, 0x114B9...0x114C3, 0x115B8...0x115BF,
        0x11938...0x11943, 0x11F41...0x11F42, 0x1D157...0x1D1C0, 0x1E08F...0x1E08F, 0x1E4EC...0x1E4EF,
        0x2F800...0x2FA1D,
    ]

    /// A passphrase, right in most cases.
    static func text(_ random: inout SplitMix64) -> JSONString {
        if random.oneIn(4) {
            return (try? JSONValue(parsing: RandomJSON.string(&random)))?.stringValue ?? "p"
        }
        var scalars = String.UnicodeScalarView()
        for _ in 0..<(1 + random.below(60)) {
            // A mark or two behind every other one, so that there is something to compose and to put in order.
            scalars.append(scalar(in: random.pick(ranges), &random))
            for _ in 0..<random.below(3) { scalars.append(scalar(in: 0x300...0x345, &random)) }
        }
        if random.oneIn(8) {
            scalars.append(contentsOf: String(repeating: "a", count: 1024 - min(1024, scalars.count)).unicodeScalars)
        }
        return JSONString(String(scalars))
    }

    private static func scalar(in range: ClosedRange<UInt32>, _ random: inout SplitMix64) -> Unicode.Scalar {
        Unicode.Scalar(range.lowerBound + UInt32(random.below(range.count))) ?? "a"
    }
}

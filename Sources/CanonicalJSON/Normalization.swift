@_spi(_Unicode) import Swift

/// Unicode's normalization form C.
///
/// The standard library has it as an underscored property; a test pins it with Unicode's own NormalizationTest.txt.
package enum Normalization {
    /// The form of `string`.
    package static func nfc(_ string: String) -> String {
        string._nfc.reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    /// The form of well-formed WTF-8; a lone surrogate stays, and nothing composes across it.
    static func nfc(_ wtf8: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        var at = 0
        while at < wtf8.count {
            if wtf8[at] == 0xED, wtf8[at + 1] >= 0xA0 {
                output.append(contentsOf: nfc(String(decoding: wtf8[start..<at], as: UTF8.self)).utf8)
                output.append(contentsOf: wtf8[at..<at + 3])
                at += 3
                start = at
            } else {
                at += 1
            }
        }
        output.append(contentsOf: nfc(String(decoding: wtf8[start...], as: UTF8.self)).utf8)
        return output
    }
}

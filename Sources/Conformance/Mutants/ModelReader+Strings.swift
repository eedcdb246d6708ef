import CanonicalJSON

extension ModelReader {
    /// The string whose opening quotation mark stands here.
    mutating func string() throws(Rejection) -> JSONString {
        let quote = next
        at += 1
        var content: [UInt16] = []
        while true {
            guard at < units.count else { throw fault() }
            if take(quote) { break }
            if take("\\") {
                content.append(try escape())
            } else {
                guard units[at] >= 0x20 || makes(.controlCharactersAccepted) else { throw fault() }
                content.append(units[at])
                at += 1
            }
        }
        let string = JSONString(utf16: try repaired(content))
        return makes(.nfcStrings) ? Self.composed(string) : string
    }

    private mutating func escape() throws(Rejection) -> UInt16 {
        guard at < units.count else { throw fault() }
        let letter = next
        let unit = units[at]
        at += 1
        switch letter {
        case "\"", "\\", "/": return unit
        case "b": return 0x08
        case "f": return 0x0C
        case "n": return 0x0A
        case "r": return 0x0D
        case "t": return 0x09
        case "u":
            let digits = units[at..<min(at + 4, units.count)].map { $0 < 0x80 ? UnicodeScalar(UInt8($0)) : "\0" }
            let hex = String(String.UnicodeScalarView(digits))
            guard hex.utf8.count == 4, let unit = UInt16(hex, radix: 16), !hex.hasPrefix("+") else { throw fault() }
            at += 4
            return unit
        default:
            guard makes(.unknownEscapesAccepted) else { throw fault() }
            return unit
        }
    }

    /// The content with what becomes of surrogates that are not part of a pair.
    private func repaired(_ content: [UInt16]) throws(Rejection) -> [UInt16] {
        var repaired = content
        for index in content.indices where UTF16.isSurrogate(content[index]) {
            let isPaired =
                UTF16.isLeadSurrogate(content[index])
                ? index + 1 < content.count && UTF16.isTrailSurrogate(content[index + 1])
                : index > 0 && UTF16.isLeadSurrogate(content[index - 1])
            if isPaired { continue }
            if makes(.loneSurrogateRejected) { throw fault() }
            if makes(.replaceLoneSurrogate) { repaired[index] = 0xFFFD }
            if makes(.loneSurrogateAsQuestionMark) { repaired[index] = 0x3F }
        }
        return repaired
    }

    /// The form NFC, where there are only characters.
    static func composed(_ string: JSONString) -> JSONString {
        string.string.map { JSONString(Normalization.nfc($0)) } ?? string
    }
}

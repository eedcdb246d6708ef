package import CanonicalJSON
import Foundation

/// The slow twin of the writer: recursive, by code unit, digits by trial.
package enum PlainWriter {
    package static func write(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .double(let value): number(value)
        case .string(let value): string(value)
        case .array(let elements): "[" + elements.map { write($0) }.joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { string($0.key) + ":" + write($0.value) }.joined(separator: ",") + "}"
        }
    }

    package static func string(_ string: JSONString) -> String {
        let units = string.utf16
        var output = "\""
        var at = 0
        while at < units.count {
            let unit = units[at]
            at += 1
            switch unit {
            case 0x22: output += "\\\""
            case 0x5C: output += "\\\\"
            case 0x08: output += "\\b"
            case 0x09: output += "\\t"
            case 0x0A: output += "\\n"
            case 0x0C: output += "\\f"
            case 0x0D: output += "\\r"
            case ..<0x20: output += String(format: "\\u%04x", Int(unit))
            case 0xD800...0xDBFF where at < units.count && (0xDC00...0xDFFF).contains(units[at]):
                output += String(decoding: [unit, units[at]], as: UTF16.self)
                at += 1
            case 0xD800...0xDFFF: output += String(format: "\\u%04x", Int(unit))
            default: output.unicodeScalars.append(Unicode.Scalar(unit)!)
            }
        }
        return output + "\""
    }

    /// The shortest of `%.1e`, `%.2e`, ... that reads back, laid out by moving the point.
    package static func number(_ value: Double) -> String {
        if value == 0 { return value.sign == .minus ? "-0.0" : "0.0" }
        let sign = value < 0 ? "-" : ""
        var scientific = ""
        for precision in 0...16 {
            scientific = String(format: "%.\(precision)e", abs(value))
            if Double(scientific) == abs(value) { break }
        }
        let parts = scientific.split(separator: "e")
        var digits = parts[0].filter { $0 != "." }
        while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
        let exponent = Int(parts[1])!
        if exponent < -6 || exponent >= 21 {
            let rest = digits.dropFirst()
            return sign + digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e" + (exponent < 0 ? "-" : "+")
                + "\(abs(exponent))"
        }
        if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
        let padded = digits + String(repeating: "0", count: max(0, exponent + 1 - digits.count))
        let fraction = padded.dropFirst(exponent + 1)
        return sign + padded.prefix(exponent + 1) + "." + (fraction.isEmpty ? "0" : fraction)
    }
}

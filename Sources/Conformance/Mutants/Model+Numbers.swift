import CanonicalJSON

/// How the digits of a double are laid out.
private struct NumberLayout {
    /// The exponents, those of one digit before the point, that are written in decimal form.
    var decimal: Range<Int>
    var mark = "e"
    var plus = "+"
    /// The least number of digits of the exponent.
    var padding = 1
    /// Whether there is a point in exponent form, whatever the digits.
    var alwaysPoint = false
    /// What ends an integral number in decimal form.
    var integralEnd = ".0"

    func text(digits: String, exponent: Int) -> String {
        guard decimal.contains(exponent) else {
            let first = digits.prefix(1)
            let rest = digits.dropFirst()
            let point = rest.isEmpty ? (alwaysPoint ? ".0" : "") : "." + rest
            let power = "\(exponent.magnitude)"
            let zeros = String(repeating: "0", count: max(0, padding - power.count))
            return first + point + mark + (exponent < 0 ? "-" : plus) + zeros + power
        }
        if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + digits }
        if digits.count <= exponent + 1 {
            return digits + String(repeating: "0", count: exponent + 1 - digits.count) + integralEnd
        }
        return digits.prefix(exponent + 1) + "." + digits.dropFirst(exponent + 1)
    }
}

extension Model {
    /// The text of a double.
    func text(of value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity" }
        let hasSign = value.sign == .minus && !(value == 0 && makes(.negativeZeroDropped))
        let (digits, exponent) = decimalDigits(value.magnitude)
        return (hasSign ? "-" : "") + layout.text(digits: digits, exponent: exponent)
    }

    private var layout: NumberLayout {
        let specified = -6..<21
        let choice = choice(
            of: .exponentPadding, .exponentWithoutPlus, .integralDoubleAsInteger, .javaNumberLayout,
            .pythonNumberLayout)
        return switch choice {
        case .exponentPadding: NumberLayout(decimal: specified, padding: 2)
        case .exponentWithoutPlus: NumberLayout(decimal: specified, plus: "")
        case .integralDoubleAsInteger: NumberLayout(decimal: specified, integralEnd: "")
        case .javaNumberLayout: NumberLayout(decimal: -3..<7, mark: "E", plus: "", alwaysPoint: true)
        case .pythonNumberLayout: NumberLayout(decimal: -4..<16, padding: 2)
        default: NumberLayout(decimal: specified)
        }
    }

    /// The digits of a magnitude without zeros at the end, and the power of ten of the first one.
    private func decimalDigits(_ value: Double) -> (digits: String, exponent: Int) {
        if value == 0 { return ("0", 0) }
        if makes(.seventeenDigits) { return rounded(value, to: 17) }
        if makes(.fifteenDigits) { return rounded(value, to: 15) }
        // Shortest digits are nobody's own code: those of the runtime.
        let parts = value.description.split(separator: "e")
        let significand = parts[0].split(separator: ".")
        let fraction = significand.count > 1 ? significand[1] : ""
        let all = String(significand[0] + fraction)
        let leading = all.prefix { $0 == "0" }.count
        let written = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        return (Self.trimmed(all), written + significand[0].count - 1 - leading)
    }

    /// The digits without zeros at either end.
    private static func trimmed(_ digits: String) -> String {
        var digits = digits.drop { $0 == "0" }
        while digits.last == "0" { digits.removeLast() }
        return String(digits)
    }

    /// The first `count` digits of the exact decimal expansion, rounded, as `printf` gives them.
    private func rounded(_ value: Double, to count: Int) -> (digits: String, exponent: Int) {
        // value = significand * 2^power; for a negative power that is significand * 5^-power / 10^-power.
        let power = max(Int(value.exponentBitPattern), 1) - 1075
        let significand = value.significandBitPattern | (value.isNormal ? 1 << 52 : 0)
        var digits = String(significand).utf8.reversed().map { Int($0 & 0x0F) }
        for _ in 0..<abs(power) {
            var carry = 0
            for index in digits.indices {
                carry += digits[index] * (power < 0 ? 5 : 2)
                digits[index] = carry % 10
                carry /= 10
            }
            if carry > 0 { digits.append(carry) }
        }
        var exponent = digits.count - 1 + min(power, 0)
        let surplus = digits.count - count
        if surplus > 0 {
            let isAbove =
                digits[surplus - 1] > 5 || digits[surplus - 1] == 5 && digits[..<(surplus - 1)].contains { $0 > 0 }
            let isTie = digits[surplus - 1] == 5 && !isAbove
            digits.removeFirst(surplus)
            if isAbove || isTie && digits[0] % 2 == 1 {
                var index = 0
                while index < digits.count, digits[index] == 9 {
                    digits[index] = 0
                    index += 1
                }
                if index < digits.count {
                    digits[index] += 1
                } else {
                    digits.append(1)
                    exponent += 1
                }
            }
        }
        return (Self.trimmed(digits.reversed().map(String.init).joined()), exponent)
    }
}

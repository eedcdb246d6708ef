import CanonicalJSON

extension ModelReader {
    /// The parts of a number's text.
    private struct Literal {
        var isNegative = false
        var integer = ""
        var fraction: String?
        var exponent: String?

        /// The text in the grammar of JSON.
        var text: String {
            let digits = integer.drop { $0 == "0" }
            var text = (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits)
            if let fraction { text += "." + (fraction.isEmpty ? "0" : fraction) }
            if let exponent { text += "e" + exponent }
            return text
        }

        var isInteger: Bool { fraction == nil && exponent == nil }
    }

    /// The number that starts here.
    mutating func number() throws(Rejection) -> ModelValue {
        let start = at
        var literal = Literal()
        if take("-") {
            literal.isNegative = true
            if makes(.nonFiniteAccepted), next == "I" {
                at += "Infinity".utf16.count
                return .double(-.infinity)
            }
        } else if makes(.plusSignAccepted) {
            _ = take("+")
        }
        literal.integer = digits()
        if take(".") { literal.fraction = digits() }
        if take("e") || take("E") {
            let sign = take("-") ? "-" : ""
            if sign.isEmpty { _ = take("+") }
            let digits = digits()
            guard !digits.isEmpty else { throw fault() }
            literal.exponent = sign + digits
        }
        if literal.integer.isEmpty || literal.fraction == "" {
            guard makes(.barePointAccepted), literal.integer + (literal.fraction ?? "") != "" else { throw fault() }
        }
        if literal.integer.count > 1, literal.integer.first == "0", !makes(.leadingZerosAccepted) { throw fault() }
        if makes(.numberTextKept) { return .literal(String(decoding: units[start..<at], as: UTF16.self)) }
        return literal.isInteger ? try integer(literal) : .double(try double(literal))
    }

    private mutating func digits() -> String {
        var digits = ""
        while ("0"..."9").contains(next) {
            digits.append(next)
            at += 1
        }
        return digits
    }

    private func integer(_ literal: Literal) throws(Rejection) -> ModelValue {
        if makes(.negativeZeroAsDouble), literal.text == "-0" { return .double(-0.0) }
        guard let number = Int64(literal.text) else { return try bigInteger(literal) }
        if makes(.integerAsDouble) { return .double(Double(number)) }
        if makes(.integersRounded) {
            return Int64(exactly: Double(number)).map { .integer($0) } ?? .double(Double(number))
        }
        return .integer(number)
    }

    /// An integer outside of Int64.
    private func bigInteger(_ literal: Literal) throws(Rejection) -> ModelValue {
        if makes(.bigIntegerClamped) { return .integer(literal.isNegative ? .min : .max) }
        if makes(.bigIntegerWrapped) {
            let magnitude = literal.integer.utf8.reduce(Int64(0)) { $0 &* 10 &+ Int64($1 & 0x0F) }
            return .integer(literal.isNegative ? 0 &- magnitude : magnitude)
        }
        if makes(.bigIntegerKept) { return .literal(literal.text) }
        if makes(.bigIntegerRejected) { throw fault() }
        return .double(try double(literal))
    }

    private func double(_ literal: Literal) throws(Rejection) -> Double {
        if makes(.naiveDoubleParser) { return try naive(literal) }
        if makes(.exponentClamped), let exponent = literal.exponent {
            let power = Int(exponent) ?? (exponent.hasPrefix("-") ? .min : .max)
            if power > 400 { throw fault() }
            if power < -400 { return 0 }
        }
        // Decimal to binary is nobody's own code: the reference stands for the runtime's function.
        guard let number = (try? JSONValue(parsing: Array(literal.text.utf8)))?.doubleValue else {
            if makes(.overflowAsInfinity) { return literal.isNegative ? -.infinity : .infinity }
            throw fault()
        }
        let significand = literal.integer + (literal.fraction ?? "")
        if makes(.underflowRejected), number == 0, significand.contains(where: { $0 != "0" }) { throw fault() }
        return makes(.float32) ? Double(Float(number)) : number
    }

    /// One digit after the other, then one power of ten after the other, each step rounded.
    private func naive(_ literal: Literal) throws(Rejection) -> Double {
        let fraction = literal.fraction ?? ""
        var value = (literal.integer + fraction).utf8.reduce(0.0) { $0 * 10 + Double($1 & 0x0F) }
        let power = max(-2000, min(2000, Int(literal.exponent ?? "0") ?? 0)) - fraction.count
        for _ in 0..<abs(power) { value = power < 0 ? value / 10 : value * 10 }
        guard value.isFinite else { throw fault() }
        return literal.isNegative ? -value : value
    }
}

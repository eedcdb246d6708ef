/// Numbers between text and `Double`, in the form of Dart's `num.toString` on the VM.
package enum NumberText {
    /// Appends the shortest digits that read back as `value`, which is finite.
    ///
    /// Decimal for 1e-6 <= |x| < 1e21, with `.0` when integral; otherwise `d.ddde+NN` or `d.ddde-NN`.
    package static func append(_ value: Double, to output: inout [UInt8]) {
        if value.sign == .minus { output.append(0x2D) }
        guard value != 0 else {
            output.append(contentsOf: [0x30, 0x2E, 0x30])
            return
        }
        let (digits, point) = shortestDigits(of: value.magnitude)
        if point > 21 || point < -5 {
            appendScientific(digits, exponent: point - 1, to: &output)
        } else if point <= 0 {
            output.append(0x30)
            output.append(0x2E)
            output.append(contentsOf: repeatElement(0x30, count: -point))
            output.append(contentsOf: digits)
        } else if digits.count <= point {
            output.append(contentsOf: digits)
            output.append(contentsOf: repeatElement(0x30, count: point - digits.count))
            output.append(0x2E)
            output.append(0x30)
        } else {
            output.append(contentsOf: digits[..<point])
            output.append(0x2E)
            output.append(contentsOf: digits[point...])
        }
    }

    private static func appendScientific(_ digits: [UInt8], exponent: Int, to output: inout [UInt8]) {
        output.append(digits[0])
        if digits.count > 1 {
            output.append(0x2E)
            output.append(contentsOf: digits[1...])
        }
        output.append(0x65)
        output.append(exponent < 0 ? 0x2D : 0x2B)
        append(Int64(exponent.magnitude), to: &output)
    }

    /// The shortest digits of a positive number, without zeros at either end, and where its decimal point stands
    /// relative to the first of them: 0.012 is ([1, 2], -1).
    private static func shortestDigits(of value: Double) -> (digits: [UInt8], point: Int) {
        var digits: [UInt8] = []
        digits.reserveCapacity(17)
        var point = 0
        var seenPoint = false
        var exponent = 0
        var text = value.description.utf8.makeIterator()
        while let byte = text.next() {
            switch byte {
            case 0x2E:
                seenPoint = true
            case 0x65:
                var negative = false
                while let digit = text.next() {
                    switch digit {
                    case 0x2D: negative = true
                    case 0x2B: break
                    default: exponent = exponent * 10 + Int(digit - 0x30)
                    }
                }
                if negative { exponent = -exponent }
            default:
                if digits.isEmpty, byte == 0x30 {
                    if seenPoint { point -= 1 }
                } else {
                    digits.append(byte)
                    if !seenPoint { point += 1 }
                }
            }
        }
        while digits.last == 0x30 { digits.removeLast() }
        return (digits, point + exponent)
    }

    /// Appends a decimal integer.
    package static func append(_ value: Int64, to output: inout [UInt8]) {
        if value < 0 { output.append(0x2D) }
        let start = output.count
        var rest = value.magnitude
        repeat {
            output.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        output[start...].reverse()
    }
}

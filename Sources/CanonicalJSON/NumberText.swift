/// Numbers between text and `Double`, in the form of Dart's `num.toString` on the VM.
package enum NumberText {
    /// Appends the shortest digits that read back as `value`, which is finite.
    ///
    /// Decimal for 1e-6 <= |x| < 1e21, with `.0` when integral; otherwise `d.ddde+N` or `d.ddde-N` (CJ-22 to CJ-26).
    /// The digits are those of `Double.description`; what differs is the layout outside of 1e-4 <= |x| < 2^54.
    package static func append(_ value: Double, to output: inout [UInt8]) {
        let text = Array(value.description.utf8)
        guard let mark = text.firstIndex(of: 0x65) else {
            output.append(contentsOf: text)
            return
        }
        let exponent = exponent(text[(mark + 1)...])
        if exponent < -6 || exponent >= 21 {
            output.append(contentsOf: text[...mark])
            output.append(exponent < 0 ? 0x2D : 0x2B)
            append(Int64(exponent.magnitude), to: &output)
            return
        }
        let first = text[0] == 0x2D ? 1 : 0
        output.append(contentsOf: text[..<first])
        let digits = text[first..<mark].filter { $0 != 0x2E }
        if exponent < 0 {
            output.append(0x30)
            output.append(0x2E)
            output.append(contentsOf: repeatElement(0x30, count: -exponent - 1))
            output.append(contentsOf: digits)
        } else {
            // From 2^54 on there is no fraction, and never more than 17 digits.
            output.append(contentsOf: digits)
            output.append(contentsOf: repeatElement(0x30, count: exponent + 1 - digits.count))
            output.append(0x2E)
            output.append(0x30)
        }
    }

    /// The value of a sign and digits.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        var value = 0
        for byte in text.dropFirst() { value = value * 10 + Int(byte & 0x0F) }
        return text.first == 0x2D ? -value : value
    }

    /// Appends a decimal integer.
    package static func append(_ value: Int64, to output: inout [UInt8]) {
        output.append(room: 20) { sink in
            if value < 0 { sink.append(0x2D) }
            append(value.magnitude, minimum: 1, &sink)
        }
    }

    /// Appends a decimal integer of at least so many digits, at most eight.
    private static func append(_ value: UInt64, minimum: Int, _ sink: inout ByteSink) {
        if value >= 100_000_000 { append(value / 100_000_000, minimum: 1, &sink) }
        let minimum = value >= 100_000_000 ? 8 : minimum
        var rest = value % 100_000_000
        // The last digit in the highest bits.
        var digits: UInt64 = 0
        var count = 0
        repeat {
            digits = digits << 8 | (0x30 + rest % 10)
            rest /= 10
            count += 1
        } while rest > 0 || count < minimum
        sink.append(digits, count: count)
    }
}

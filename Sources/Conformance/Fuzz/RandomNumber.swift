import SyncBridge

/// Random numbers on which readers of doubles go wrong.
enum RandomNumber {
    /// A number half way between two doubles, where ties go to the even one, or a very little beside it.
    static func tie(_ random: inout SplitMix64) -> [UInt8] {
        // An odd multiple of half of the last place.
        var multiple = (1 << 52 | random.next() >> 12) << 1 | 1
        var power = random.below(140) - 70
        if random.oneIn(8) { power = random.below(2050) - 1075 }
        if random.oneIn(8) { (multiple, power) = ((random.next() >> UInt64(12 + random.below(52))) << 1 | 1, -1075) }
        var digits = product(multiple, power < 0 ? 5 : 2, count: abs(power))
        // The last digit of what is no integer is a 5.
        var tail = random.pick(["", "", "1", "00000000000000000001", "9999999999"])
        if tail.hasPrefix("9"), digits[digits.count - 1] > UInt8(ascii: "0") { digits[digits.count - 1] -= 1 }
        if random.oneIn(8) { tail += String(repeating: "0", count: random.below(800)) }
        let exponent = min(power, 0) - tail.utf8.count
        if random.oneIn(2) { digits.insert(UInt8(ascii: "-"), at: 0) }
        if exponent == 0, random.oneIn(2) { return digits }
        return digits + "\(tail)e\(exponent)".utf8
    }

    /// The decimal digits of `number` times `factor`, `count` times.
    private static func product(_ number: UInt64, _ factor: Int, count: Int) -> [UInt8] {
        // From the last digit on.
        var digits = "\(number)".utf8.reversed().map { Int($0) - 0x30 }
        for _ in 0..<count {
            var carry = 0
            for place in digits.indices {
                carry += digits[place] * factor
                digits[place] = carry % 10
                carry /= 10
            }
            if carry > 0 { digits.append(carry) }
        }
        return digits.reversed().map { UInt8(0x30 + $0) }
    }
}

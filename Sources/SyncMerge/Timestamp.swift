/// Times as RFC 3339 spells them.
enum Timestamp {
    /// Milliseconds since 1970 of a timestamp such as `2026-11-30T13:00:00.5Z`, floored; nil for anything else.
    ///
    /// A leap second counts as the second after it. Years before 1970 have negative results.
    static func milliseconds(_ text: String) -> Int64? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2), reader.take("-"),
            let day = reader.digits(2), reader.take("T") || reader.take("t"), let hour = reader.digits(2),
            reader.take(":"), let minute = reader.digits(2), reader.take(":"), let second = reader.digits(2),
            (1...12).contains(month), (1...daysIn(month, of: year)).contains(day), hour < 24, minute < 60, second <= 60,
            let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset
        return (minutes * 60 + second) * 1000 + fraction
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar (Howard Hinnant, `days_from_civil`).
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
    }

    private struct Reader {
        let bytes: [UInt8]
        var at = 0

        var isAtEnd: Bool { at == bytes.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
            at += 1
            return true
        }

        mutating func digit() -> Int64? {
            guard at < bytes.count, (0x30...0x39).contains(bytes[at]) else { return nil }
            at += 1
            return Int64(bytes[at - 1] - 0x30)
        }

        mutating func digits(_ count: Int) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        /// The milliseconds of a fraction, 0 where there is none; nil for a point without digits.
        mutating func fraction() -> Int64? {
            guard take(".") else { return 0 }
            guard var value = digit() else { return nil }
            var count = 1
            while let digit = digit() {
                if count < 3 {
                    value = value * 10 + digit
                    count += 1
                }
            }
            while count < 3 {
                value *= 10
                count += 1
            }
            return value
        }

        /// The minutes east of UTC.
        mutating func offset() -> Int64? {
            if take("Z") || take("z") { return 0 }
            let sign: Int64 = take("+") ? 1 : take("-") ? -1 : 0
            guard sign != 0, let hours = digits(2), take(":"), let minutes = digits(2), hours < 24, minutes < 60 else {
                return nil
            }
            return sign * (hours * 60 + minutes)
        }
    }
}

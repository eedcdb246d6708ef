import CanonicalJSON

/// Makes a request smaller as long as a property holds: leaves out pieces of its byte strings, puts plain bytes for odd
/// ones, and looks for a part that shows it alone.
struct Shrinker {
    /// Byte strings among the inputs, which can be cut.
    private static let names: [JSONString] = [
        "json", "a", "b", "row", "record", "msg", "compressed", "plaintext", "archive",
    ]
    /// Up to so many bytes every part of a byte string is tried.
    private static let exhaustiveCount = 48

    /// How many more requests may be tried.
    private var trials: Int
    private let holds: (RandomRequest) -> Bool

    /// - Parameters:
    ///   - trials: the most requests to try.
    ///   - holds: whether a request still shows what is looked at.
    init(trials: Int, holds: @escaping (RandomRequest) -> Bool) {
        self.trials = trials
        self.holds = holds
    }

    /// The smallest request found for which the property holds; `request` where it can't be made smaller.
    mutating func shrink(_ request: RandomRequest) -> RandomRequest {
        var smallest = request
        for name in ["expect", "maxPlaintext", "profile"] as [JSONString] where smallest.inputs[name] != nil {
            var candidate = smallest
            candidate.inputs[name] = nil
            take(candidate, &smallest)
        }
        var before: RandomRequest
        repeat {
            before = smallest
            for name in Self.names where smallest.inputs[name]?.bytes != nil {
                drop(name, &smallest)
                simplify(name, &smallest)
                extract(name, &smallest)
            }
        } while smallest != before && trials > 0
        return smallest
    }

    /// Leaves out runs of bytes, long ones first; of short strings runs of every length.
    private mutating func drop(_ name: JSONString, _ smallest: inout RandomRequest) {
        var length = max(1, (smallest.inputs[name]?.bytes?.count ?? 0) / 2)
        while length >= 1, trials > 0 {
            var place = 0
            while let bytes = smallest.inputs[name]?.bytes, place < bytes.count, trials > 0 {
                let end = min(place + length, bytes.count)
                let isShorter = take(bytes[..<place] + bytes[end...], as: name, &smallest)
                if !isShorter { place += length > Self.exhaustiveCount / 2 ? length : 1 }
            }
            length = length > Self.exhaustiveCount / 2 ? length / 2 : length - 1
        }
    }

    /// Looks for the shortest part of a short string that does it alone.
    private mutating func extract(_ name: JSONString, _ smallest: inout RandomRequest) {
        guard let bytes = smallest.inputs[name]?.bytes, bytes.count <= Self.exhaustiveCount else { return }
        for length in 0..<bytes.count {
            for place in 0...(bytes.count - length) where trials > 0 {
                if take(bytes[place..<place + length], as: name, &smallest) { return }
            }
        }
    }

    /// Puts `a` for letters and others, `0` for digits, and a character of ASCII for its escape.
    private mutating func simplify(_ name: JSONString, _ smallest: inout RandomRequest) {
        for place in 0..<(smallest.inputs[name]?.bytes?.count ?? 0) where trials > 0 {
            guard let bytes = smallest.inputs[name]?.bytes, place < bytes.count else { return }
            if let character = Self.escaped(bytes[place...]),
                take(bytes[..<place] + [character] + bytes[(place + 6)...], as: name, &smallest)
            {
                continue
            }
            let plain: UInt8 = (0x30...0x39).contains(bytes[place]) ? 0x30 : 0x61
            guard bytes[place] != plain, !(0x20..<0x30).contains(bytes[place]) else { continue }
            _ = take(bytes[..<place] + [plain] + bytes[(place + 1)...], as: name, &smallest)
        }
    }

    /// The printable character of ASCII whose escape `bytes` begin with.
    private static func escaped(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes.count >= 6, bytes.starts(with: #"\u00"#.utf8) else { return nil }
        let value = UInt8(String(decoding: bytes.dropFirst(4).prefix(2), as: UTF8.self), radix: 16)
        return value.flatMap { (0x20..<0x7F).contains($0) ? $0 : nil }
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, as name: JSONString, _ smallest: inout RandomRequest) -> Bool
    {
        var candidate = smallest
        candidate.inputs[name] = .bytes(Array(bytes))
        return take(candidate, &smallest)
    }

    @discardableResult
    private mutating func take(_ candidate: RandomRequest, _ smallest: inout RandomRequest) -> Bool {
        trials -= 1
        guard holds(candidate) else { return false }
        smallest = candidate
        return true
    }
}

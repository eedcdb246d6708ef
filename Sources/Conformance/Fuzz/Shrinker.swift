import CanonicalJSON

/// Makes a request smaller as long as a property holds: drops pieces of its byte strings, then plain bytes for odd ones.
struct Shrinker {
    /// Byte strings among the inputs, which can be cut.
    private static let names: [JSONString] = ["json", "a", "b", "row", "record", "msg", "compressed", "plaintext", "archive"]

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
            }
        } while smallest != before && trials > 0
        return smallest
    }

    /// Leaves out runs of bytes, long ones first.
    private mutating func drop(_ name: JSONString, _ smallest: inout RandomRequest) {
        var length = max(1, (smallest.inputs[name]?.bytes?.count ?? 0) / 2)
        while length >= 1, trials > 0 {
            var place = 0
            while let bytes = smallest.inputs[name]?.bytes, place < bytes.count, trials > 0 {
                var shorter = bytes
                shorter.removeSubrange(place..<min(place + length, bytes.count))
                var candidate = smallest
                candidate.inputs[name] = .bytes(shorter)
                if !take(candidate, &smallest) { place += length }
            }
            if length == 1 { break }
            length /= 2
        }
    }

    /// Puts `a` for letters and others, `0` for digits.
    private mutating func simplify(_ name: JSONString, _ smallest: inout RandomRequest) {
        for place in 0..<(smallest.inputs[name]?.bytes?.count ?? 0) where trials > 0 {
            guard let bytes = smallest.inputs[name]?.bytes, place < bytes.count else { return }
            let plain: UInt8 = (0x30...0x39).contains(bytes[place]) ? 0x30 : 0x61
            guard bytes[place] != plain, !(0x20..<0x30).contains(bytes[place]) else { continue }
            var simpler = bytes
            simpler[place] = plain
            var candidate = smallest
            candidate.inputs[name] = .bytes(simpler)
            take(candidate, &smallest)
        }
    }

    @discardableResult
    private mutating func take(_ candidate: RandomRequest, _ smallest: inout RandomRequest) -> Bool {
        trials -= 1
        guard holds(candidate) else { return false }
        smallest = candidate
        return true
    }
}

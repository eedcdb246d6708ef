/// A reader of what others have made, and the laws that hold whatever it is given.
package struct FuzzTarget: Sendable {
    /// What it is called on the command line, and the folder of its corpus.
    package let name: String
    /// Feeds it an input; throws ``BrokenLaw`` when a law does not hold.
    package let run: @Sendable ([UInt8]) throws -> Void
    /// Makes of a mutated input one that gets past the first check, so that the code behind it is reached.
    package let repair: (@Sendable ([UInt8]) -> [UInt8])?
    /// Small inputs that reach far.
    package let seeds: @Sendable () throws -> [[UInt8]]

    package init(
        _ name: String, seeds: @escaping @Sendable () throws -> [[UInt8]],
        repair: (@Sendable ([UInt8]) -> [UInt8])? = nil, run: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        (self.name, self.seeds, self.repair, self.run) = (name, seeds, repair, run)
    }

    /// The targets of the codec and of the imports, in the order in which they build upon each other.
    package static let codec: [FuzzTarget] = [
        json, numbers, rows, records, gzip, deflate, passphrases, envelope, archive, rewrap, merge, fields, operations,
        reconcile, metadata, sshConfig, knownHosts, sqlite, arguments,
    ]
}

/// A law that does not hold for an input.
package struct BrokenLaw: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Throws unless a law holds.
package func law(_ holds: Bool, _ description: @autoclosure () -> String) throws {
    if !holds { throw BrokenLaw(description()) }
}

/// Throws unless two ways lead to the same.
package func same<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ description: @autoclosure () -> String
) throws {
    guard actual != expected else { return }
    func text(_ value: Value) -> String { String("\(value)".prefix(300)) }
    throw BrokenLaw("\(description()): \(text(actual)) instead of \(text(expected))")
}

/// What a call gave or threw, so that two ways can be compared.
func outcome<Value, Failure: Error>(_ body: () throws(Failure) -> Value) -> Result<Value, Failure> {
    Result(catching: body)
}

extension [UInt8] {
    /// Cuts the bytes into pieces whose sizes depend on nothing but the bytes.
    func pieces(greatest: Int) -> [ArraySlice<UInt8>] {
        var state = reduce(UInt64(count)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        var pieces: [ArraySlice<UInt8>] = []
        var rest = self[...]
        while !rest.isEmpty {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let piece = rest.prefix(1 + Int(state >> 33) % greatest)
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }

    /// The parts between bytes of 0xFF, which no text in UTF-8 has.
    func parts(atMost count: Int) -> [[UInt8]] {
        split(separator: 0xFF, maxSplits: count - 1, omittingEmptySubsequences: false).map(Array.init)
    }
}

import CanonicalJSON

/// A large set of inputs that is not shipped: made from a seed, and held to the hash of what they must give (VE-22).
public struct Corpus: Equatable, Sendable {
    /// The hash of the outputs of the first `count` items, one after the other.
    public struct Checkpoint: Equatable, Sendable {
        /// How many items.
        public var count: Int
        /// The SHA-256 of their outputs, in hex.
        public var sha256: String
    }

    /// What the items are: `doubles`, `order`, `strings` or `documents`.
    public var name: String
    /// The operation that gives the output.
    public var operation: String
    /// The clauses that it tests.
    public var clauses: [String]
    /// The seed of the generator.
    public var seed: UInt64
    /// What the outputs must be.
    public var checkpoints: [Checkpoint]

    /// The name of the file in the vectors' folder.
    public static let fileName = "corpora.json"

    /// All corpora; the checkpoints were computed in Python by `Tests/ConformanceTests/corpora.py`.
    public static let all = [
        Corpus(
            name: "doubles", operation: "canonicalize", clauses: ["CJ-22", "CJ-23", "CJ-24", "CJ-25", "CJ-26"], seed: 1,
            checkpoints: [
                Checkpoint(count: 1000, sha256: "c9d891d9fd236acae7b9487b5058b3945a5f4ae5007701fdbc7274bac94433a6"),
                Checkpoint(count: 10_000, sha256: "0a2f085a313ee471307b2099ab2defa243b494f0c4cd0d184988624cb04b96ff"),
                Checkpoint(count: 100_000, sha256: "5890a2dc818ec568a5c621e1f143208e2d5510f75049f8a289c8eb18fe66b7bf"),
            ]),
        Corpus(
            name: "order", operation: "compareUTF16", clauses: ["CJ-33"], seed: 2,
            checkpoints: [
                Checkpoint(count: 1000, sha256: "79b7282a9c5773b33a10604fb4057187a652f69de52b5fecf6bb71db503ce6c5"),
                Checkpoint(count: 10_000, sha256: "00f14c13bf675082ad0d590fc0c086552e652394962eb62a11fc2cbb0f59e48f"),
                Checkpoint(count: 100_000, sha256: "daa506a3fe43fa21cbf62aa1d1ff0411cd746e392e35b6db17245a2db0ce1ff0"),
            ]),
        Corpus(
            name: "strings", operation: "canonicalize", clauses: ["CJ-28", "CJ-29", "CJ-30", "CJ-31"], seed: 3,
            checkpoints: [
                Checkpoint(count: 1000, sha256: "3714273fc66f5d82ec89a3e0d8c0d0064b5301dcad938425aa3c3e5faa544e53"),
                Checkpoint(count: 10_000, sha256: "c07f54818812593a5aa1c3c31e5bda6fee6a28b9fe6f7f1e1604c2edd0cbee26"),
                Checkpoint(count: 100_000, sha256: "9793a9aac173b2db4843ccb3029a7c531f203dd8693991e015cf4ef44e3c1be9"),
            ]),
        Corpus(
            name: "documents", operation: "canonicalize", clauses: ["CJ-18", "CJ-20", "CJ-21"], seed: 4,
            checkpoints: [
                Checkpoint(count: 1000, sha256: "16baf7a23cc062049203291758f75c0c9bfcc7584f14a34dd8f73b1dbbc4e9b5"),
                Checkpoint(count: 10_000, sha256: "5155dd67886463902612348856721f9da29fa7d4eae77804eba6a28c7eb09325"),
                Checkpoint(count: 100_000, sha256: "bce47d413c4c4cbf21db7c5d6ec898f85b72211c5826fd3e9816baea54a613e1"),
            ]),
    ]

    /// What this implementation gives for the checkpoints up to `limit` items.
    ///
    /// - Throws: `VectorError` for a value without text, which the generator makes none of.
    public func observed(upTo limit: Int) throws(VectorError) -> [Checkpoint] {
        var generator = SplitMix64(seed: seed)
        var output: [UInt8] = []
        var count = 0
        var observed: [Checkpoint] = []
        for checkpoint in checkpoints where checkpoint.count <= limit {
            while count < checkpoint.count {
                try appendItem(from: &generator, to: &output)
                count += 1
            }
            observed.append(Checkpoint(count: count, sha256: try VectorBytes.digest(output)))
        }
        return observed
    }

    private func appendItem(from generator: inout SplitMix64, to output: inout [UInt8]) throws(VectorError) {
        do throws(JSONError) {
            switch name {
            case "order":
                let a = generator.units(below: 9)
                // Half of the pairs have a common start: otherwise the first unit decides nearly always.
                let start = generator.below(2) == 1 ? Array(a.prefix(Int(generator.below(UInt64(a.count) + 1)))) : []
                let (x, y) = (JSONString(utf16: a), JSONString(utf16: start + generator.units(below: 9)))
                output += Array((x < y ? "-1" : y < x ? "1" : "0").utf8)
            case "doubles": output += try JSONValue.double(generator.double()).canonicalBytes()
            case "strings": output += try JSONValue.string(generator.string()).canonicalBytes()
            default: output += try generator.value().canonicalBytes()
            }
        } catch { throw VectorError(place: name, reason: "\(error)") }
        output.append(0x0A)
    }

    /// The bytes of the file that lists all corpora, one a line.
    public static func fileBytes() throws(VectorError) -> [UInt8] {
        let lines: [JSONValue] = all.map { corpus in
            [
                "name": .text(corpus.name), "operation": .text(corpus.operation),
                "clauses": .array(corpus.clauses.map { .text($0) }), "seed": .text(String(corpus.seed)),
                "checkpoints": .array(
                    corpus.checkpoints.map { ["count": .integer(Int64($0.count)), "sha256": .text($0.sha256)] }),
            ]
        }
        return try LineJSON.bytes(
            head: #"{"specVersion":\#(VectorFile.specVersion),"generator":"splitmix64","corpora":"#, lines: lines,
            place: fileName)
    }
}

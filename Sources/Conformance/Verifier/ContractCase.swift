import CanonicalJSON
import SyncBridge

/// One thing that every stack seals and every stack opens.
struct ContractCase {
    /// The id of the seal vector that it was taken from, or a name for the user's own payload.
    let name: String
    let inputs: JSONObject
    let entropy: [Vector.Entropy]
    let features: [String]

    /// The inputs of `open` for an archive that was sealed from this case: the key of its first slot.
    func openInputs(archive: JSONValue) -> JSONObject {
        let slot = inputs["slots"]?[0]
        var result: JSONObject = ["archive": archive, "profile": "bytes"]
        if let key = slot?["key"] { result["key"] = key }
        if let passphrase = slot?["passphrase"] { result["passphrase"] = passphrase }
        if case .integer(3)? = inputs["contentType"] { return result }
        if case .integer(1)? = inputs["contentType"] { result["profile"] = "snapshot" }
        return result
    }

    /// Every valid seal vector, and `payload` once compressed and once chunked.
    static func all(from files: [VectorFile], payload: [UInt8]?) -> [ContractCase] {
        var cases: [ContractCase] = []
        for vector in files.flatMap(\.vectors) where vector.operation == "seal" {
            guard case .valid = vector.expectation else { continue }
            cases.append(
                ContractCase(
                    name: vector.id,
                    inputs: VectorBytes.expanded(vector.inputs),
                    entropy: vector.entropy,
                    features: vector.features
                )
            )
        }
        guard let payload else { return cases }
        for (codec, chunk) in [(1, "whole"), (2, "64k")] {
            cases.append(own(payload, codec: Int64(codec), chunk: chunk))
        }
        return cases
    }

    private static func own(_ payload: [UInt8], codec: Int64, chunk: String) -> ContractCase {
        func run(_ first: UInt8, _ count: UInt8) -> String { Hex.encode((0..<count).map { first + $0 }) }
        return ContractCase(
            name: "payload-\(chunk)",
            inputs: [
                "plaintext": .bytes(payload),
                "workspaceId": .text(run(0x00, 16)), "contentType": 1, "codec": .integer(codec),
                "mode": "deflate", "chunk": .text(chunk), "generation": "1",
                "slots": [["type": "raw", "key": .text(run(0x60, 32))]],
            ],
            entropy: [
                .init(label: "cek", hex: run(0x40, 32)), .init(label: "archiveSalt", hex: run(0x20, 32)),
                .init(label: "nonce", hex: run(0xB0, 12)), .init(label: "slotSalt.0", hex: run(0x80, 32)),
            ],
            features: chunk == "64k" ? ["chunked"] : []
        )
    }
}

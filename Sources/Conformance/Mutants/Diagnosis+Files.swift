import CanonicalJSON
import SyncArchive
import SyncBridge
public import SyncEnvelope

extension Diagnosis {
    /// Explains how the bytes `actual` differ from `expected`, which are right.
    ///
    /// What the known mistakes make is found by making each of them on the input that `expected` was made from, as far as
    /// that can be had: for an archive with `key` only.
    public init(actual: [UInt8], expected: [UInt8], key: UnlockingKey? = nil) {
        guard actual != expected else {
            self.init("both files")
            return
        }
        if let layout = ByteLayout(archive: expected) {
            self.init("two archives", fault: "they differ")
            compare("archive", actual: actual, expected: expected)
            layer = difference.map { Self.layer(ofField: layout.place(of: $0.offset)) }
            if let key {
                explain(actual, sealedOtherwiseThan: expected, with: key)
            } else {
                notes.append("without a key or passphrase neither the payload nor the known mistakes can be looked at")
            }
        } else if ByteLayout(gzip: expected) != nil {
            self.init("two gzip files", fault: "they differ")
            layer = Mutant.Layer.codec.rawValue
            compare("file", actual: actual, expected: expected)
            explain(actual, compressedOtherwiseThan: expected)
        } else if (try? JSONDocument(parsing: expected)) != nil {
            self.init("two JSON texts", fault: "they differ")
            layer = Mutant.Layer.canonicalJSON.rawValue
            compare("file", actual: actual, expected: expected)
            explain(actual, writtenOtherwiseThan: expected)
        } else {
            self.init("two files", fault: "they differ; the expected one is no archive, gzip file or JSON text")
            compare("file", actual: actual, expected: expected)
        }
    }

    private static func layer(ofField place: String) -> String {
        let layer: Mutant.Layer =
            if place.hasPrefix("slot ") { .keys } else if place.hasPrefix("payload") || place.hasPrefix("nonce") {
                .envelopePayload
            } else { .header }
        return layer.rawValue
    }

    /// Adds the mutants that make `actual` where `expected` is due, each of `vectors` being a way to make `expected`.
    private mutating func addMutants(making actual: [UInt8], instead vectors: [Vector], output: JSONString) {
        let answer = Answer.ok(outputs: [output: .bytes(actual)], intermediates: [:])
        let found = vectors.flatMap { Explanation().mutants(giving: answer, to: $0) }
        mutants = Mutant.allCases.filter { mutants.contains($0) || found.contains($0) }
    }
}

// MARK: JSON

extension Diagnosis {
    private mutating func explain(_ actual: [UInt8], writtenOtherwiseThan expected: [UInt8]) {
        do throws(JSONError) {
            let canonical = try CanonicalJSON.canonicalize(actual)
            notes.append(
                canonical == expected
                    ? "the actual text is another form of the expected one: its canonical form is right"
                    : canonical == actual
                        ? "the actual text is canonical: it holds other values or keys"
                        : "the actual text is not canonical, and its canonical form is not the expected text")
        } catch { notes.append("the actual text is no JSON: \(error)") }
        guard (try? CanonicalJSON.canonicalize(expected)) == expected else {
            notes.append("the expected text is not canonical: no known mistake can be tried on it")
            return
        }
        // A text that lost its order is only to be had from one that has it.
        let inputs = [expected, actual].filter { (try? CanonicalJSON.canonicalize($0)) == expected }
        addMutants(
            making: actual,
            instead: inputs.map {
                Vector(
                    operation: "canonicalize", inputs: ["json": .bytes($0)], outputs: ["canonical": .bytes(expected)])
            }, output: "canonical")
        addMutants(making: actual, instead: Self.encodings(of: expected), output: "row")
    }

    /// The ways to make the row `expected` of a record: one for each collection that it may belong to.
    private static func encodings(of expected: [UInt8]) -> [Vector] {
        RecordSchema.all.compactMap { schema in
            guard let record = try? RecordCodec.decode(collection: schema.collection, row: expected) else { return nil }
            return Vector(
                operation: "encodeRecord",
                inputs: ["collection": .string(schema.collection), "record": .bytes(record)],
                outputs: ["row": .bytes(expected)])
        }
    }
}

// MARK: gzip

extension Diagnosis {
    private mutating func explain(_ actual: [UInt8], compressedOtherwiseThan expected: [UInt8]) {
        let limit = Int(Envelope.defaultMaximumPlaintext)
        guard let content = try? LenientGzip.read(expected, limit: limit).bytes else {
            notes.append("the expected file does not decompress")
            return
        }
        do {
            _ = try Archive.decompress(actual, codec: .gzip, length: content.count, limit: limit)
            notes.append("the actual file is a gzip file as an archive may hold it")
        } catch { notes.append("no archive may hold the actual file: \(error)") }
        addMutants(
            making: actual,
            instead: ["deflate", "stored"].map { mode in
                Vector(
                    operation: "compress", inputs: ["msg": .bytes(content), "codec": 1, "mode": mode],
                    outputs: ["compressed": .bytes(expected)])
            }, output: "compressed")
    }
}

extension Vector {
    /// A vector made for one comparison; it stands in no file.
    init(operation: String, inputs: JSONObject, entropy: [Entropy] = [], outputs: JSONObject) {
        self.init(
            id: operation, clauses: [], operation: operation, comment: "", inputs: inputs, entropy: entropy,
            expectation: .valid(outputs: outputs))
    }
}

import CanonicalJSON
import SyncArchive
import SyncEnvelope

/// Finds where a stack's work departs from the reference's: the first layer, and the place in what it wrote.
enum Blame {
    private static let layers = ["compressed", "keyId", "kekCheck", "wrappedCEK", "headerMac", "payloadKeyCheck"]

    /// The first layer in which an answer differs (TP-28; VR-13 for `compress`); nil where none does or none is known.
    static func layer(of answer: Answer, for vector: Vector) -> Difference? {
        guard case .ok(let outputs, let actual) = answer else { return nil }
        if vector.operation == "compress" { return part(of: outputs, for: vector) }
        guard !actual.isEmpty, let reply = reference(vector) else { return nil }
        // Another deflate makes other bytes, rightly.
        return layer(actual, reference: reply.intermediates, ofOwnDeflate: vector.determinism == .perImplementation)
    }

    /// The first of the layers of TP-28 that differs.
    static func layer(_ actual: JSONObject, reference: JSONObject, ofOwnDeflate: Bool) -> Difference? {
        for layer in layers where !(ofOwnDeflate && layer == "compressed") {
            for (name, value) in reference where name.description.prefix(while: { $0 != "." }) == layer {
                guard let observed = actual[name], observed != value,
                    let observedBytes = observed.hexBytes ?? observed.bytes,
                    let expectedBytes = value.hexBytes ?? value.bytes
                else { continue }
                return Difference(at: name.description, actual: observedBytes, expected: expectedBytes)
            }
        }
        return nil
    }

    /// What the reference answers to a vector; nil where it refuses.
    static func reference(_ vector: Vector) -> Reply? {
        reference(vector.operation, inputs: VectorBytes.expanded(vector.inputs), entropy: vector.entropy)
    }

    /// What the reference answers to a request; nil where it refuses.
    static func reference(_ operation: String, inputs: JSONObject, entropy: [Vector.Entropy] = []) -> Reply? {
        let name = JSONString(operation)
        guard let handler = Testee.operations[name] else { return nil }
        let request: JSONObject = ["inputs": .object(inputs), "entropy": Vector.json(entropy)]
        return try? Testee.reply(to: .object(request), of: name, with: handler, scratch: nil)
    }

    /// The first part of a compressed message that is not as it has to be: the gzip header, the deflate stream or the trailer.
    private static func part(of outputs: JSONObject, for vector: Vector) -> Difference? {
        guard let actual = outputs["compressed"]?.bytes,
            let expected = reference(vector)?.outputs["compressed"]?.bytes
        else { return nil }
        guard vector.inputs["codec"] == 1 else {
            return Difference(at: "deflate stream", actual: actual, expected: expected)
        }
        let (header, trailer) = (10, 8)
        func stream(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.dropFirst(header).dropLast(trailer)) }
        if let difference = Difference(
            at: "gzip header", actual: Array(actual.prefix(header)), expected: Array(expected.prefix(header)))
        {
            return difference
        }
        let inTrailer = Difference(
            at: "gzip trailer", actual: Array(actual.suffix(trailer)), expected: Array(expected.suffix(trailer)))
        // A stream of another deflate is to blame only where nothing else is.
        if let inTrailer, vector.determinism == .perImplementation { return inTrailer }
        return Difference(at: "deflate stream", actual: stream(actual), expected: stream(expected)) ?? inTrailer
    }
}

extension Blame {
    /// What stands at `offset` of an output: a JSON pointer, or a part of a header; nil where that says nothing.
    static func place(at offset: Int, of expected: [UInt8], output: String) -> String? {
        switch output {
        case "canonical", "row", "record", "plaintext":
            return pointer(to: offset, in: expected).map { $0.isEmpty ? "the top level" : $0 }
        case "archive", "header or slots": return headerPart(at: offset, of: expected)
        default: return nil
        }
    }

    /// The JSON pointer of the deepest value, or of the member by whose key it is, that `offset` lies in.
    private static func pointer(to offset: Int, in json: [UInt8]) -> String? {
        guard let document = try? JSONDocument(parsing: json) else { return nil }
        var (node, pointer) = (document.root, "")
        descent: while true {
            for member in node.members where offset < member.value.sourceRange.upperBound {
                guard offset >= member.keyRange.lowerBound else { break descent }
                let key = member.key.description.split(separator: "~", omittingEmptySubsequences: false)
                    .joined(separator: "~0").split(separator: "/", omittingEmptySubsequences: false)
                pointer += "/" + key.joined(separator: "~1")
                guard offset >= member.value.sourceRange.lowerBound else { break descent }
                node = member.value
                continue descent
            }
            for (index, element) in node.elements.enumerated() where offset < element.sourceRange.upperBound {
                guard offset >= element.sourceRange.lowerBound else { break descent }
                pointer += "/\(index)"
                node = element
                continue descent
            }
            break
        }
        return pointer
    }

    private static func headerPart(at offset: Int, of archive: [UInt8]) -> String? {
        guard let header = try? Envelope.inspect(archive).header else { return nil }
        let nonceStart = header.count - header.nonce.count
        let macStart = nonceStart - header.mac.count
        if offset >= macStart {
            return offset >= header.count ? "the payload" : offset >= nonceStart ? "the nonce" : "the header MAC"
        }
        var start = macStart - header.slots.reduce(0) { $0 + $1.bytes.count }
        if offset < start { return "the prologue" }
        for (index, slot) in header.slots.enumerated() {
            start += slot.bytes.count
            if offset < start { return "slot \(index)" }
        }
        return nil
    }
}

extension Failure {
    /// Adds what `Blame` finds out about `answer` to `vector`.
    func explained(_ answer: Answer, for vector: Vector) -> Failure {
        var failure = self
        failure.layer = Blame.layer(of: answer, for: vector)
        // The whole, of which the vector may hold a part or a hash.
        if let difference, let expected = Blame.reference(vector)?.outputs[JSONString(difference.place)]?.bytes {
            failure.difference?.part = Blame.place(at: difference.offset, of: expected, output: difference.place)
        }
        return failure
    }
}

import CanonicalJSON
import SyncArchive

/// The inputs of one request, read by name and type; what is missing or of the wrong type is `INVALID_PARAMETER` (TP-8).
struct Request {
    let inputs: JSONObject
    let entropy: [(label: String, bytes: [UInt8])]
    private let scratch: ScratchFolder?

    init(_ request: JSONValue, scratch: ScratchFolder?) throws(Rejection) {
        guard let given = request["inputs"]?.objectValue else { throw .parameter("inputs: not an object") }
        inputs = given
        self.scratch = scratch
        var labelled: [(label: String, bytes: [UInt8])] = []
        if let list = request["entropy"] {
            guard let elements = list.arrayValue else { throw .parameter("entropy: not a list") }
            for element in elements {
                guard let label = element["label"]?.text, let bytes = element["hex"]?.hexBytes else {
                    throw .parameter("entropy: an element without label or hex")
                }
                labelled.append((label, bytes))
            }
        }
        entropy = labelled
    }

    /// A byte string, in the line or in a file of the scratch folder (TP-5).
    func bytes(_ name: JSONString) throws(Rejection) -> [UInt8] {
        try bytes(inputs[name], name)
    }

    /// A list of byte strings.
    func byteStrings(_ name: JSONString) throws(Rejection) -> [[UInt8]] {
        var list: [[UInt8]] = []
        for element in try elements(name) { list.append(try bytes(element, name)) }
        return list
    }

    func elements(_ name: JSONString) throws(Rejection) -> [JSONValue] {
        guard let elements = inputs[name]?.arrayValue else { throw .parameter("\(name): not a list") }
        return elements
    }

    private func bytes(_ given: JSONValue?, _ name: JSONString) throws(Rejection) -> [UInt8] {
        var value = given
        if let scratch, let given {
            do { value = try scratch.internalize(given, of: name) } catch { throw .parameter(error.reason) }
        }
        guard let bytes = value?.bytes else { throw .parameter("\(name): not base64") }
        return bytes
    }

    /// Throws unless there is no entropy: most operations draw none (TP-11).
    func refuseEntropy() throws(Rejection) {
        if let unused = entropy.first { throw .parameter("entropy: \(unused.label) is not used") }
    }

    func hex(_ name: JSONString) throws(Rejection) -> [UInt8] {
        guard let bytes = inputs[name]?.hexBytes else { throw .parameter("\(name): not hex") }
        return bytes
    }

    func text(_ name: JSONString) throws(Rejection) -> String {
        guard let text = inputs[name]?.text else { throw .parameter("\(name): not a string") }
        return text
    }

    func integer(_ name: JSONString) throws(Rejection) -> Int64 {
        try integer(name, in: Int64.min...Int64.max)
    }

    func integer(_ name: JSONString, in range: ClosedRange<Int64>) throws(Rejection) -> Int64 {
        guard let value = inputs[name]?.integerValue, range.contains(value) else {
            throw .parameter("\(name): not an integer in \(range.lowerBound)...\(range.upperBound)")
        }
        return value
    }

    func codec() throws(Rejection) -> ArchiveCodec {
        guard let codec = ArchiveCodec(rawValue: UInt8(try integer("codec", in: 0...2))) else {
            throw .parameter("codec: unknown")
        }
        return codec
    }

    func mode() throws(Rejection) -> DeflateMode {
        switch try text("mode") {
        case "deflate": return .deflate
        case "stored": return .stored
        default: throw .parameter("mode: neither deflate nor stored")
        }
    }
}

public import CanonicalJSON
import SyncBridge

extension Vector {
    /// `valid`, `acceptable`, or the error class that is demanded.
    public var expectedResult: String {
        switch expectation {
        case .valid: "valid"
        case .invalid(let errorClass): errorClass
        case .acceptable: "acceptable"
        }
    }

    /// The vector as an element of a file's `vectors`, in canonical form.
    ///
    /// Throws `VectorError` for what has no canonical form; no vector that was read from a file has none.
    public func canonicalBytes() throws(VectorError) -> [UInt8] {
        do { return try json.canonicalBytes() } catch {
            throw VectorError(place: id, reason: "\(error)")
        }
    }

    /// The vector in short: what a list of vectors says of it.
    ///
    /// - Parameter kind: the kind of the file that it is in.
    public func summary(kind: String) -> JSONObject {
        var members: JSONObject = ["id": .text(id), "kind": .text(kind), "operation": .text(operation)]
        switch expectation {
        case .valid: members["result"] = "valid"
        case .invalid(let errorClass):
            members["result"] = "invalid"
            members["errorClass"] = .text(errorClass)
        case .acceptable: members["result"] = "acceptable"
        }
        members["clauses"] = .array(clauses.map { .text($0) })
        members["comment"] = .text(comment)
        return members
    }

    /// What the members of the vector mean, for people: where it comes from, and each byte string decoded.
    ///
    /// At most `limit` bytes of each byte string are shown.
    public func explanation(limit: Int = 1024) -> String {
        var text = ""
        if let parent { text += "parent: \(parent)\n" }
        if let mutation { text += "mutation: \(Mutation.words(mutation))\n" }
        var outputs: JSONObject = [:]
        if case .valid(let given) = expectation { outputs = given }
        for (place, values) in [("inputs", inputs), ("outputs", outputs)] {
            for (name, value) in values where Self.byteStrings.contains(name) {
                guard let view = ByteView(value, limit: limit) else { continue }
                text += "\n\(place).\(name): \(view.title)\n\(view.lines)"
            }
        }
        return text
    }

    /// The inputs and outputs that are byte strings (TP); of the others some are hex or look like base64.
    static let byteStrings: Set<JSONString> = [
        "json", "a", "b", "canonical", "row", "record", "msg", "compressed", "plaintext", "archive", "archivePrefix",
        "payload", "trace", "domain", "metadata", "journal", "result", "replayed", "question", "answer",
    ]
}

extension Mutation {
    /// What `mutation` does, in words.
    static func words(_ mutation: JSONObject) -> String {
        if case .array(let changes)? = mutation["changes"] {
            return changes.compactMap(\.objectValue).map(words).joined(separator: "; ")
        }
        let part = mutation["part"]?.text.map { ", \($0), and sealed again" } ?? ""
        let field = (mutation["field"]?.text ?? "?") + part
        let value = mutation["value"]?.text ?? ""
        let offset = mutation["offset"]?.integerValue ?? 0
        let count = mutation["count"]?.integerValue ?? 0
        return switch mutation["op"]?.text {
        case "flip": "\(field): the bits \(value) are flipped at byte \(offset)"
        case "set": "\(field): the bytes from \(offset) are set to \(value)"
        case "cut": "\(field): ends at byte \(offset)"
        case "append": "\(field): the bytes \(value) are added at the end"
        case "insert": "\(field): the bytes \(value) are inserted at byte \(offset)"
        case "delete": "\(field): \(count) bytes are left out from byte \(offset) on"
        case "replace" where mutation["offset"] != nil:
            "\(field): \(count) bytes from byte \(offset) on are replaced by \(value)"
        case "replace": "\(field): all of it is replaced"
        default: "\(field): has another value"
        }
    }
}

/// One byte string as people read it.
private struct ByteView {
    var title: String
    /// Indented lines, each with its newline.
    var lines: String

    /// Reads any form of VE-8; nil for what is no byte string.
    init?(_ value: JSONValue, limit: Int) {
        if let digest = value["sha256"]?.text, let length = value["length"]?.integerValue {
            title = "\(length) bytes"
            lines = "  SHA-256 \(digest)\n"
            return
        }
        guard let bytes = VectorBytes.expanded(value: value).bytes else { return nil }
        let isText = Self.isText(bytes)
        title = "\(bytes.count) bytes\(isText ? " of UTF-8" : "")"
        var end = min(limit, bytes.count)
        // Not in the middle of a character.
        while isText, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        lines = isText ? Self.text(bytes[..<end]) : HexDump.lines(Array(bytes[..<end])).map { "  \($0)\n" }.joined()
        if bytes.count > end { lines += "  ... \(bytes.count - end) more bytes\n" }
    }

    /// Whether a terminal shows what is there: no control characters, and nothing that is not to be seen.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n" || scalar == "\t"
            case .format, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: false
            case .spaceSeparator: scalar == " "
            default: true
            }
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map { "  \($0)\n" }.joined()
    }
}

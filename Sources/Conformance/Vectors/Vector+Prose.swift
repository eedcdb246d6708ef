import CanonicalJSON
import SyncBridge

extension Vector {
    /// The vector told to somebody who writes a port: what it tests, where it comes from, what goes wrong, how to ask by hand.
    ///
    /// - Parameters:
    ///   - kind: the kind of the file that it is in.
    ///   - parent: the vector that it was made from, where it has one.
    ///   - clauses: the specification.
    public func prose(kind: String, parent: Vector?, clauses: ClauseTexts) -> String {
        var text = "\(id): \(comment).\n\n"
        text += Self.paragraph("It is one of the vectors of \(kind) and asks for \(operation). \(demand)")
        text += "\nIt tests:\n"
        for id in clauses.ids where self.clauses.contains(id) {
            text += Self.paragraph("\(id): \(clauses.texts[id] ?? "")", indent: "  ")
        }
        if let parent { text += "\n" + origin(parent) }
        text += "\nA stack fails here if, for instance:\n"
        for reason in reasons { text += Self.paragraph(reason, indent: "  ") }
        return text + "\n" + byHand
    }

    /// What a right answer is.
    private var demand: String {
        switch expectation {
        case .valid where determinism == .perImplementation:
            "A right stack answers ok; the deflate stream is its own, all around it and all in it is not."
        case .valid(let outputs):
            "A right stack answers ok, and its \(outputs.map(\.key.description).joined(separator: " and ")) is exactly this."
        case .invalid(let errorClass):
            "A right stack rejects it with \(errorClass): another class is as wrong as an answer, and so is a crash."
        case .acceptable(let flag, let readings):
            "The specification leaves \(flag) to the stack: any of \(readings.count) readings is right."
        }
    }

    /// The parent, the change, and the bytes around it on both sides.
    private func origin(_ parent: Vector) -> String {
        guard let mutation else { return "" }
        let changes = mutation["changes"]?.arrayValue?.compactMap(\.objectValue) ?? [mutation]
        let count = changes.count == 1 ? "one change" : "\(changes.count) changes"
        var text = Self.paragraph("It was made from \(parent.id) (\(parent.comment)) by \(count).")
        text += Self.paragraph(Mutation.words(mutation) + ".", indent: "  ")
        for field in Set(changes.compactMap { $0["field"]?.stringValue }).sorted() { text += difference(field, parent) }
        return text
    }

    /// The bytes of one input around its first change.
    private func difference(_ field: JSONString, _ parent: Vector) -> String {
        let before = VectorBytes.expanded(value: parent.inputs[field] ?? .null)
        let after = VectorBytes.expanded(value: inputs[field] ?? .null)
        guard Self.byteStrings.contains(field), let before = before.bytes, let after = after.bytes,
            let difference = Difference(at: field.description, actual: after, expected: before)
        else {
            return "  before  \(Self.short(before))\n  after   \(Self.short(after))\n"
        }
        // A row of the window that holds the first difference, or is where the shorter side ends.
        let skipped = difference.offset / 16 * 16 - difference.windowOffset
        func row(_ bytes: [UInt8]) -> String {
            let row = bytes.dropFirst(skipped).prefix(16)
            return row.isEmpty ? "(the end)" : row.map { Hex.encode([$0]) }.joined(separator: " ")
        }
        return "  from byte \(difference.windowOffset + skipped) on\n"
            + "  before  \(row(difference.expected))\n  after   \(row(difference.actual))\n"
    }

    /// What implementations are known to do wrong here; in general, where nothing is known.
    private var reasons: [String] {
        let mistakes = annotations.kills.map { name in
            Mutant(rawValue: name).map { "\(name): \($0.mistake)" } ?? name
        }
        guard mistakes.isEmpty else { return mistakes }
        switch expectation {
        case .valid:
            return ["it refuses what has to be accepted, or its bytes differ (no known mistake is caught by it)"]
        case .invalid:
            return [
                "it does not look, or looks at something else first: checks have an order (no known mistake is caught by it)"
            ]
        case .acceptable: return ["it answers in a way that is none of the readings"]
        }
    }

    /// The request for a shell.
    private var byHand: String {
        let inputs = VectorBytes.expanded(self.inputs)
        guard inputs.allSatisfy({ ($0.value.bytes?.count ?? 0) <= 65_536 }) else {
            return
                "Its inputs are too long for one line; 'syncwire verify --testee NAME=TESTEE' hands them over by file.\n"
        }
        var request: JSONObject = ["id": 1, "op": .text(operation), "inputs": .object(inputs)]
        if !entropy.isEmpty { request["entropy"] = Self.json(entropy) }
        guard let bytes = try? JSONValue.object(request).canonicalBytes() else { return "" }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: #"'\''"#)
        return "To ask by hand:\n\nprintf '%s\\n' '\(line)' | TESTEE --once\n"
    }

    private static func short(_ value: JSONValue) -> String {
        guard let bytes = try? value.canonicalBytes() else { return "" }
        let text = String(decoding: bytes, as: UTF8.self)
        return value.isNull ? "(nothing)" : text.count > 100 ? text.prefix(100) + "..." : text
    }

    /// Words broken into lines of at most 100 characters.
    private static func paragraph(_ text: String, indent: String = "") -> String {
        var lines = ""
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + word.count + 1 > 100 - indent.count {
                lines += indent + line + "\n"
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return lines + indent + line + "\n"
    }
}

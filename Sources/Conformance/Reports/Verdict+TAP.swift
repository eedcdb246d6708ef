import CanonicalJSON

extension Verdict {
    /// The verdict in the Test Anything Protocol, version 14: a test point for each result.
    ///
    /// A failure is followed by a YAML block with `message`, `stack` and `clauses`. There are no times.
    public func tap() -> String {
        var text = "TAP version 14\n1..\(results.count)\n"
        for (index, result) in results.enumerated() {
            let point = "\(index + 1) - " + Self.escaped("\(result.suite) \(result.name)")
            switch result.outcome {
            case .passed: text += "ok \(point)\n"
            case .skipped(let reason): text += "ok \(point) # SKIP \(Self.escaped(reason))\n"
            // The directive with which TAP 14 marks a failure that is expected.
            case .known(_, let reason): text += "not ok \(point) # TODO \(Self.escaped(reason))\n"
            case .failed(let failure):
                text += "not ok \(point)\n  ---\n"
                text += "  message: \(Self.quoted(failure.summary))\n"
                text += "  stack: \(Self.quoted(result.stack))\n"
                text += "  clauses: [\(result.clauses.map(Self.quoted).joined(separator: ", "))]\n  ...\n"
            }
        }
        return text
    }

    /// Text in the line of a test point, where `#` would start a directive.
    private static func escaped(_ text: String) -> String {
        text.visible().reduce(into: "") { result, character in
            if character == "\\" || character == "#" { result.append("\\") }
            result.append(character)
        }
    }

    /// A quoted scalar of YAML: a JSON string is one.
    private static func quoted(_ text: String) -> String {
        let bytes = try? JSONValue.text(text.visible()).canonicalBytes()
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}

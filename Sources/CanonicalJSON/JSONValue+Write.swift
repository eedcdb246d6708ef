extension JSONValue {
    /// The canonical bytes.
    ///
    /// Throws `depthExceeded` when arrays and objects nest more than `maxDepth` deep and `nonFiniteNumber` for a NaN
    /// or an infinity; the error's place is that in the output.
    public func canonicalBytes(maxDepth: Int = 512) throws(JSONError) -> [UInt8] {
        var output: [UInt8] = []
        try appendCanonical(to: &output, maxDepth: maxDepth)
        return output
    }

    /// Appends the canonical bytes to `output`, which holds a part of them when this throws.
    public func appendCanonical(to output: inout [UInt8], maxDepth: Int = 512) throws(JSONError) {
        let start = output.count
        var open: [OpenContainer] = []
        var current: JSONValue? = self
        while true {
            if let value = current {
                current = nil
                switch value {
                case .null: output.append(contentsOf: "null".utf8)
                case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
                case .integer(let value): NumberText.append(value, to: &output)
                case .double(let value):
                    guard value.isFinite else { throw JSONError(.nonFiniteNumber, output, start) }
                    NumberText.append(value, to: &output)
                case .string(let value): Self.append(value, to: &output)
                case .array(let elements):
                    guard open.count < maxDepth else { throw JSONError(.depthExceeded, output, start) }
                    output.append(0x5B)
                    open.append(OpenContainer(content: .array(elements)))
                case .object(let members):
                    guard open.count < maxDepth else { throw JSONError(.depthExceeded, output, start) }
                    output.append(0x7B)
                    open.append(OpenContainer(content: .object(members)))
                }
            }
            guard !open.isEmpty else { return }
            current = open[open.count - 1].next(to: &output)
            if current == nil { open.removeLast() }
        }
    }

    private static func append(_ string: JSONString, to output: inout [UInt8]) {
        output.append(0x22)
        EscapeTable.appendContent(string.wtf8.span, to: &output)
        output.append(0x22)
    }

    /// An array or object of which some elements have been written.
    private struct OpenContainer {
        enum Content {
            case array([JSONValue])
            case object(JSONObject)
        }
        let content: Content
        var position = 0

        /// Writes what comes before the next element and returns it, or writes the closing bracket.
        mutating func next(to output: inout [UInt8]) -> JSONValue? {
            defer { position += 1 }
            switch content {
            case .array(let elements):
                guard position < elements.count else {
                    output.append(0x5D)
                    return nil
                }
                if position > 0 { output.append(0x2C) }
                return elements[position]
            case .object(let members):
                guard position < members.count else {
                    output.append(0x7D)
                    return nil
                }
                if position > 0 { output.append(0x2C) }
                let (key, value) = members[position]
                JSONValue.append(key, to: &output)
                output.append(0x3A)
                return value
            }
        }
    }
}

extension JSONError {
    /// An error at the end of what has been written since `start`; canonical bytes are one line.
    fileprivate init(_ code: Code, _ output: [UInt8], _ start: Int) {
        let offset = output.count - start
        self.init(code: code, offset: offset, line: 1, column: offset + 1)
    }
}

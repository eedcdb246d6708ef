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
        // The containers around the innermost one; the value itself is as the one element of an array without brackets.
        var outer: [OpenContainer] = []
        var open = OpenContainer(elements: [self])
        while true {
            guard open.position < open.count else {
                guard let parent = outer.popLast() else { return }
                output.append(open.isObject ? 0x7D : 0x5D)
                open = parent
                continue
            }
            if open.position > 0 { output.append(0x2C) }
            let value = open.next(to: &output)
            switch value {
            case .null: output.append(contentsOf: "null".utf8)
            case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
            case .integer(let value): NumberText.append(value, to: &output)
            case .double(let value):
                guard value.isFinite else { throw JSONError(.nonFiniteNumber, output, start) }
                NumberText.append(value, to: &output)
            case .string(let value): EscapeTable.append(string: value.wtf8.span, to: &output)
            case .array(let elements):
                guard outer.count < maxDepth else { throw JSONError(.depthExceeded, output, start) }
                output.append(0x5B)
                outer.append(open)
                open = OpenContainer(elements: elements)
            case .object(let members):
                guard outer.count < maxDepth else { throw JSONError(.depthExceeded, output, start) }
                output.append(0x7B)
                outer.append(open)
                open = OpenContainer(members: members)
            }
        }
    }

    /// An array or object of which some elements have been written.
    private struct OpenContainer {
        private var elements: [JSONValue] = []
        private var members = JSONObject()
        let isObject: Bool
        let count: Int
        private(set) var position = 0

        init(elements: [JSONValue]) {
            self.elements = elements
            count = elements.count
            isObject = false
        }

        init(members: JSONObject) {
            self.members = members
            count = members.count
            isObject = true
        }

        /// Writes the key of the next element, if it has one, and returns the element.
        mutating func next(to output: inout [UInt8]) -> JSONValue {
            defer { position += 1 }
            guard isObject else { return elements[position] }
            let (key, value) = members[position]
            EscapeTable.append(string: key.wtf8.span, to: &output)
            output.append(0x3A)
            return value
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

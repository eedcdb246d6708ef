extension Tape {
    /// The value of node `root` with all that it contains, built without recursion.
    func value(_ source: Span<UInt8>, _ root: Int) -> JSONValue {
        var open: [OpenContainer] = []
        // The keys and values of all open containers, those of the innermost last.
        var keys: [JSONString] = []
        var values: [JSONValue] = []
        var current = root
        while true {
            let node = nodes[current]
            if node.kind == .array || node.kind == .object {
                open.append(OpenContainer(node, at: current, keys: keys.count, values: values.count))
            } else {
                values.append(scalar(source, node))
            }
            while true {
                guard var container = open.popLast() else { return values[0] }
                while container.isObject, container.cursor < container.end,
                    nodes[container.cursor].flags.contains(.superseded)
                {
                    container.cursor = nodes[container.cursor + 1].next
                }
                guard container.cursor < container.end else {
                    values.append(container.close(&keys, &values))
                    continue
                }
                let child = nodes[container.cursor]
                if container.isObject {
                    keys.append(JSONString(wellFormed: Self.content(source, child)))
                    current = child.next
                    container.cursor = nodes[container.cursor + 1].next
                } else {
                    current = container.cursor
                    container.cursor = child.next
                }
                open.append(container)
                break
            }
        }
    }

    private func scalar(_ source: Span<UInt8>, _ node: TapeNode) -> JSONValue {
        switch node.kind {
        case .bool: .bool(source[node.start] == 0x74)
        case .integer: .integer(NumberText.integer(source, from: node.start, to: node.end) ?? 0)
        case .double: .double(NumberText.double(source, from: node.start, to: node.end))
        case .string: .string(JSONString(wellFormed: Self.content(source, node)))
        case .null, .array, .object: .null
        }
    }
}

/// A container whose content is being read: the rest of its nodes, and where its keys and values begin.
private struct OpenContainer {
    var cursor: Int
    let end: Int
    let isObject: Bool
    let keys: Int
    let values: Int

    init(_ node: TapeNode, at index: Int, keys: Int, values: Int) {
        cursor = index + 1
        end = node.next
        isObject = node.kind == .object
        self.keys = keys
        self.values = values
    }

    /// Takes the content off the ends of the lists.
    func close(_ keys: inout [JSONString], _ values: inout [JSONValue]) -> JSONValue {
        let content = Array(values[self.values...])
        values.removeSubrange(self.values...)
        guard isObject else { return .array(content) }
        let names = Array(keys[self.keys...])
        keys.removeSubrange(self.keys...)
        return .object(JSONObject(differentKeys: names, values: content))
    }
}

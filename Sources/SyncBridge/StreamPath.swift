import CanonicalJSON

/// Where in a text a stream is, as the steps of a JSON pointer (RFC 6901) that is only spelled out for an error.
struct StreamPath: Sendable {
    private struct Step: Sendable {
        let isObject: Bool
        /// What the reader was in before this container.
        let outer: PayloadReader.Level
        var key: [UInt8] = []
        /// Whether the value of `key` has not ended.
        var isOpen = false
        var index = 0
    }

    private var steps: [Step] = []

    mutating func begin(_ key: [UInt8]) {
        steps[steps.count - 1].key = key
        steps[steps.count - 1].isOpen = true
    }

    mutating func enter(_ container: JSONStream.Container, from level: PayloadReader.Level) {
        steps.append(Step(isObject: container == .object, outer: level))
    }

    /// Leaves the innermost container, and says what it was entered from.
    mutating func leave() -> PayloadReader.Level {
        let left = steps.removeLast()
        passValue()
        return left.outer
    }

    mutating func passValue() {
        guard !steps.isEmpty else { return }
        steps[steps.count - 1].index += 1
        steps[steps.count - 1].isOpen = false
    }

    /// The last key of the innermost object.
    var key: JSONString { steps.last { $0.isObject }.flatMap { JSONString(wtf8: $0.key) } ?? "" }

    func isKey(_ name: StaticString) -> Bool {
        steps.last.map { $0.key.span.isEqual(to: name) } ?? false
    }

    /// The pointer to the value that is being read, or whose key has come.
    var pointer: String {
        steps.reduce("") { path, step in
            step.isObject
                ? Pointer.member(JSONString(wtf8: step.key) ?? "", of: path) : Pointer.element(step.index, of: path)
        }
    }

    /// The pointer to the container that is being read.
    private var containerPointer: String { StreamPath(steps: steps.dropLast()).pointer }

    /// The pointer to the innermost value that holds the byte at `offset`, or whose key does: one that came with the
    /// last event, or white space before it.
    func pointer(toByte offset: Int, _ event: JSONStream.Event, of stream: borrowing JSONStream) -> String {
        guard let step = steps.last else {
            return event == .value ? Self.pointer(toByte: offset, in: stream) : ""
        }
        switch event {
        case .key where offset >= stream.valueStart:
            return Pointer.member(JSONString(wtf8: stream.content()) ?? "", of: containerPointer)
        case .value where offset >= stream.valueStart:
            return pointer + Self.pointer(toByte: offset, in: stream)
        default:
            return step.isOpen ? pointer : containerPointer
        }
    }

    /// The pointer inside the value that the stream has in hand.
    private static func pointer(toByte offset: Int, in stream: borrowing JSONStream) -> String {
        let document = try? JSONDocument(parsing: stream.source)
        return document?.root.path(toByte: offset - stream.valueStart) ?? ""
    }

    private init(steps: [Step]) { self.steps = steps }

    init() {}
}

extension JSONNode {
    /// The JSON pointer of the innermost value that holds a byte of the source, or whose key does.
    fileprivate func path(toByte offset: Int) -> String {
        var path = ""
        var node = self
        search: while true {
            for member in node.members
            where member.keyRange.lowerBound <= offset && offset < member.value.sourceRange.upperBound {
                path = Pointer.member(member.key, of: path)
                node = member.value
                continue search
            }
            for (index, element) in node.elements.enumerated() where element.sourceRange.contains(offset) {
                path = Pointer.element(index, of: path)
                node = element
                continue search
            }
            return path
        }
    }
}

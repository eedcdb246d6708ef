/// What the reader has in hand: the value, key or opening bracket that came last.
extension JSONStream {
    /// The offset in the text at which it begins.
    package var valueStart: Int { window.valueStart }

    /// A value on the tape of the one that came last.
    package struct Place: Sendable {
        let index: Int

        /// The value that came last itself.
        package static let root = Place(index: 0)
    }

    /// The members of an object, as places of its keys and values, a repeated key once.
    package struct Members: Sendable {
        fileprivate var cursor: Int
        fileprivate let end: Int

        /// The next member.
        package mutating func next(in stream: borrowing JSONStream) -> (key: Place, value: Place)? {
            while cursor < end {
                let key = cursor
                cursor = stream.tape.nodes[key + 1].next
                let node = stream.tape.nodes[key]
                if !node.flags.contains(.superseded) { return (Place(index: key), Place(index: node.next)) }
            }
            return nil
        }
    }

    /// The members of a value; none unless it is an object.
    package func members(of place: Place = .root) -> Members {
        let node = tape.nodes[place.index]
        return Members(cursor: place.index + 1, end: node.kind == .object ? node.next : 0)
    }

    /// What kind of value it is.
    package func kind(_ place: Place = .root) -> JSONNode.Kind { JSONNode.Kind(tape.nodes[place.index].kind) }

    /// The integer, or nil when it is none.
    package func integer(_ place: Place = .root) -> Int64? {
        let node = tape.nodes[place.index]
        guard node.kind == .integer else { return nil }
        return window.withValue { NumberText.integer($0, from: node.start, to: node.end) }
    }

    /// The decoded string as WTF-8; of no meaning for other values.
    package func content(_ place: Place = .root) -> [UInt8] {
        window.withValue { Tape.content($0, tape.nodes[place.index]) }
    }

    /// Appends the decoded string as WTF-8; of no meaning for other values.
    package func appendContent(_ place: Place, to output: inout [UInt8]) {
        let node = tape.nodes[place.index]
        window.withValue { source in
            if node.flags.contains(.escaped) {
                StringEscape.decode(source, from: node.contentStart, to: node.contentEnd, into: &output)
            } else {
                output.append(source, from: node.contentStart, to: node.contentEnd)
            }
        }
    }

    /// Whether it is the string `text`, written without escapes.
    package func isString(_ place: Place, _ text: StaticString) -> Bool {
        let node = tape.nodes[place.index]
        guard node.kind == .string, !node.flags.contains(.escaped) else { return false }
        return window.withValue { $0.extracting(node.contentStart..<node.contentEnd).isEqual(to: text) }
    }

    /// The offset in the text at which it begins.
    package func start(of place: Place) -> Int { window.valueStart + tape.nodes[place.index].start }

    /// Appends the canonical form of a value; mutating in name only, as a stream that is borrowed is copied.
    package mutating func appendCanonical(_ place: Place = .root, to output: inout [UInt8]) {
        window.withValue { tape.appendCanonical($0, place.index, to: &output) }
    }

    /// The source text of the value that came last.
    package var source: [UInt8] { Array(window.bytes[window.start..<window.start + tape.nodes[0].length]) }
}

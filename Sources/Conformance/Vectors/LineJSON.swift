import CanonicalJSON

/// Files of JSON in which each element of a list stands on a line of its own, so that a change of one is one line.
enum LineJSON {
    /// An object whose last member is the list `lines`; `head` is what comes before its bracket.
    ///
    /// - Throws: `VectorError` at `place` for a value without text.
    static func bytes(head: String, lines: [JSONValue], place: String) throws(VectorError) -> [UInt8] {
        var text = Array((head + "[").utf8)
        for (index, line) in lines.enumerated() {
            text += index == 0 ? [0x0A] : [0x2C, 0x0A]
            do { text += try line.canonicalBytes() } catch {
                throw VectorError(place: line["id"]?.text ?? place, reason: "\(error)")
            }
        }
        return text + Array("\n]}\n".utf8)
    }

    /// A text as JSON writes it, quotes included, for the head.
    ///
    /// - Throws: `VectorError` at `place` for what JSON cannot hold.
    static func quoted(_ text: String, place: String) throws(VectorError) -> String {
        do { return String(decoding: try JSONValue.text(text).canonicalBytes(), as: UTF8.self) } catch {
            throw VectorError(place: place, reason: "\(error)")
        }
    }
}

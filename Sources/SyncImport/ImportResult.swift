public import SyncBridge

/// What an import made, and what it has to say about it.
public struct ImportResult: Sendable {
    /// The rows.
    public var payload: Payload
    /// What was left out or changed, each said once.
    public var notes: [ImportNote]
}

/// A file that the caller has read.
public struct ImportSource: Sendable {
    /// What errors and notes call it.
    public var name: String
    /// Its content.
    public var bytes: [UInt8]

    /// Makes a source.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension ImportSource {
    /// The lines, counted from 1, without line ends and without a byte order mark.
    ///
    /// What is not UTF-8 becomes U+FFFD, and `onRepair` is told the line.
    func lines(onRepair: (Int) -> Void) -> [String] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var lines: [String] = []
        for slice in bytes[start...].split(separator: 0x0A, omittingEmptySubsequences: false) {
            let slice = slice.last == 0x0D ? slice.dropLast() : slice
            if let line = String(validating: slice, as: UTF8.self) {
                lines.append(line)
            } else {
                lines.append(String(decoding: slice, as: UTF8.self))
                onRepair(lines.count)
            }
        }
        return lines
    }
}

/// A line of a source.
struct Place: Hashable {
    var source: String
    var line: Int

    func error(_ code: ImportError.Code, _ reason: String) -> ImportError {
        ImportError(code, source: source, line: line, reason: reason)
    }

    func note(_ message: String) -> ImportNote {
        ImportNote(source: source, line: line, message: message)
    }
}

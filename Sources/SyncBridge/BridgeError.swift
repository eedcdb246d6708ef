package import CanonicalJSON

/// Why a row, a record or a payload was refused.
public struct BridgeError: Error, Equatable, Sendable {
    /// The class that every stack reports for the same fault.
    public enum ErrorClass: String, CaseIterable, Sendable {
        /// The bytes are not JSON.
        case malformedJSON = "MALFORMED_JSON"
        /// A row breaks the shape of rows: its id, stamp, tombstone or the type of `data`.
        case malformedRow = "MALFORMED_ROW"
        /// A record, or the `data` of a row, does not fit the table of its collection.
        case malformedRecord = "MALFORMED_RECORD"
        /// The caller named a collection that has no table.
        case invalidParameter = "INVALID_PARAMETER"
        /// The bytes are not the canonical form of a payload, or of a snapshot's plaintext.
        case notCanonical = "NOT_CANONICAL"
    }

    /// The class of the fault.
    public var errorClass: ErrorClass
    /// Where the fault is, as a JSON pointer (RFC 6901) into what the caller gave, cut as by CJ-36; empty for the whole of it.
    public var path: String
    /// What is wrong there, without the value itself.
    public var reason: String
    /// Byte offset of the fault in the bytes that the caller gave, counted from 0, where there are bytes.
    public var offset: Int?

    /// Makes an error.
    public init(_ errorClass: ErrorClass, path: String, reason: String, offset: Int? = nil) {
        self.errorClass = errorClass
        self.path = path
        self.reason = reason
        self.offset = offset
    }
}

extension BridgeError: CustomStringConvertible {
    /// One line: class, path, reason and offset.
    public var description: String {
        var text = "\(errorClass.rawValue): "
        if !path.isEmpty { text += "\(path): " }
        text += reason
        if let offset { text += " at byte \(offset)" }
        return text
    }
}

extension BridgeError {
    init(_ error: JSONError) {
        self.init(.malformedJSON, path: "", reason: error.reason, offset: error.offset)
    }
}

/// A JSON pointer under construction, which is cut like those of findings (CJ-36): a long key stands in the pointers of all
/// that is below it.
package enum Pointer {
    /// The path of a member: `~` and `/` in its key are escaped, a lone surrogate shows as `\ud800`.
    package static func member(_ key: JSONString, of path: String = "") -> String {
        guard !isCut(path) else { return path }
        var text = path + "/"
        for scalar in key.description.unicodeScalars.prefix(LintFinding.longestPath + 1) {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return cut(text)
    }

    /// The path of an element.
    package static func element(_ index: Int, of path: String) -> String {
        isCut(path) ? path : cut("\(path)/\(index)")
    }

    /// The path of what is found at `path` below another one.
    static func joined(_ outer: String, _ path: String) -> String {
        isCut(outer) ? outer : cut(outer + path)
    }

    private static func isCut(_ path: String) -> Bool {
        path.utf8.count > LintFinding.longestPath && path.unicodeScalars.count > LintFinding.longestPath
    }

    private static func cut(_ path: String) -> String {
        guard isCut(path) else { return path }
        return String(String.UnicodeScalarView(path.unicodeScalars.prefix(LintFinding.longestPath) + ["\u{2026}"]))
    }
}

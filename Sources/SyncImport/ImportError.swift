/// Why a foreign file or database was refused.
public struct ImportError: Error, Equatable, Sendable {
    /// The kinds of failure.
    public enum Code: String, CaseIterable, Sendable {
        /// A line that the format does not allow.
        case syntax
        /// A value that has no place in a record, such as a port beyond 65535.
        case value
        /// Includes nest too deeply, or what they name could not be read.
        case include
        /// SQLite refused; the reason is its message.
        case database
        /// The system failed beneath SQLite: the disk is full or broken, the file cannot be opened or written.
        case failed
        /// A table, a column or a value that cannot become a row.
        case row
        /// The payload to export is not one.
        case payload
    }

    /// The kind of failure.
    public var code: Code
    /// The file as the caller named it, or the table.
    public var source: String
    /// The line, counted from 1, where there are lines.
    public var line: Int?
    /// What is wrong.
    public var reason: String

    /// Makes an error.
    public init(_ code: Code, source: String, line: Int? = nil, reason: String) {
        self.code = code
        self.source = source
        self.line = line
        self.reason = reason
    }
}

extension ImportError: CustomStringConvertible {
    /// `ssh_config:12: the port is not in 1...65535`.
    public var description: String {
        line.map { "\(source):\($0): \(reason)" } ?? "\(source): \(reason)"
    }
}

/// Something that an import left out or changed, for the person who asked for it.
public struct ImportNote: Hashable, Sendable, CustomStringConvertible {
    /// The file as the caller named it, or the table.
    public var source: String
    /// The line, counted from 1, where there are lines.
    public var line: Int?
    /// What was left out or changed.
    public var message: String

    /// Notes `message` about a line of `source`, or about all of it.
    public init(source: String, line: Int? = nil, message: String) {
        self.source = source
        self.line = line
        self.message = message
    }

    /// `ssh_config:12: Match blocks are not imported`.
    public var description: String {
        line.map { "\(source):\($0): \(message)" } ?? "\(source): \(message)"
    }
}

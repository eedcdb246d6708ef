/// A value in a column.
package enum SQLiteValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8 by convention; bytes that are none come through as they are.
    case text([UInt8])
    case blob([UInt8])

    /// The name of its storage class, for messages.
    package var typeName: String {
        switch self {
        case .null: "NULL"
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text: "TEXT"
        case .blob: "BLOB"
        }
    }
}

extension SQLiteValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) {
        self = .text(Array(value.utf8))
    }
}

/// A name as a quoted identifier, so that no name can end it.
package func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}

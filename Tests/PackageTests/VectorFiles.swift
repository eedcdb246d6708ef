import Conformance
import Foundation
import TestSupport

extension Repository {
    /// The committed vectors.
    static func vectorFiles() throws -> [VectorFile] {
        try VectorFile.kinds.map { kind in
            let url = root.appendingPathComponent("Vectors/\(kind).json")
            return try VectorFile(parsing: url.bytes(), name: url.lastPathComponent)
        }
    }
}

import CanonicalJSON
import SyncBridge

extension Model {
    /// The content hash of the row that a JSON text is.
    func contentHash(_ bytes: [UInt8]) throws(Rejection) -> String {
        let (row, value) = try singleRow(bytes)
        return hashText(try hashed(row, value, source: bytes))
    }

    /// The bytes that are hashed.
    private func hashed(_ row: ModelRow, _ value: ModelValue, source: [UInt8]) throws(Rejection) -> [UInt8] {
        if makes(.hashOfReceivedBytes) { return Self.data(in: source) }
        if makes(.hashOfRow) { return try text(of: value) }
        guard let data = row.data else { return makes(.tombstoneHashOfNull) ? Array("null".utf8) : [] }
        return (makes(.hashWithVersion) ? [1] : []) + (try text(of: .object(data)))
    }

    /// What stands between `"data":` and `,"id"` of a row's source, as cut out of it without parsing.
    private static func data(in source: [UInt8]) -> [UInt8] {
        let text = String(decoding: source, as: UTF8.self)
        guard let start = text.firstRange(of: "\"data\":")?.upperBound else { return [] }
        let end = text[start...].firstRange(of: ",\"id\"")?.lowerBound ?? text.endIndex
        return Array(text[start..<end].utf8)
    }

    private func hashText(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let prime: UInt64 = 0x100_0000_01B3
        let units = makes(.hashOfUTF16) ? Array(String(decoding: bytes, as: UTF8.self).utf16) : bytes.map(UInt16.init)
        for unit in units {
            hash = makes(.fnv1) ? hash &* prime ^ UInt64(unit) : (hash ^ UInt64(unit)) &* prime
        }
        if makes(.signedHash) { return String(Int64(bitPattern: hash), radix: 16) }
        let digits = String(hash, radix: 16)
        return makes(.unpaddedHash) ? digits : String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

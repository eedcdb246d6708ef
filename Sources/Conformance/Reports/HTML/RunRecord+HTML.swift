extension RunRecord {
    /// One page for browsers: complete in itself, without network, times or randomness.
    func html(_ sources: ReportSources) throws(VectorError) -> String {
        let data = try PageData(self, sources).json.line()
        return Page.html(data: Self.embedded(data), isConformant: verdict.isConformant)
    }

    /// JSON as it can stand in a script element, whatever texts it holds: no `<` ends the element or opens a comment.
    private static func embedded(_ json: [UInt8]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count + json.count / 64)
        for byte in json {
            if byte == UInt8(ascii: "<") { bytes += Array(#"\u003c"#.utf8) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

import SyncArchive
import Testing

@Suite struct CompressTests {
    @Test func smoke() throws {
        let text = Array("{\"a\":1,\"b\":\"\(String(repeating: "x", count: 40))\"}".utf8)
        for codec in ArchiveCodec.allCases {
            for mode in [DeflateMode.deflate, .stored] {
                let packed = try Archive.compress(text, codec: codec, mode: mode)
                #expect(try Archive.decompress(packed, codec: codec, length: text.count, limit: 100) == text)
            }
        }
        #expect(try Archive.compress(text, codec: .gzip, mode: .stored).count == 77)
    }
}

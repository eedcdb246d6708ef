import SyncArchive
import Testing

@testable import SyncEnvelope

/// EN-32: whole or chunked, where the writer is free to choose.
struct ChunkChoiceTests {
    @Test(arguments: [
        (0 as UInt64, Chunking.whole), (16_777_216, .whole), (16_777_217, .chunks64K), (1 << 40, .chunks64K),
    ])
    func choiceDependsOnThePlaintextAlone(length: UInt64, chunking: Chunking) throws {
        for codec in ArchiveCodec.allCases {
            var header: [UInt8] = []
            let parameters = SealParameters(
                workspaceID: try WorkspaceID([UInt8](repeating: 0, count: 16)), codec: codec,
                slots: [.rawKey(try WorkspaceKey.random())])
            // The header is written at once; that the announced plaintext never comes plays no part.
            _ = try SealingWriter(parameters, length: length) { header.append(copying: $0) }
            #expect(header[12] == chunking.rawValue, "\(codec)")
        }
    }
}

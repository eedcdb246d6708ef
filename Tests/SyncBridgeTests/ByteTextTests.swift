import Foundation
import Testing

@testable import SyncBridge

/// Hex and base64 against Foundation's.
struct ByteTextTests {
    @Test func base64AgreesWithFoundation() {
        var generator = SystemRandomNumberGenerator()
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.encode(bytes) == text)
            #expect(Base64.decode(text.utf8) == bytes)
        }
    }

    @Test(arguments: [
        "A", "AA", "AAA", "A===", "====", "AA=A", "AB==", "AAB=", "AA==AA==", "AAAA=", "AAA AAAA", "AAA\n", "AA-_",
        "AAAA====", "=AAA",
    ])
    func base64RefusesWhatItWouldNotWrite(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }

    @Test func hexReadsBothCasesAndWritesOne() {
        #expect(Hex.encode([0x00, 0x0F, 0xF0, 0xAB]) == "000ff0ab")
        #expect(Hex.decode("000fF0aB".utf8) == [0x00, 0x0F, 0xF0, 0xAB])
        for text in ["0", "000", "0g", " 00", "+0", "\u{FF10}0"] { #expect(Hex.decode(text.utf8) == nil, "\(text)") }
    }
}

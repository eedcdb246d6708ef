import Foundation
import TestSupport
import Testing

@testable import SyncEnvelope

/// SC-5: comparing takes as long wherever the first difference is.
@Suite struct ConstantTimeTests {
    private func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left.span, right.span) }

    /// Against `==`, with each bit of each byte changed.
    @Test func answers() {
        for count in [0, 1, 7, 8, 15, 16, 17, 32, 33, 64] {
            let left = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            #expect(isEqual(left, left))
            for index in 0..<count {
                for bit in 0..<8 {
                    var right = left
                    right[index] ^= 1 << bit
                    #expect(!isEqual(left, right))
                }
            }
            let longer = left + [0]
            #expect(!isEqual(left, longer) && !isEqual(longer, left))
        }
    }

    #if os(Linux)
        /// Counted in instructions, which no load of the machine changes: libcrypto's function needs the same number for every
        /// place of the difference, and for none. C's own function, counted so, gives itself away.
        @Test(.enabled(if: Tool.isInstalled("valgrind") && Tool.isInstalled("cc"), "needs valgrind and a C compiler"))
        func instructions() throws {
            let program = """
                #include <openssl/crypto.h>
                #include <stdlib.h>
                #include <string.h>
                static unsigned char left[64], right[64];
                __attribute__((noinline)) int plain(const unsigned char *a, const unsigned char *b, size_t count) {
                    for (size_t i = 0; i < count; i++) if (a[i] != b[i]) return 1;
                    return 0;
                }
                int main(int count, char **arguments) {
                    int place = atoi(arguments[1]), result = 0;
                    (void)count;
                    if (place < 64) right[place] ^= 1;
                    for (int i = 0; i < 100; i++) result += CRYPTO_memcmp(left, right, 32);
                    for (int i = 0; i < 100; i++) result += plain(left, right, 32);
                    return result == 12345;
                }
                """
            try withTemporaryFolder { folder in
                let (source, binary) = (folder.appending(path: "time.c"), folder.appending(path: "time"))
                try program.write(to: source, atomically: true, encoding: .utf8)
                let built = try Tool.run(["cc", "-O1", "-o", binary.path(), source.path(), "-lcrypto"])
                try #require(built.status == 0, "\(built.errorText)")
                func count(_ function: String, _ place: String) throws -> Int {
                    let tool = try Tool.run(
                        [
                            "valgrind", "--tool=callgrind", "--toggle-collect=\(function)",
                            "--callgrind-out-file=/dev/null",
                            binary.path(), place,
                        ], in: folder)
                    let line = tool.errorText.split(separator: "\n").first { $0.contains("Collected : ") } ?? ""
                    return try #require(line.split(separator: " ").last.flatMap { Int($0) }, "\(tool.errorText)")
                }
                let places = ["00", "01", "15", "30", "31", "64"]
                let counts = try places.map { try count("CRYPTO_memcmp", $0) }
                #expect(Set(counts).count == 1 && counts[0] > 100 * 32, "\(counts)")
                #expect(try count("plain", "00") < count("plain", "31"))
            }
        }
    #endif
}

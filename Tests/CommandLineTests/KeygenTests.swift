import Foundation
import Testing

@Suite struct KeygenTests {
    /// CL-6, CL-7: 64 hex digits and a newline, for the owner alone, and never the same.
    @Test func keys() throws {
        let shop = try Workshop()
        try shop.expect("umask 000; syncwire keygen -o first")
        try shop.expect("syncwire keygen --output=second")
        try shop.expect("stat -c '%a %s' first second; grep -cEx '[0-9a-f]{64}' first", prints: "600 65\n600 65\n1\n")
        #expect(try shop.bytes("first") != shop.bytes("second"))
    }

    /// CL-5.
    @Test func overwriting() throws {
        let shop = try Workshop()
        try shop.write("key", "old")
        try shop.expect(
            "syncwire keygen -o key", status: 73, errors: "Error: key exists; use --force to overwrite it\n")
        #expect(try shop.bytes("key") == Array("old".utf8))
        try shop.expect("chmod 644 key; syncwire keygen -o key --force")
        try shop.expect("stat -c '%a %s' key", prints: "600 65\n")
    }

    @Test func refusals() throws {
        let shop = try Workshop()
        let usage = """
            Usage: syncwire keygen [--force] --output <file>
              See 'syncwire keygen --help' for more information.

            """
        try shop.expect(
            "syncwire keygen -o -", status: 64,
            errors: "Error: a key is not written to standard output; name a file\n" + usage)
        try shop.expect(
            "syncwire keygen", status: 64, errors: "Error: Missing expected argument '--output <file>'\n" + usage)
        try shop.expect(
            "syncwire keygen -o /dev/null", status: 73,
            errors: "Error: a key is written to an ordinary file, which /dev/null is not\n")
        try shop.expect(
            "syncwire keygen -o no/key", status: 73, errors: "Error: cannot create no/key: No such file or directory\n")
        try shop.expect("syncwire keygen -o .", status: 73, errors: "Error: cannot write .: it is a folder\n")
        // Nobody can make files there, not even root.
        #if os(Linux)
            try shop.expect(
                "syncwire keygen -o /proc/key", status: 73,
                errors: "Error: cannot create /proc/key: No such file or directory\n")
        #endif
    }
}

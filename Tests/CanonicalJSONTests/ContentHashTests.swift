import CanonicalJSON
import Testing

/// The content hash is FNV-1a 64, printed with 16 lower-case digits.
@Suite struct ContentHashTests {
    /// Values that the authors of FNV publish, and the one of `wire-format`'s empty object.
    @Test func publishedValues() {
        let values = [
            ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
            ("{}", "08f44b07b5901a25"),
            ("chongo was here!\n", "46810940eff5f915"),
        ]
        for (content, expected) in values {
            let hash = ContentHash(of: Array(content.utf8))
            #expect(hash.description == expected)
            #expect(ContentHash(expected) == hash)
            #expect(ContentHash(rawValue: hash.rawValue) == hash)
        }
    }

    @Test func textIsStrict() {
        for text in [
            "8f44b07b5901a25", "08F44B07B5901A25", "0x08f44b07b5901a25", "08f44b07b5901a2g", "", " 8f44b07b5901a25",
        ] {
            #expect(ContentHash(text) == nil)
        }
    }
}

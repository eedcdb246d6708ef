import SyncBridge

/// A public key as OpenSSH writes it: type, base64 of the key, comment.
struct PublicKeyText {
    var type: String
    var base64: String
    var blob: [UInt8]
    var comment: String

    /// Reads the first line of a `.pub` file; `nil` when it is not one.
    init?(_ bytes: [UInt8]) {
        guard let line = ImportSource(name: "", bytes: bytes).lines(onRepair: { _ in }).first else { return nil }
        self.init(line[...])
    }

    /// Reads a type, a key of that type and a comment, which is all that follows.
    init?(_ text: Substring) {
        var rest = text.utf8.drop { $0.isSpace }
        func word() -> String {
            let end = rest.firstIndex { $0.isSpace } ?? rest.endIndex
            defer { rest = rest[end...].drop { $0.isSpace } }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        type = word()
        base64 = word()
        let end = rest.lastIndex { !$0.isSpace }.map { rest.index(after: $0) } ?? rest.startIndex
        comment = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        // RFC 4253 section 6.6: the key begins with its type, a length of four bytes before it.
        guard let blob = Base64.decode(base64.utf8), blob.count > 4, !type.isEmpty, type.utf8.count < 256,
            blob[..<4].elementsEqual([0, 0, 0, UInt8(type.utf8.count)]), blob[4...].starts(with: type.utf8)
        else { return nil }
        self.blob = blob
    }

    /// `SHA256:` and the base64 of the digest without padding, as `ssh-keygen -l` prints it.
    func fingerprint(_ sha256: ([UInt8]) -> [UInt8]) -> String {
        var text = Base64.encode(sha256(blob))
        while text.last == "=" { text.removeLast() }
        return "SHA256:\(text)"
    }
}

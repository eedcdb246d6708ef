import CanonicalJSON

/// Archives with two faults, of which the first in the reader's order counts.
extension TamperedVectors {
    /// What is changed: bytes at an offset, or the end of the archive.
    private enum Change {
        case set(Int, [UInt8])
        case cut(Int)
    }

    mutating func order() {
        both("magic-and-version", "BAD_MAGIC", "the magic and the version", [.set(0, [0x88]), .set(8, [2])])
        both("magic-and-cut", "BAD_MAGIC", "a wrong magic that is cut", [.set(0, [0x88]), .cut(7)])
        both("version-and-cut", "UNSUPPORTED_VERSION", "a version, and the end", [.set(8, [2]), .cut(40)])
        both("suite-and-cut", "UNSUPPORTED_SUITE", "a suite, and the end", [.set(9, [2]), .cut(72)])
        both("suite-and-type", "UNSUPPORTED_SUITE", "the suite and the content type", [.set(9, [2]), .set(10, [0])])
        both("type-and-slot-type", "MALFORMED_HEADER", "a field and a slot", [.set(10, [0]), .set(73, [0])])
        both("slot-count-and-cut", "MALFORMED_HEADER", "no slot, and the end", [.set(72, [0]), .cut(73)])
        both("slot-type-and-cut", "MALFORMED_SLOT", "a slot's type, and the end", [.set(73, [0]), .cut(76)])
        both("slot-length-and-cut", "MALFORMED_SLOT", "a slot's length, and the end", [.set(75, [0x57]), .cut(100)])
        both(
            "slot-company-and-iterations", "MALFORMED_SLOT", "a PBKDF2 slot that is not alone, and its iterations",
            [.set(72, [2]), .set(76, [0xFF])], of: "pbkdf2")
        both(
            "iterations-and-slot-cut", "TRUNCATED", "iterations in a slot that is cut", [.set(76, [0xFF]), .cut(100)],
            of: "pbkdf2")
        both(
            "iterations-and-cut", "KDF_PARAMS", "iterations, and the end behind the slot",
            [.set(76, [0xFF]), .cut(176)], of: "pbkdf2")
        both(
            "log2n-and-cut", "KDF_PARAMS", "log2N, and the end behind the slot", [.set(76, [19]), .cut(173)],
            of: "scrypt")
        both("cut-and-key", "TRUNCATED", "no payload, and another key", [.cut(208)], isOtherKey: true)
        both("key-and-mac", "NO_MATCH", "another key, and the MAC", [.set(164, [0])], isOtherKey: true)
        both("key-and-payload", "NO_MATCH", "another key, and the payload", [.set(208, [0])], isOtherKey: true)
        both("wrapped-key-and-mac", "NO_MATCH", "the wrapped key and the MAC", [.set(116, [0]), .set(164, [0])])
        both("mac-and-nonce", "HEADER_AUTH", "the MAC and the nonce", [.set(164, [0]), .set(196, [0])])
        both("mac-and-tag", "HEADER_AUTH", "the MAC and the end of the tag", [.set(164, [0]), .cut(known.count - 1)])
    }

    private mutating func both(
        _ name: String, _ errorClass: String, _ comment: String, _ changes: [Change], of parent: String = "ka1",
        isOtherKey: Bool = false
    ) {
        var archive = archive(parent)
        var mutations: [JSONObject] = []
        for change in changes {
            switch change {
            case .set(let offset, let bytes):
                archive.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
                mutations.append(
                    ["op": "set", "field": "archive", "offset": .integer(Int64(offset)), "value": .hex(bytes)])
            case .cut(let length):
                archive.removeLast(archive.count - length)
                mutations.append(["op": "cut", "field": "archive", "offset": .integer(Int64(length))])
            }
        }
        if isOtherKey { mutations.append(["op": "field", "field": "key"]) }
        add(
            "order-" + name, errorClass, "EN-37 ER-5", archive,
            isOtherKey ? ["key": .hex(ArchiveForge.otherKey)] : key(parent), "two faults: " + comment,
            parent: parent, mutation: Mutation.joined(mutations))
    }
}

import CanonicalJSON
import SyncBridge

extension JSONValue {
    /// A byte string as it travels in vectors and messages: base64.
    static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(JSONString(Base64.encode(bytes))) }

    /// Bytes as lower-case hex, as keys, salts and identifiers travel.
    static func hex(_ bytes: [UInt8]) -> JSONValue { .string(JSONString(Hex.encode(bytes))) }

    /// A string of Swift's.
    static func text(_ text: String) -> JSONValue { .string(JSONString(text)) }

    /// The bytes of a base64 string; nil for anything else.
    var bytes: [UInt8]? { stringValue.flatMap { Base64.decode($0.wtf8) } }

    /// The bytes of a hex string; nil for anything else.
    var hexBytes: [UInt8]? { stringValue.flatMap { Hex.decode($0.wtf8) } }

    /// A string without unpaired surrogates; nil for anything else.
    var text: String? { stringValue?.string }
}

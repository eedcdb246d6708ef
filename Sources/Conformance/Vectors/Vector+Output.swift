import CanonicalJSON

extension Vector {
    /// The name of the one output that the operation has; nil where there are several.
    var soleOutput: JSONString? {
        switch operation {
        case "canonicalize": "canonical"
        case "compareUTF16": "order"
        case "contentHash": "hash"
        case "encodeRecord": "row"
        case "decodeRecord": "record"
        case "compress": "compressed"
        case "decompress": "msg"
        case "seal", "rewrap": "archive"
        case "open": "plaintext"
        default: nil
        }
    }
}

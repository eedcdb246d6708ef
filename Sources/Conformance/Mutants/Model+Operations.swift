import CanonicalJSON

extension Model {
    /// The model's handler of an operation on JSON, and of `open`, where it looks at the plaintext of a snapshot.
    func jsonHandler(_ operation: JSONString) -> Testee.Handler? {
        switch operation {
        case "canonicalize":
            { (request) throws(Rejection) in
                Reply(outputs: ["canonical": .bytes(try text(of: try read(try request.bytes("json"))))])
            }
        case "compareUTF16":
            { (request) throws(Rejection) in
                let texts = (a: try request.bytes("a"), b: try request.bytes("b"))
                let values = (a: try read(texts.a), b: try read(texts.b))
                guard let a = values.a.string, let b = values.b.string else {
                    throw .parameter("a, b: not the texts of strings")
                }
                return Reply(outputs: ["order": .integer(Int64(order(a, b)))])
            }
        case "contentHash":
            { (request) throws(Rejection) in
                Reply(outputs: ["hash": .text(try contentHash(try request.bytes("row")))])
            }
        case "encodeRecord":
            { (request) throws(Rejection) in
                let collection = JSONString(try request.text("collection"))
                return Reply(outputs: ["row": .bytes(try encodeRecord(collection, try request.bytes("record")))])
            }
        case "decodeRecord":
            { (request) throws(Rejection) in
                let collection = JSONString(try request.text("collection"))
                return Reply(outputs: ["record": .bytes(try decodeRecord(collection, try request.bytes("row")))])
            }
        default: nil
        }
    }
}

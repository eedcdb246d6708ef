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
                let (a, b) = (try string(request, "a"), try string(request, "b"))
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

    private func string(_ request: Request, _ name: JSONString) throws(Rejection) -> JSONString {
        guard let string = try read(try request.bytes(name)).string else {
            throw .parameter("\(name): not the text of a string")
        }
        return string
    }
}

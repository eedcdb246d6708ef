import CanonicalJSON
import SyncBridge

extension Testee {
    static func canonicalize(_ request: Request) throws(Rejection) -> Reply {
        let json = try request.bytes("json")
        do throws(JSONError) {
            return Reply(outputs: ["canonical": .bytes(try CanonicalJSON.canonicalize(json))])
        } catch { throw Rejection(error) }
    }

    static func compareUTF16(_ request: Request) throws(Rejection) -> Reply {
        let texts = (a: try request.bytes("a"), b: try request.bytes("b"))
        let values: (a: JSONValue, b: JSONValue)
        do throws(JSONError) {
            values = (try JSONValue(parsing: texts.a), try JSONValue(parsing: texts.b))
        } catch { throw Rejection(error) }
        guard let a = values.a.stringValue, let b = values.b.stringValue else {
            throw .parameter("a, b: not the texts of strings")
        }
        return Reply(outputs: ["order": .integer(a < b ? -1 : b < a ? 1 : 0)])
    }

    static func contentHash(_ request: Request) throws(Rejection) -> Reply {
        let row = try request.bytes("row")
        do throws(BridgeError) {
            return Reply(outputs: ["hash": .text(try Row(parsing: row).contentHash().description)])
        } catch { throw Rejection(error) }
    }

    static func encodeRecord(_ request: Request) throws(Rejection) -> Reply {
        let collection = JSONString(try request.text("collection"))
        let record = try request.bytes("record")
        do throws(BridgeError) {
            return Reply(outputs: ["row": .bytes(try RecordCodec.encode(collection: collection, record: record))])
        } catch { throw Rejection(error) }
    }

    static func decodeRecord(_ request: Request) throws(Rejection) -> Reply {
        let collection = JSONString(try request.text("collection"))
        let row = try request.bytes("row")
        do throws(BridgeError) {
            return Reply(outputs: ["record": .bytes(try RecordCodec.decode(collection: collection, row: row))])
        } catch { throw Rejection(error) }
    }
}

extension Rejection {
    init(_ error: JSONError) {
        self.init(errorClass: "MALFORMED_JSON", message: "\(error)")
    }

    init(_ error: BridgeError) {
        self.init(errorClass: error.errorClass.rawValue, message: "\(error)")
    }
}

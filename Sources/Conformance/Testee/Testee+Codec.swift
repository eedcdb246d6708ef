import CanonicalJSON
import SyncArchive
import SyncEnvelope

extension Testee {
    static func compress(_ request: Request) throws(Rejection) -> Reply {
        let (message, codec, mode) = (try request.bytes("msg"), try request.codec(), try request.mode())
        do throws(ArchiveError) {
            return Reply(outputs: ["compressed": .bytes(try Archive.compress(message, codec: codec, mode: mode))])
        } catch { throw Rejection(error) }
    }

    static func decompress(_ request: Request) throws(Rejection) -> Reply {
        let (compressed, codec) = (try request.bytes("compressed"), try request.codec())
        let length = Int(try request.integer("length", in: 0...Int64.max))
        let limit = Int(try request.integer("limit", in: 0...Int64.max))
        do throws(ArchiveError) {
            let message = try Archive.decompress(compressed, codec: codec, length: length, limit: limit)
            return Reply(outputs: ["msg": .bytes(message)])
        } catch { throw Rejection(error) }
    }
}

extension Rejection {
    init(_ error: ArchiveError) {
        self.init(errorClass: error.errorClass.rawValue, message: "\(error)")
    }
}

import CanonicalJSON
import SyncBridge

extension Merge {
    func fields(
        _ versions: [Row?], _ id: JSONString, in collection: JSONString
    ) throws(BridgeError) -> (row: Row, trace: RowTrace)? {
        nil
    }
}

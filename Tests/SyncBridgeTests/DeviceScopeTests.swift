import CanonicalJSON
import SyncBridge
import Testing

/// RC-17: settings of one device stay there.
struct DeviceScopeTests {
    @Test func deviceSettingsAreLeftOut() throws {
        let payload = try Payload(
            parsing: Array(
                """
                {"rows":{"group":[{"data":{"scope":"device"},"id":"g","updatedAt":1}],"setting":[
                {"data":{"key":"a","value":"1","scope":"device"},"id":"a","updatedAt":1},
                {"data":{"key":"b","value":"1","scope":"shared"},"id":"b","updatedAt":1},
                {"data":{"key":"c","value":"1","scope":"planet"},"id":"c","updatedAt":1},
                {"deletedAt":1,"id":"d","updatedAt":1}]},"schema":1}
                """.utf8))
        let shared = payload.withoutDeviceSettings()
        #expect(shared.rows(of: "setting").map(\.id) == ["b", "c", "d"])
        #expect(shared.rows(of: "group").count == 1)
        let alone = Payload(collections: [.init(name: "setting", rows: [payload.rows(of: "setting")[0]])])
        #expect(alone.withoutDeviceSettings().collections.isEmpty)
    }
}

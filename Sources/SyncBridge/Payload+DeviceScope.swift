import CanonicalJSON

extension Payload {
    /// The payload without the `setting` rows of scope `device`, which must not leave the device (RC-17).
    ///
    /// A tombstone has no scope any more and stays. A collection that becomes empty goes.
    public func withoutDeviceSettings() -> Payload {
        var shared = self
        for index in shared.collections.indices where shared.collections[index].name == "setting" {
            shared.collections[index].rows.removeAll { row in
                guard case .data(let data) = row.content else { return false }
                return data["scope"] == "device"
            }
        }
        shared.collections.removeAll { $0.name == "setting" && $0.rows.isEmpty }
        return shared
    }
}

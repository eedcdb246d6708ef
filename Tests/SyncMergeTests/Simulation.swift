import CanonicalJSON
import SyncBridge
import SyncMerge
import Testing

/// A device of a simulation together with the kind of server that it talks to.
protocol SimulatedDevice {
    /// What the devices share.
    associatedtype Server
    init(index: Int, profile: Profile)
    static func server(_ profile: Profile) -> Server
    /// Changes the record, or deletes it; `token` is different for every change.
    mutating func change(token: Int, isDeletion: Bool, now: Int64) throws
    mutating func sync(_ server: inout Server, now: Int64) throws
    /// What the device shows, in canonical bytes.
    func shown() throws -> String
    /// Whether it shows that change.
    func isShown(_ change: Written) -> Bool
    /// What it says about changes that are not current and were beaten by no rule: tokens in a conflict queue, or that
    /// the user gave up by choosing.
    var accounted: Set<Int> { get }
    /// The changes as they were stamped.
    var written: [Written] { get }
}

/// A change as a simulation's ledger keeps it.
struct Written {
    var token: Int
    var row: Row
    /// The token that the device showed when it was made.
    var saw: Int?
}

/// Runs devices in a given order, then lets all synchronise until nothing changes.
struct Simulation<Device: SimulatedDevice> {
    let profile: Profile
    var skew: [Int64] = [0, 0, 0]

    enum Step { case edit, delete, sync }

    /// Three devices, four operations each.
    static var plan: [[Step]] {
        [[.edit, .sync, .edit, .sync], [.edit, .sync, .delete, .sync], [.sync, .edit, .sync, .edit]]
    }

    struct Outcome {
        var shown: [String]
        var devices: [Device]
        var written: [Written] { devices.flatMap(\.written) }
        var accounted: Set<Int> { Set(devices.flatMap(\.accounted)) }
    }

    /// `order` names a device for each step, `plan` what its steps are.
    func run(_ order: [Int], plan: [[Step]] = Self.plan) throws -> Outcome {
        var devices = (0..<3).map { Device(index: $0, profile: profile) }
        var server = Device.server(profile)
        var positions = [0, 0, 0]
        var now: Int64 = 10_000_000
        for (count, index) in order.enumerated() {
            now += 1000
            let local = now + skew[index]
            switch plan[index][positions[index]] {
            case .edit: try devices[index].change(token: count, isDeletion: false, now: local)
            case .delete: try devices[index].change(token: count, isDeletion: true, now: local)
            case .sync: try devices[index].sync(&server, now: local)
            }
            positions[index] += 1
        }
        for _ in 0..<6 {
            for index in devices.indices {
                now += 1000
                try devices[index].sync(&server, now: now + skew[index])
            }
        }
        return Outcome(shown: try devices.map { try $0.shown() }, devices: devices)
    }
}

/// The orders in which three devices do four things each, 34 650 of them, or some of them.
enum Orders {
    static func all() -> [[Int]] {
        var orders: [[Int]] = []
        func extend(_ order: [Int], _ left: [Int]) {
            if order.count == 12 { orders.append(order) }
            for index in left.indices where left[index] > 0 {
                var left = left
                left[index] -= 1
                extend(order + [index], left)
            }
        }
        extend([], [4, 4, 4])
        return orders
    }

    /// Evenly spread, so that the whole tree of orders is touched.
    static func some(_ count: Int) -> [[Int]] {
        let orders = all()
        return stride(from: 0, to: orders.count, by: max(1, orders.count / count)).map { orders[$0] }
    }
}

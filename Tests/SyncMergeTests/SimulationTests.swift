import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// Three devices that do four things each, in every order or a sample of the orders: they end with the same bytes, and
/// no change is lost.
struct SimulationTests {
    private static let skewed: [Int64] = [600_000, 0, -600_000]

    /// What went wrong in some orders: devices that differ, or changes that nothing accounts for.
    private func faults<Device: SimulatedDevice>(
        _ type: Device.Type, _ profile: Profile, orders: [[Int]], skew: [Int64],
        plan: [[Simulation<Device>.Step]] = Simulation<Device>.plan
    ) throws -> (apart: Int, lost: Int) {
        var (apart, lost) = (0, 0)
        for order in orders {
            let outcome = try Simulation<Device>(profile: profile, skew: skew).run(order, plan: plan)
            if Set(outcome.shown).count > 1 { apart += 1 }
            if !Self.losses(outcome, profile).isEmpty { lost += 1 }
        }
        return (apart, lost)
    }

    /// The changes that are neither current, nor seen by the current one, nor beaten by the rule, nor accounted for; and
    /// those that had seen the current one and still lost.
    private static func losses<Device>(_ outcome: Simulation<Device>.Outcome, _ profile: Profile) -> [Int] {
        let written = outcome.written
        let saw = Dictionary(written.map { ($0.token, $0.saw) }) { first, _ in first }
        func ancestors(of token: Int?) -> Set<Int> {
            var found: Set<Int> = []
            var token = token
            while let current = token.flatMap({ saw[$0] ?? nil }), found.insert(current).inserted { token = current }
            return found
        }
        let current = written.filter { outcome.devices[0].isShown($0) }
        guard let last = current.last else { return written.isEmpty ? [] : [-1] }
        let seen = ancestors(of: last.token)
        return written.filter { change in
            if change.token == last.token || outcome.accounted.contains(change.token) { return false }
            if ancestors(of: change.token).contains(last.token) { return true }
            // Who deletes what is deleted already has what was wanted.
            if profile.isDeleted(change.row), profile.isDeleted(last.row) { return false }
            if seen.contains(change.token) { return false }
            return (try? Merge(profile).row(change.row, last.row, in: "c")) != last.row.sorted
        }.map(\.token)
    }

    private static func orders() -> [[Int]] { isLong ? Orders.all() : Orders.some(30) }

    /// MG-8, MG-13, MG-17, MG-18: journals over one blob.
    @Test(arguments: [[0, 0, 0], skewed]) func snapshotOCC(skew: [Int64]) throws {
        #expect(try faults(JournalDevice.self, .snapshotOCC, orders: Self.orders(), skew: skew) == (0, 0))
        var restamp = Profile.snapshotOCC
        restamp.localPending = .replayRestamp
        #expect(try faults(JournalDevice.self, restamp, orders: Self.orders(), skew: skew).apart == 0)
    }

    /// MG-13, MG-18: the twins end apart, or lose what had seen what stays (P1, P2).
    @Test func snapshotTwins() throws {
        var naive = Profile.snapshotOCC
        naive.order = .wall
        let orders = Orders.some(60)
        #expect(try faults(JournalDevice.self, naive, orders: orders, skew: Self.skewed).lost > 0)
        #expect(
            try faults(JournalDevice.self, naive, orders: orders, skew: [0, 0, 0]) == (0, 0), "true clocks hide it")
        let blind = Profile.snapshotOCC.with(.blindReplay)
        let found = try faults(JournalDevice.self, blind, orders: orders, skew: Self.skewed)
        #expect(found.apart + found.lost > 0)
    }

    /// RE-3, RE-5, RE-7, RE-8, RE-9: changes found by comparing, over one blob.
    @Test(arguments: [[0, 0, 0], skewed]) func blobCASLWW(skew: [Int64]) throws {
        #expect(try faults(DiffDevice.self, .blobCASLWW, orders: Self.orders(), skew: skew) == (0, 0))
    }

    /// MG-19, MG-20, MG-21: changes replayed from the beginning at each synchronisation.
    @Test(arguments: [[0, 0, 0], skewed]) func commitGated(skew: [Int64]) throws {
        #expect(try faults(CommitDevice.self, .commitGated, orders: Self.orders(), skew: skew) == (0, 0))
    }

    /// MG-23, MG-25, MG-27, MG-28: a server that accepts record by record.
    @Test(arguments: [[0, 0, 0], skewed]) func serverAccept(skew: [Int64]) throws {
        for profile in [Profile.serverAccept, .serverAcceptWatch] {
            #expect(
                try faults(AcceptDevice.self, profile, orders: Self.orders(), skew: skew) == (0, 0), "\(profile.name)")
        }
    }

    /// FT-8, FT-9, FT-12, FT-15, FT-17: operations on fields; every change is in the list, in the count and in the
    /// history of the flagged field.
    @Test(arguments: [[0, 0, 0], skewed]) func oplogField(skew: [Int64]) throws {
        for order in isLong ? Orders.all() : Orders.some(15) { try oplogKeepsAll(order, skew: skew) }
    }

    private func oplogKeepsAll(
        _ order: [Int], skew: [Int64], plan: [[Simulation<OplogDevice>.Step]] = Simulation<OplogDevice>.plan
    ) throws {
        let outcome = try Simulation<OplogDevice>(profile: .oplogField, skew: skew).run(order, plan: plan)
        #expect(Set(outcome.shown).count == 1, "\(order)")
        let document = outcome.devices[0].replica.document
        let tokens = Set(outcome.written.map(\.token))
        guard !tokens.isEmpty else { return }
        #expect(document.fields["dosesLogged"]?.total == Int64(tokens.count))
        #expect(
            Set(document.fields["allergies"]?.elements.compactMap { $0.value.integerValue.map(Int.init) } ?? [])
                == tokens)
        let targets = try #require(document.fields["systolicTarget"])
        #expect(Set(targets.edits.compactMap(\.token)) == tokens)
        let replaced = Set(targets.edits.flatMap(\.saw))
        let waiting = Set(targets.heads.compactMap(\.token))
        #expect(targets.edits.allSatisfy { replaced.contains($0.id) || waiting.contains($0.token ?? -1) })
        #expect(targets.isDisputed == (waiting.count > 1))
    }

    /// MG-8, MG-13: random schedules, with clocks up to ten minutes wrong either way, for every profile.
    @Test func randomSchedules() throws {
        let seed: UInt64 = 4_711
        var random = SeededGenerator(seed: seed)
        for round in 0..<(isLong ? 10_000 : 20) {
            let order = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2].shuffled(using: &random)
            let skew = (0..<3).map { _ in Int64(random.below(1_200_001)) - 600_000 }
            func plan<Device: SimulatedDevice>(_ type: Device.Type) -> [[Simulation<Device>.Step]] {
                (0..<3).map { _ in
                    (0..<4).map { _ in random.pick([.edit, .edit, .delete, .sync, .sync, .sync]) }
                }
            }
            func run<Device: SimulatedDevice>(_ type: Device.Type, _ profile: Profile) throws {
                let plan = plan(type)
                let found = try faults(type, profile, orders: [order], skew: skew, plan: plan)
                #expect(found == (0, 0), "\(profile.name) seed \(seed) round \(round) \(order) \(skew) \(plan)")
            }
            try run(JournalDevice.self, .snapshotOCC)
            try run(DiffDevice.self, .blobCASLWW)
            try run(CommitDevice.self, .commitGated)
            try run(AcceptDevice.self, .serverAccept)
            try oplogKeepsAll(order, skew: skew, plan: plan(OplogDevice.self))
        }
    }

    /// The orders are what they are called: all of them, each once.
    @Test func numberOfOrders() {
        let orders = Orders.all()
        #expect(orders.count == 34_650 && Set(orders).count == 34_650)
    }
}

extension Row {
    fileprivate var sorted: Row { Row(id: id, updatedAt: updatedAt, content: content, extra: extra.sortedByKey()) }
}

#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// CL-48, CL-4: a process that is killed leaves the old file or the new one, never another.
    ///
    /// `SYNCWIRE_KILLS` says how often a process is killed at a random moment, and has it killed at every call besides.
    @Suite(FaultWorkshop()) struct KillTests {
        private static let kills = ProcessInfo.processInfo.environment["SYNCWIRE_KILLS"].flatMap { Int($0) }
        /// At each how many calls a process is killed: at every one in the long run.
        private static let step = kills == nil ? 2 : 1
        private let shop: Workshop

        init() throws { shop = try FaultWorkshop.copy() }

        private static let scenarios = FaultScenario.all.filter {
            ["keygen", "seal", "open", "open, new", "rewrap", "reconcile", "reconcile, new store", "conflicts resolve"]
                .contains($0.testDescription)
        }

        /// A temporary file is all that may be there besides; the same command then does what it was to do.
        private func judge(_ run: FaultRun, _ scenario: FaultScenario, like model: FaultRun, _ name: String) throws {
            let place = "\(scenario.testDescription), \(name): \(run.status) \(run.errors)"
            #expect(run.surplus.allSatisfy(FaultRun.isTemporary), "\(run.surplus): \(place)")
            let old = scenario.output.flatMap { try? shop.bytes("inputs/\($0)") }
            if run.output == old { return }
            if scenario.isKey {
                #expect(run.output?.count == 65, "\(place)")
            } else if scenario.isArchive {
                try shop.write("archive", try #require(run.output))
                let key = scenario.command.hasPrefix("rewrap") ? "inputs/key" : "inputs/known"
                let opened = try shop.run("syncwire open --key \(key) archive -o - | cmp - inputs/payload")
                #expect(opened.status == 0, "\(place)")
            } else {
                #expect(run.output == model.output, "\(place)")
            }
        }

        /// Before the system calls that the command makes.
        @Test(arguments: Self.scenarios) func everywhere(_ scenario: FaultScenario) throws {
            let model = try FaultRun(scenario, shop, "FAULT_KIND=0")
            var number = 1
            while true {
                let run = try FaultRun(scenario, shop, "FAULT_KIND=kill FAULT_AT=\(number)")
                if run.faults.isEmpty { break }
                #expect(run.status == 128 + SIGKILL)
                try judge(run, scenario, like: model, "before call \(number), \(run.faults)")
                number += Self.step
            }
            #expect(number > 8)
        }

        /// A store that a killed process was writing is sound, and the command can be given again.
        @Test(arguments: Self.scenarios.filter { $0.store != nil }) func storesGoOn(_ scenario: FaultScenario) throws {
            let model = try FaultRun(scenario, shop, "FAULT_KIND=0")
            let again = "syncwire \(scenario.command) > ../printed 2> ../errors; echo $? > ../status"
            var number = 1
            while true {
                let run = try FaultRun(scenario, shop, "FAULT_KIND=kill FAULT_AT=\(number)", then: again)
                if run.faults.isEmpty { break }
                let status = try text(shop.bytes("status"))
                let isDone = try status == "64\n" && text(shop.bytes("errors")).hasPrefix("Error: settled: ")
                #expect(status == "0\n" || isDone, "\(scenario.testDescription), call \(number): \(run)")
                #expect(run.output == model.output, "\(scenario.testDescription), call \(number), \(run.faults)")
                number += Self.step
            }
        }

        /// At random moments.
        @Test func anyTime() throws {
            let count = Self.kills ?? 25
            var generator = SeededGenerator(seed: 6)
            var killed = 0
            let models = try Self.scenarios.map { scenario in
                let start = Date()
                let model = try FaultRun(scenario, shop, "")
                return (model, Date().timeIntervalSince(start))
            }
            // How many meet a running process depends on what else the machine does: a few more are tried where it is few.
            for number in 0..<4 * count where number < count || killed <= count / 4 {
                let index = number % Self.scenarios.count
                let (model, time) = models[index]
                let delay = Double.random(in: 0...time, using: &generator)
                let run = try FaultRun(Self.scenarios[index], shop, "", killAfter: delay)
                if run.status == 128 + SIGKILL { killed += 1 }
                try judge(run, Self.scenarios[index], like: model, "after \(delay) s")
            }
            #expect(killed > count / 4, "\(killed) were killed in time")
        }
    }
#endif

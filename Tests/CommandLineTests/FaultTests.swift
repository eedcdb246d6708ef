#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// CL-4, CL-48: every system call of every command that writes fails once, and there is the old file or the new one.
    ///
    /// A library that is loaded before the C library makes the calls fail, so this needs a program that is linked dynamically.
    /// With `SYNCWIRE_FAULTS=all` each call fails in more ways.
    @Suite(FaultWorkshop()) struct FaultTests {
        private let shop: Workshop

        init() throws { shop = try FaultWorkshop.copy() }

        /// What a scenario leaves without faults.
        private func undisturbed(_ scenario: FaultScenario) throws -> FaultRun {
            let run = try FaultRun(scenario, shop, "FAULT_KIND=0")
            try #require(run.status == scenario.status, "\(run.errors)")
            try #require(run.output != nil && run.surplus.isEmpty && run.faults.isEmpty, "\(run)")
            return run
        }

        /// Whether an output is a whole new one.
        private func isNew(_ output: [UInt8]?, _ scenario: FaultScenario, like model: FaultRun) throws -> Bool {
            guard let output else { return false }
            if scenario.isKey { return output.count == 65 && output.last == 0x0A }
            guard scenario.isArchive else { return output == model.output }
            try shop.write("archive", output)
            let key = scenario.command.hasPrefix("rewrap") ? "inputs/key" : "inputs/known"
            return try shop.run("syncwire open --key \(key) archive -o - | cmp - inputs/payload").status == 0
        }

        /// Whether each file in the folder is an old or a new one, and none is gone.
        private func judgeFiles(of run: FaultRun, _ scenario: FaultScenario, like model: FaultRun, _ place: String)
            throws
        {
            guard let folder = scenario.folder else { return }
            let old = try FaultRun.files(in: shop.folder.appending(path: "inputs/\(folder)"))
            let files = run.files.filter { !(run.isStuck && FaultRun.isTemporary($0.key)) }
            for (name, bytes) in files where bytes != old[name] && bytes != model.files[name] {
                // What `fuzz` finds is there at once, and is counted at the end (CL-41).
                let found = text(model.files[name] ?? []).replacing(/"repetitions": \d+/, with: #""repetitions": 0"#)
                #expect(text(bytes) == found, "\(name) is neither old nor new: \(place)")
            }
            for name in old.keys { #expect(files[name] != nil, "\(name) is gone: \(place)") }
        }

        /// What holds whatever failed.
        private func judge(_ run: FaultRun, _ scenario: FaultScenario, like model: FaultRun, _ name: String) throws {
            let place = "\(scenario.testDescription), \(name), at \(run.faults): \(run.status) \(run.errors)"
            #expect(run.surplus.isEmpty || run.isStuck, "\(run.surplus) left: \(place)")
            try judgeFiles(of: run, scenario, like: model, place)
            if run.status == scenario.status {
                #expect(try isNew(run.output, scenario, like: model), "success, and not the output: \(place)")
                #expect(run.files == model.files, "success, and not the files: \(place)")
                return
            }
            // SQLite takes a page that it cannot read for one that is damaged.
            let isUnreadable = run.status == 65 && run.faults.contains { $0.hasPrefix("pread64") }
            #expect([66, 70, 73, 74].contains(run.status) || isUnreadable, "\(place)")
            let isMute = run.faults.contains { $0.hasPrefix("write 2") }
            #expect(isMute || run.errors.hasPrefix("Error: ") || run.errors.contains("\nError: "), "\(place)")
            guard let file = scenario.output else { return }
            let old = try? shop.bytes("inputs/\(file)")
            if run.output != old {
                // What is in its place stays there: another step failed, or only the folder could not be synchronised.
                let isWhole = try isNew(run.output, scenario, like: model)
                let isLate = scenario.store != nil || isMute || run.errors.contains("may not survive a power failure")
                #expect(isWhole && isLate, "neither the old nor the new file: \(place)")
            }
        }

        /// The kinds of faults, and at each how many calls they begin: a disk that is broken once, one that is full from then
        /// on, no rights from then on.
        private static let kinds: [(kind: Int32, isForEver: Bool, step: Int)] =
            [(EIO, false, 1), (ENOSPC, true, FaultScenario.isLong ? 1 : 3)]
            + (FaultScenario.isLong ? [(EACCES, true, 1), (EINTR, false, 1), (ENOMEM, false, 1)] : [])

        @Test(arguments: FaultScenario.all) func everyCallFails(_ scenario: FaultScenario) throws {
            let model = try undisturbed(scenario)
            for (kind, isForEver, step) in Self.kinds {
                var number = 1
                while true {
                    let variables = "FAULT_KIND=\(kind) FAULT_AT=\(number)\(isForEver ? " FAULT_ONWARDS=1" : "")"
                    let run = try FaultRun(scenario, shop, variables)
                    if run.faults.isEmpty {
                        #expect(run.status == scenario.status && number > 5, "\(scenario.testDescription): \(run)")
                        break
                    }
                    try judge(run, scenario, like: model, variables)
                    number += max(step, scenario.step)
                }
            }
        }

        /// Calls that are interrupted all the time and do only a part of what they are asked for cost nothing but time.
        @Test(arguments: FaultScenario.all) func hardship(_ scenario: FaultScenario) throws {
            let model = try undisturbed(scenario)
            let run = try FaultRun(scenario, shop, "FAULT_KIND=hardship")
            #expect(run.status == scenario.status && run.surplus.isEmpty, "\(run)")
            #expect(try isNew(run.output, scenario, like: model) && run.files == model.files, "\(run)")
            #expect(run.errors == model.errors)
        }

        /// CL-44, CL-45: what failed in a command with a store can be done again, with the result that it would have had.
        @Test(arguments: FaultScenario.all.filter { $0.store != nil }) func againAfterAFault(_ scenario: FaultScenario)
            throws
        {
            let model = try undisturbed(scenario)
            var number = 1
            while true {
                let again = "syncwire \(scenario.command) > ../printed 2> ../errors; echo $? > ../status"
                let run = try FaultRun(scenario, shop, "FAULT_KIND=\(EIO) FAULT_AT=\(number)", then: again)
                if run.faults.isEmpty { break }
                let status = try text(shop.bytes("status"))
                // A conflict that was settled is not settled again; then the choice is where it belongs.
                let isDone = try status == "64\n" && text(shop.bytes("errors")).hasPrefix("Error: settled: ")
                let errors = try text(shop.bytes("errors"))
                #expect(
                    status == "0\n" || isDone,
                    "\(scenario.testDescription), call \(number), \(run.faults): \(run.errors) then \(errors)")
                #expect(run.output == model.output, "\(scenario.testDescription), call \(number), \(run.faults)")
                number += 1
            }
            #expect(number > 20)
        }
    }
#endif

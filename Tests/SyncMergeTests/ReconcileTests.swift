import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// Local changes found by comparing with the last snapshot.
struct ReconcileTests {
    /// RE-1, RE-2, RE-3, RE-4, RE-5, RE-6: the worked sequence, step by step.
    @Test func workedSequence() throws {
        let specification = try Specification()
        var metadata = SyncMetadata()
        var steps = 0
        for (left, right) in try specification.pairs("re-sequence") {
            let words = left.split(separator: " ", maxSplits: 1)
            let now = try #require(Int64(words[0]))
            let outcome = try Reconciler(.blobCASLWW).snapshot(
                of: payload(String(words[1])), metadata: metadata, now: now, consent: DeletionConsent(deletions: 1))
            guard case .snapshot(let snapshot) = outcome else {
                Issue.record("\(left) needs consent")
                return
            }
            metadata = snapshot.metadata
            #expect(try canonical(metadata.value) == right, "\(left)")
            #expect(try SyncMetadata(metadata.value) == metadata)
            // What is published bears the stamps of the metadata.
            for row in snapshot.payload.rows(of: "host") {
                #expect(row.updatedAt == metadata["host", row.id]?.version)
                #expect((row.content == .tombstone) == metadata["host", row.id]?.isDeleted)
            }
            let again = try Reconciler(.blobCASLWW).snapshot(
                of: payload(String(words[1])), metadata: metadata, now: now + 9)
            guard case .snapshot(let same) = again else { continue }
            #expect(same.changes.isEmpty && same.metadata == metadata && same.payload == snapshot.payload)
            steps += 1
        }
        #expect(steps >= 6)
    }

    /// RE-3, RE-5: later than what is superseded, also by a slow clock, and greater than what the deleter had seen.
    @Test func stampsBySlowClocks() throws {
        var device = Device()
        device.records["h"] = ["v": 1]
        device.records["other"] = ["v": 1]
        #expect(try device.snapshot(now: 1000).payload.rows(of: "host").map(\.updatedAt) == [1000, 1000])
        device.records["h"] = ["v": 2]
        #expect(try device.snapshot(now: 10).changes.map(\.version) == [1001])
        device.records["h"] = nil
        let deleted = try device.snapshot(now: 10)
        #expect(deleted.changes.map(\.kind) == [.deleted] && deleted.changes.map(\.version) == [1002])
        device.records["h"] = ["v": 2]
        let back = try device.snapshot(now: 10)
        #expect(back.changes.map(\.kind) == [.recreated] && back.changes.map(\.version) == [1003])
    }

    /// RE-7: what was received is not sent back as one's own change.
    @Test func noEcho() throws {
        var (a, b) = (Device(), Device())
        var store: Payload?
        a.records = ["h": ["v": 1], "g": ["v": 1]]
        try a.sync(&store, now: 100)
        #expect(try b.sync(&store, now: 5000).needsUpload == false)
        #expect(b.records == a.records)
        let blob = store
        for now in stride(from: 6000, to: 9000, by: 1000) {
            #expect(try b.sync(&store, now: Int64(now)).needsUpload == false)
            #expect(try a.sync(&store, now: Int64(now)).apply.isEmpty)
        }
        #expect(store == blob)
        a.records["h"] = nil
        try a.sync(&store, now: 9000)
        #expect(try b.sync(&store, now: 9001).apply.map(\.row.content) == [.tombstone])
        #expect(b.records.keys.sorted() == ["g"])
        #expect(try b.sync(&store, now: 9002).needsUpload == false)
    }

    /// RE-8: a local edit that was not yet in a snapshot survives a download; applied the other way round it is lost
    /// (P13).
    @Test func snapshotBeforeApply() throws {
        var store: Payload?
        func pair() throws -> (Device, Device) {
            var (a, b) = (Device(), Device())
            store = nil
            a.records["h"] = ["v": "old"]
            try a.sync(&store, now: 100)
            try b.sync(&store, now: 101)
            a.records["h"] = ["v": "theirs"]
            try a.sync(&store, now: 200)
            b.records["h"] = ["v": "mine"]
            return (a, b)
        }
        var (_, ours) = try pair()
        try ours.sync(&store, now: 300)
        #expect(ours.records["h"] == ["v": "mine"])

        var (_, twin) = try pair()
        for row in try #require(store).rows(of: "host") {
            twin.write(row)
            twin.metadata["host", row.id] = RecordMetadata(version: row.updatedAt, contentHash: try row.contentHash())
        }
        try twin.sync(&store, now: 300)
        #expect(twin.records["h"] == ["v": "theirs"], "the twin keeps the edit after all")
    }

    /// RE-9: an edit between applying and fingerprinting is found by the next snapshot, whatever its text; a
    /// fingerprint of what the store holds hides it (P14).
    @Test(arguments: ["AAA", "zzz"])
    func fingerprintOfWhatWasApplied(typed: String) throws {
        for isTwin in [false, true] {
            var (a, b) = (Device(), Device())
            var store: Payload?
            a.records["h"] = ["v": "mmm"]
            try a.sync(&store, now: 100)
            let plan = try b.reconciler.plan(remote: [try #require(store)], over: b.snapshot(now: 200))
            for application in plan.apply { b.write(application.row) }
            b.records["h"] = ["v": .string(JSONString(typed))]
            b.metadata = try plan.metadata(afterLanding: plan.apply)
            if isTwin {
                let refetched = Row(id: "h", updatedAt: 100, content: .data(try #require(b.records["h"])))
                b.metadata["host", "h"]?.contentHash = try refetched.contentHash()
            }
            try b.sync(&store, now: 300)
            try a.sync(&store, now: 400)
            let survived = a.records["h"] == ["v": .string(JSONString(typed))]
            #expect(survived == (!isTwin || typed == "zzz"), "\(typed) \(isTwin ? "twin" : "ours")")
            #expect(a.records == b.records)
        }
    }

    /// RE-10: a row that did not land is applied again and deleted for nobody; with metadata written all the same it is
    /// (P15).
    @Test func metadataAfterLanding() throws {
        for isTwin in [false, true] {
            var (a, b) = (Device(), Device())
            var store: Payload?
            a.records = ["h": ["v": 1], "g": ["v": 1], "f": ["v": 1]]
            try a.sync(&store, now: 100)
            let plan = try b.sync(&store, now: 200, failing: ["h"])
            #expect(b.metadata["host", "h"] == nil)
            if isTwin { b.metadata = try plan.metadata(afterLanding: plan.apply) }
            let next = try b.sync(&store, now: 300)
            try a.sync(&store, now: 400)
            #expect(next.apply.map(\.row.id) == (isTwin ? [] : ["h"]))
            #expect((a.records["h"] == nil) == isTwin)
        }
    }

    /// RE-10: an update and a deletion that did not land are applied again as well.
    @Test func updatesAfterLanding() throws {
        var (a, b) = (Device(), Device())
        var store: Payload?
        a.records = ["h": ["v": 1], "g": ["v": 1], "f": ["v": 1]]
        try a.sync(&store, now: 100)
        try b.sync(&store, now: 101)
        a.records["h"] = ["v": 2]
        a.records["g"] = nil
        try a.sync(&store, now: 200)
        try b.sync(&store, now: 300, failing: ["h", "g"])
        #expect(b.records == ["h": ["v": 1], "g": ["v": 1], "f": ["v": 1]])
        try b.sync(&store, now: 400)
        #expect(b.records == a.records)
        #expect(try a.sync(&store, now: 500).apply.isEmpty)
    }

    /// RE-11, RE-12: a store that opens empty deletes nothing without consent, and consent is to what was shown.
    @Test func massDeletion() throws {
        var device = Device()
        for index in 0..<20 { device.records[JSONString("h\(index)")] = ["v": 1] }
        _ = try device.snapshot(now: 100)
        let full = device.records
        func refused(_ count: Int, consent: Int? = nil, twin: Bool = false) throws -> Bool {
            var device = device
            if twin { device.reconciler = Reconciler(Profile.blobCASLWW.with(.unguardedDeletes)) }
            device.records = [:]
            for key in full.keys.sorted().dropFirst(count) { device.records[key] = full[key] }
            let before = device.metadata
            do {
                let snapshot = try device.snapshot(now: 200, consent: consent.map(DeletionConsent.init))
                #expect(snapshot.changes.count == count)
                return false
            } catch let refusal as Device.Refused {
                #expect(refusal.deletion.deletions == count && refusal.deletion.live == 20)
                #expect(device.metadata == before)
                return true
            }
        }
        #expect(try !refused(4) && !refused(9) && refused(10) && refused(20))
        #expect(try !refused(20, consent: 20) && !refused(10, consent: 12) && refused(20, consent: 19))
        #expect(try !refused(20, twin: true))

        var small = Device()
        small.records = ["a": ["v": 1], "b": ["v": 1]]
        _ = try small.snapshot(now: 1)
        small.records = [:]
        #expect(throws: Device.Refused.self) { try small.snapshot(now: 2) }
        small.records = ["a": ["v": 1]]
        #expect(try small.snapshot(now: 2).changes.count == 1)
        small.records = [:]
        #expect(try small.snapshot(now: 3).changes.count == 1, "the only record may go")
    }

    /// RE-2: volatile fields do not change the fingerprint where the profile excludes them (003-48).
    @Test func volatileFields() throws {
        for isExcluded in [false, true] {
            var profile = Profile.blobCASLWW
            if isExcluded { profile.hashExclude = ["host": ["lastConnectedAt"]] }
            var device = Device(profile)
            device.records["h"] = ["v": 1, "lastConnectedAt": nil]
            _ = try device.snapshot(now: 100)
            device.records["h"]?["lastConnectedAt"] = 77
            #expect(try device.snapshot(now: 200).changes.isEmpty == isExcluded)
            device.records["h"]?["v"] = 2
            #expect(try device.snapshot(now: 300).changes.count == 1)
        }
    }

    /// RE-3: the time of the snapshot counts, so that the last one found wins, unless the application gives the time of
    /// the edit (P12).
    @Test func detectionOrEdit() throws {
        func winner(_ editedAt: Reconciler.EditTimes) throws -> JSONObject? {
            var (a, b) = (Device(), Device())
            var store: Payload?
            a.records["h"] = ["v": "start"]
            try a.sync(&store, now: 10)
            try b.sync(&store, now: 20)
            a.records["h"] = ["v": "at 300"]
            try a.sync(&store, now: 300)
            b.records["h"] = ["v": "at 100"]
            let snapshot = try b.snapshot(now: 500, editedAt: editedAt)
            try b.apply(b.reconciler.plan(remote: [try #require(store)], over: snapshot))
            return b.records["h"]
        }
        #expect(try winner([:]) == ["v": "at 100"])
        #expect(try winner(["host": ["h": 100]]) == ["v": "at 300"])
    }

    /// RE-5: a deletion wins against what the deleter had seen, and not against an edit found later (P16).
    @Test func versionedDeletion() throws {
        var (a, b) = (Device(), Device())
        var store: Payload?
        a.records = ["h": ["v": 1], "g": ["v": 1]]
        try a.sync(&store, now: 5)
        try b.sync(&store, now: 6)
        a.records["h"] = nil
        try a.sync(&store, now: 10)
        b.records["h"] = ["v": 2]
        try b.sync(&store, now: 20)
        try a.sync(&store, now: 30)
        #expect(a.records["h"] == ["v": 2])
    }

    /// RE-6: what the application does not know of a row comes back with it.
    @Test func unknownRowKeys() throws {
        var device = Device()
        let remote = try payload(#"{"rows":{"host":[{"data":{},"id":"h","updatedAt":5,"zone":"x"}]},"schema":1}"#)
        var store: Payload? = remote
        try device.sync(&store, now: 10)
        #expect(try device.sync(&store, now: 20).apply.isEmpty)
        #expect(store == remote)
        device.records["h"] = ["v": 1]
        try device.sync(&store, now: 30)
        #expect(
            try canonical(try #require(store))
                == #"{"rows":{"host":[{"data":{"v":1},"id":"h","updatedAt":30,"zone":"x"}]},"schema":1}"#)
    }

    /// RE-6: metadata are equal whatever the order in which the keys were read or given, and come back as they were.
    @Test func orderOfExtraKeys() throws {
        let text =
            #"{"h":{"r":{"version":1,"contentHash":"cbf29ce484222325","deleted":false,"deletedAt":null,"extra":%}}}"#
        let metadata = try SyncMetadata(value(text.replacing("%", with: #"{"y":1,"x":2}"#)))
        #expect(try SyncMetadata(metadata.value) == metadata)
        #expect(try SyncMetadata(value(text.replacing("%", with: #"{"x":2,"y":1}"#))) == metadata)
        #expect(metadata["h", "r"]?.extra == ["x": 2, "y": 1])
        #expect(
            metadata["h", "r"]
                == RecordMetadata(version: 1, contentHash: ContentHash(of: []), extra: ["y": 1, "x": 2]))
    }

    /// RE-1: metadata that contradict themselves are refused.
    @Test func faultyMetadata() throws {
        for text in [
            #"{"h":{"r":{"version":1,"contentHash":"8f44b07b5901a25","deleted":false,"deletedAt":null}}}"#,
            #"{"h":{"r":{"version":1,"contentHash":"cbf29ce484222325","deleted":true,"deletedAt":null}}}"#,
            #"{"h":{"r":{"version":1,"contentHash":"cbf29ce484222325","deleted":true,"deletedAt":2}}}"#,
            #"{"h":{"r":{"version":-1,"contentHash":"cbf29ce484222325","deleted":false,"deletedAt":null}}}"#,
            #"{"h":{"r":{"version":1,"deleted":false,"deletedAt":null}}}"#,
            #"{"h":{"r":{"version":1,"contentHash":"cbf29ce484222325","deleted":false,"deletedAt":null,"extra":null}}}"#,
            #"{"h":{"r":{"version":1,"contentHash":"cbf29ce484222325","deleted":false,"deletedAt":null,"extra":{"id":1}}}}"#,
            #"{"h":{"":{"version":1,"contentHash":"cbf29ce484222325","deleted":false,"deletedAt":null}}}"#,
            #"{"":{}}"#,
        ] {
            #expect(throws: BridgeError.self, "\(text)") { try SyncMetadata(value(text)) }
        }
    }

    /// RE-14: the forms of the outcomes.
    @Test func forms() throws {
        var device = Device()
        device.records = ["a": [:], "b": [:], "c": ["v": 1]]
        _ = try device.snapshot(now: 1000)
        device.records = ["a": ["v": 1], "b": [:]]
        let reconciler = device.reconciler
        let outcome = try reconciler.snapshot(of: device.domain, metadata: device.metadata, now: 500)
        #expect(try canonical(outcome.value()) == text(Specification().json("re-outcome")))
        device.records = [:]
        let stopped = try reconciler.snapshot(of: device.domain, metadata: device.metadata, now: 500)
        #expect(
            try canonical(stopped.value()) == #"{"needsConsent":{"deletions":3,"live":3,"collections":{"host":3}}}"#)
        guard case .snapshot(let snapshot) = outcome else { return }
        let remote = try payload(#"{"rows":{"host":[{"data":{},"id":"z","updatedAt":1}]},"schema":1}"#)
        let plan = try reconciler.plan(remote: [remote], over: snapshot, detail: .none)
        #expect(plan.needsUpload)
        #expect(try plan.value().objectValue?.map(\.key) == ["apply", "needsUpload", "payload", "trace"])
        #expect(
            try canonical(#require(plan.value()["apply"]))
                == #"[{"collection":"host","row":{"data":{},"id":"z","updatedAt":1}}]"#)
        #expect(try !reconciler.plan(remote: [plan.payload], over: snapshot).needsUpload)
    }

    /// RE-13: a device's own settings neither leave it nor are written over.
    @Test func deviceSettings() throws {
        let domain = try payload(
            #"{"rows":{"setting":[{"data":{"key":"k","value":"1","scope":"device"},"id":"k","updatedAt":0},{"data":{"key":"s","value":"1","scope":"shared"},"id":"s","updatedAt":0}]},"schema":1}"#
        )
        let remote = try payload(
            #"{"rows":{"setting":[{"data":{"key":"k","value":"2","scope":"shared"},"id":"k","updatedAt":9999}]},"schema":1}"#
        )
        let reconciler = Reconciler(.blobCASLWW)
        guard case .snapshot(let snapshot) = try reconciler.snapshot(of: domain, metadata: SyncMetadata(), now: 5)
        else {
            Issue.record("consent to nothing")
            return
        }
        #expect(try reconciler.plan(remote: [], over: snapshot).payload.rows(of: "setting").map(\.id) == ["s"])
        let plan = try reconciler.plan(remote: [remote], over: snapshot)
        #expect(plan.apply.isEmpty)
        #expect(plan.payload.rows(of: "setting").map(\.updatedAt) == [9999, 5])
    }
}

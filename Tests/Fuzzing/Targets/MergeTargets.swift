import CanonicalJSON
import SyncBridge
import SyncMerge

extension FuzzTarget {
    /// Up to three payloads with 0xFF between them, merged as wholes by the profile that the first byte chooses.
    static let merge = FuzzTarget(
        "merge",
        seeds: {
            let other = JSONSeeds.payload.replacing(#""updatedAt":5"#, with: #""updatedAt":6"#)
            let texts = [JSONSeeds.payload, other, #"{"rows":{},"schema":1}"#].map { Array($0.utf8) }
            return [[0], [1]].map { $0 + texts.joined(separator: [0xFF]) }
        }
    ) { bytes in
        guard let first = bytes.first, let payloads = payloads(Array(bytes.dropFirst())) else { return }
        let profiles = Profile.all.filter { $0.granularity != .field }
        try check(Merge(profiles[Int(first) % profiles.count]), payloads)
    }

    /// Up to three payloads with 0xFF between them, merged field by field.
    static let fields = FuzzTarget(
        "fields",
        seeds: {
            let states = [1, 2].map { number in
                #"{"rows":{"vitalsTarget":[{"data":{"theme":\#(number)},"id":"v","state":{"fields":{"theme":{"edits":"#
                    + #"[{"replica":"a","seq":\#(number),"set":\#(number),"wroteAt":1}]}},"seq":\#(number)},"#
                    + #""updatedAt":1}]},"schema":1}"#
            }
            return [Array(states[0].utf8) + [0xFF] + Array(states[1].utf8)]
        }
    ) { bytes in
        guard let payloads = payloads(bytes) else { return }
        for profile in Profile.all where profile.granularity == .field { try check(Merge(profile), payloads) }
    }

    private static func payloads(_ bytes: [UInt8]) -> [Payload]? {
        let payloads = bytes.parts(atMost: 3).map { try? Payload(parsing: $0) }
        return payloads.contains { $0 == nil } ? nil : payloads.compactMap(\.self)
    }

    /// Any order and grouping gives the same, as does an input that comes twice, and reading the inputs as streams.
    private static func check(_ merge: Merge, _ payloads: [Payload]) throws {
        func merged(_ payloads: [Payload]) -> Result<[UInt8], BridgeError> {
            outcome { () throws(BridgeError) in try merge.payloads(payloads).payload.canonicalBytes() }
        }
        let reversed = merged(payloads.reversed())
        guard case .success(let bytes) = merged(payloads) else {
            return try law((try? reversed.get()) == nil, "an order of inputs merges, another does not")
        }
        try same((try? reversed.get()).map(text), text(bytes), "the order of the inputs matters")
        try same(text(try merged(payloads + payloads).get()), text(bytes), "an input that comes twice matters")
        try same(text(try merged([Payload(parsing: bytes)]).get()), text(bytes), "what was merged changes when merged")
        if payloads.count == 3 {
            let pair = try merge.payloads([payloads[0], payloads[1]]).payload
            try same(text(try merged([pair, payloads[2]]).get()), text(bytes), "the grouping of the inputs matters")
        }
        let reasons = try merge.payloads(payloads, detail: .all)
        try same(text(try reasons.payload.canonicalBytes()), text(bytes), "asking for reasons matters")
        let (streamed, future) = try streamed(merge, payloads)
        try same(text(streamed), text(bytes), "streams merge differently")
        try law(future == reasons.payload.futureStamps(now: 0), "streams find other stamps of the future")
        try checkSurvivors(merge.profile, reasons.payload, of: payloads)
        try checkDifferences(merge.profile, payloads)
        for trace in reasons.trace { try law(!trace.text(names: ["A"]).isEmpty, "no words for \(trace.id)") }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// What differs is the same in memory and in streams, the other way round as much, and nothing of a payload and itself.
    private static func checkDifferences(_ profile: Profile, _ payloads: [Payload]) throws {
        // Fields are in the order in which they are written, and streams are read in canonical form.
        let written = try payloads.map { try Payload(parsing: $0.canonicalBytes()) }
        guard let first = written.first, let last = written.last else { return }
        let diff = try PayloadDiff(from: first, to: last, profile: profile)
        _ = try diff.value.canonicalBytes()
        var rows: [PayloadDiff.Row] = []
        let rest = try PayloadDiff.stream(from: stream(first), to: stream(last), profile: profile) { rows.append($0) }
        try law(
            rows == diff.rows && rest.fields == diff.fields && rest.same == diff.same,
            "streams differ in something else")
        let back = try PayloadDiff(from: last, to: first, profile: profile)
        try law(
            back.rows.map(\.id) == diff.rows.map(\.id) && back.fields.count == diff.fields.count
                && back.same == diff.same, "the other way round something else differs")
        try law(try PayloadDiff(from: first, to: first, profile: profile).isEmpty, "a payload differs from itself")
    }

    private static func stream(_ payload: Payload) throws -> PayloadStream {
        var pieces = try payload.canonicalBytes().pieces(greatest: 60)[...]
        var batcher = PayloadBatcher()
        return PayloadStream { batcher.batch(Array(pieces.popFirst() ?? []).span) }
    }

    private static func streamed(_ merge: Merge, _ payloads: [Payload]) throws -> ([UInt8], [FutureStamp]) {
        let streams = try payloads.map(stream)
        var (output, future): ([UInt8], [FutureStamp]) = ([], [])
        try merge.stream(
            streams, now: 0, report: { _ in }, found: { future.append($0) },
            into: { piece in for index in piece.indices { output.append(piece[index]) } })
        return (output, future)
    }

    /// No record is lost, none appears, and where records merge as wholes each is one of those that came in.
    private static func checkSurvivors(_ profile: Profile, _ merged: Payload, of inputs: [Payload]) throws {
        var candidates: [JSONString: [JSONString: Set<[UInt8]>]] = [:]
        for input in inputs {
            for collection in input.collections {
                for row in collection.rows {
                    candidates[collection.name, default: [:]][row.id, default: []].insert(try row.canonicalBytes())
                }
            }
        }
        for collection in merged.collections {
            try law(
                Set(collection.rows.map(\.id)) == Set((candidates[collection.name] ?? [:]).keys),
                "records of \(collection.name) were lost or made up")
            guard profile.granularity != .field else { continue }
            for row in collection.rows {
                let isThere = try candidates[collection.name]?[row.id]?.contains(row.canonicalBytes()) ?? false
                try law(isThere, "\(row.id) of \(collection.name) is what nobody wrote")
            }
        }
        let collections = Set(inputs.flatMap(\.collections).map(\.name))
        try law(Set(merged.collections.map(\.name)) == collections, "collections were lost or made up")
    }
}

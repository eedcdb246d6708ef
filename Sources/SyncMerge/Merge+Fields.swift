import CanonicalJSON
import SyncBridge

extension Merge {
    /// The merge of versions field by field, or nil where none has a state.
    func fields(
        _ versions: [Row?], _ id: JSONString, in collection: JSONString
    ) throws(BridgeError) -> (row: Row, trace: RowTrace)? {
        guard let rules = profile.fieldTypes[collection]?.mapValues({ $0.with(profile.mistake) }) else { return nil }
        var documents: [Document?] = []
        for version in versions {
            guard let version else {
                documents.append(nil)
                continue
            }
            documents.append(try Document(version, in: collection, rules: rules))
        }
        var merged: Document?
        for case let document? in documents {
            if merged == nil { merged = document } else { merged?.merge(document) }
        }
        guard let merged else { return nil }
        var row = merged.row
        if profile.mistake == .tombstoneWithoutState, row.content == .tombstone { row.extra["state"] = nil }
        var trace = RowTrace(collection: collection, id: id, inputs: [])
        let present = versions.compactMap { $0?.normalized }
        if present.allSatisfy({ $0 == present[0] }), let same = try record(versions, id, in: collection) {
            // What all have the same bytes of stays as it is, also where a stack without fields changed its data.
            (row, trace) = same
        } else {
            for (version, document) in zip(versions, documents) {
                let outcome: RowTrace.Outcome = version == nil ? .absent : document == nil ? .noState : .merged
                trace.inputs.append(RowTrace.Input(outcome: outcome, updatedAt: version?.updatedAt))
            }
        }
        trace.fields = Self.fieldTraces(merged, of: documents.compactMap(\.self))
        trace.isConflict = !merged.disputed.isEmpty
        return (row, trace)
    }

    private static func fieldTraces(_ merged: Document, of versions: [Document]) -> [FieldTrace] {
        var traces: [FieldTrace] = []
        for (field, state) in merged.fields.sorted(by: { $0.key < $1.key }) {
            let states = versions.map { $0.fields[field] }
            guard state.isDisputed || states.contains(where: { $0 != state }) else { continue }
            let tops = Set(states.compactMap { $0?.shown?.id })
            let isDuplicate =
                tops.count > 1
                && Set(tops.map { [JSONValue.integer($0.sequence), .string($0.replica)] }).count < tops.count
            let outcome: FieldTrace.Outcome
            switch state.rule.kind {
            case _ where state.isDisputed: outcome = .disputed
            case .register, .move: outcome = isDuplicate ? .duplicate : .highest
            case .counter, .list, .set: outcome = .joined
            }
            traces.append(FieldTrace(field: field, outcome: outcome))
        }
        return traces
    }
}

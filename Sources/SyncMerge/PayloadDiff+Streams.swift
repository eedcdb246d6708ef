import CanonicalJSON
import SyncBridge

extension PayloadDiff {
    /// Compares two payloads in canonical form while they are read, in memory for one row of each.
    ///
    /// Gives the rows that differ to `report`, and returns the rest. Throws what `report` and the inputs throw, and
    /// ``BridgeError`` wherever the payloads have to be looked at as wholes, as ``Merge/stream(_:now:report:found:into:)`` does.
    package static func stream(
        from before: PayloadStream, to after: PayloadStream, profile: Profile,
        report: (PayloadDiff.Row) throws -> Void
    ) throws -> (fields: [Field], same: Int) {
        var alignment = PayloadAlignment([before, after])
        var extra = (before: JSONObject(), after: JSONObject())
        var collection: JSONString = ""
        var rules = CollectionRules()
        var same = 0
        while true {
            switch try alignment.next() {
            case .member(let key):
                for index in alignment.present {
                    let value = try JSONValue(bridging: alignment.streams[index].text)
                    if index == 0 { extra.before[key] = value } else { extra.after[key] = value }
                }
            case .collection(let name):
                collection = name
                rules = CollectionRules(profile, name)
            case .record:
                if alignment.present.count == 2, !rules.isByFields, before.compareText(with: after) == 0 {
                    same += 1
                    continue
                }
                let (a, b) = (try alignment.row(of: 0), try alignment.row(of: 1))
                guard let trace = try Merge(profile).rows([a, b], in: collection)?.trace else { continue }
                if trace.isUnanimous { same += 1 } else { try report(Row(a, b, trace: trace, profile: profile)) }
            case .beginOfRows, .endOfCollection, .endOfRows: break
            case .finished: return (Field.between(extra.before, extra.after), same)
            }
        }
    }
}

import CanonicalJSON
import SyncMerge

extension Model {
    /// The handler of an operation on rows and payloads, whose mistakes are made by the merge itself.
    func mergeHandler(_ operation: JSONString) -> Testee.Handler? {
        let operations = MergeOperations(mistake: mutant.flatMap { Mistake(rawValue: $0.rawValue) })
        let handler: Testee.Handler
        switch operation {
        case "merge": handler = operations.merge
        case "replay": handler = operations.replay
        case "reconcile": handler = operations.reconcile
        case "decide": handler = operations.decide
        default: return nil
        }
        // Which of its steps a merge asks for a mistake cannot be told from here.
        return { (request) throws(Rejection) in
            if let opportunities { for mistake in Self.mergeMistakes { opportunities.note(mistake) } }
            return try handler(request)
        }
    }

    private static let mergeMistakes = Mistake.allCases.compactMap { Mutant(rawValue: $0.rawValue) }
}

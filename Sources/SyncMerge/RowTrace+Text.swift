extension RowTrace {
    /// One line for people, such as `host h1: A has it; B is older (10 < 20)`.
    ///
    /// `names` are what the inputs are called, in their order.
    public func text(names: [String]) -> String {
        "\(collection) \(id): " + reasons(names: names)
    }

    /// The same line without the collection and the id.
    public func reasons(names: [String]) -> String {
        let best = winner.flatMap { inputs[$0].updatedAt }
        var parts: [String] = []
        for (index, input) in inputs.enumerated() {
            let name = index < names.count ? names[index] : "input \(index + 1)"
            if let words = input.words(best: best) { parts.append("\(name) \(words)") }
        }
        for field in fields { parts.append("\(field.field): \(field.outcome.words)") }
        if isConflict { parts.append("someone has to look at it") }
        return parts.joined(separator: "; ")
    }
}

extension RowTrace.Input {
    fileprivate func words(best: Int64?) -> String? {
        let own = updatedAt.map(String.init) ?? "none"
        return switch outcome {
        case .won: "has the row that stays (\(own))"
        case .same: "has the same"
        case .absent: "has no such row, which deletes nothing"
        case .older: "is older (\(own) < \(best.map(String.init) ?? "none"))"
        case .deleted: "is live (\(own)), and a deletion is final"
        case .smallerReplica: "is as old (\(own)), its writer has the smaller name"
        case .smallerText: "is as old (\(own)), its text is the smaller one"
        case .merged: "was merged field by field"
        case .noState: "has no state of fields (\(own))"
        }
    }
}

extension FieldTrace.Outcome {
    fileprivate var words: String {
        switch self {
        case .joined: "all changes are in it"
        case .highest: "the change of the highest sequence number stays"
        case .duplicate: "two changes bear one sequence number of one device; the larger text stays"
        case .disputed: "changes that had not seen each other wait for a person"
        }
    }
}

import CanonicalJSON

/// One vector tried on mutants, each judged by what a verifier demands of a stack.
struct MutantTrial {
    private let vector: Vector
    private let inputs: JSONObject
    /// What a right implementation answers.
    private let right: Answer
    /// The mistakes that can show in the answer to the vector.
    private let inAnswer: Set<Mutant>
    /// The mistakes that can show when the archive which the vector seals is opened.
    private let inOpening: Set<Mutant>

    /// - Throws: `VectorError` if the vector catches the model without a mistake.
    init(_ vector: Vector) throws(VectorError) {
        self.vector = vector
        inputs = VectorBytes.expanded(vector.inputs)
        let opportunities = Opportunities()
        let control = Model(mutant: nil, opportunities: opportunities)
        right = control.answer(vector.operation, inputs: inputs, entropy: vector.entropy)
        inAnswer = opportunities.take()
        var fault = Judge.fault(of: right, for: vector)
        if fault == nil, let archive = right.archive(of: vector) {
            fault = Self.fault(opening: archive, of: vector, by: control)
        }
        inOpening = opportunities.take()
        if let fault {
            throw VectorError(place: vector.id, reason: "the model without a mistake fails: \(fault.reason)")
        }
    }

    /// The mutants that the vector catches, in their order.
    func kills(of mutants: [Mutant]) -> [KillTable.Kill] {
        mutants.compactMap { mutant in
            fault(of: mutant).map { fault in
                let reason = KillTable.Reason(
                    operation: vector.operation, clauses: vector.clauses, kind: fault.failure.kind,
                    errorClass: fault.failure.errorClass,
                    place: fault.place ?? fault.failure.difference?.place)
                return .init(mutant: mutant, vector: vector.id, reason: reason, words: fault.failure.reason)
            }
        }
    }

    /// What is wrong with a mutant's answer; for an archive, also with how both sides open each other's.
    private func fault(of mutant: Mutant) -> (failure: Failure, place: String?)? {
        let model = Model(mutant: mutant)
        if inAnswer.contains(mutant), mutant.operations.contains(vector.operation) {
            let answer = model.answer(vector.operation, inputs: inputs, entropy: vector.entropy)
            if let failure = Judge.fault(of: answer, for: vector) { return (failure, nil) }
            if let sealed = answer.archive(of: vector), sealed != right.archive(of: vector),
                let failure = Self.fault(opening: sealed, of: vector, by: Model(mutant: nil))
            {
                return (failure, "opened")
            }
        }
        guard inOpening.contains(mutant), mutant.operations.contains("open"),
            let archive = right.archive(of: vector)
        else { return nil }
        return Self.fault(opening: archive, of: vector, by: model).map { ($0, "opening") }
    }

    /// What is wrong with how `model` opens `archive`, which was sealed for `vector`.
    private static func fault(opening archive: [UInt8], of vector: Vector, by model: Model) -> Failure? {
        ExchangeCheck.fault(
            of: model.answer("open", inputs: vector.openInputs(archive: archive)), opening: vector)
    }
}

extension Answer {
    /// The archive, where `vector` seals one.
    fileprivate func archive(of vector: Vector) -> [UInt8]? {
        guard vector.operation == "seal", case .ok(let outputs, _) = self else { return nil }
        return outputs["archive"]?.bytes
    }
}

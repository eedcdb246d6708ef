import CanonicalJSON

/// One vector tried on mutants, each judged by what a verifier demands of a stack.
struct MutantTrial {
    private let vector: Vector
    private let control = Model(mutant: nil)

    init(_ vector: Vector) {
        self.vector = vector
    }

    /// The mutants that the vector catches, in their order.
    ///
    /// - Throws: `VectorError` if the vector catches the model without a mistake.
    func kills(of mutants: [Mutant]) throws(VectorError) -> [KillTable.Kill] {
        let right = control.answer(vector)
        if let fault = fault(of: right, by: control, reference: right) {
            throw VectorError(place: vector.id, reason: "the model without a mistake fails: \(fault.failure.reason)")
        }
        return mutants.filter { $0.concerns(vector, answered: right) }.compactMap { mutant in
            let model = Model(mutant: mutant)
            return fault(of: model.answer(vector), by: model, reference: right).map { fault in
                let reason = KillTable.Reason(
                    clauses: vector.clauses, kind: fault.failure.kind, errorClass: fault.failure.errorClass,
                    place: fault.place ?? fault.failure.difference?.place)
                return .init(mutant: mutant, vector: vector.id, reason: reason, words: fault.failure.reason)
            }
        }
    }

    /// What is wrong with `answer`; for an archive, also with how it is opened and how its writer opens the reference's.
    private func fault(
        of answer: Answer, by model: Model, reference: Answer
    ) -> (failure: Failure, place: String?)? {
        if let failure = Judge.fault(of: answer, for: vector) { return (failure, nil) }
        guard vector.operation == "seal", let sealed = answer.archive, let right = reference.archive else { return nil }
        let opened = control.answer("open", inputs: vector.openInputs(archive: sealed))
        if let failure = ExchangeCheck.fault(of: opened, opening: vector) { return (failure, "opened") }
        let opening = model.answer("open", inputs: vector.openInputs(archive: right))
        return ExchangeCheck.fault(of: opening, opening: vector).map { ($0, "opening") }
    }
}

extension Mutant {
    /// Whether the mistake can show in the answer to `vector`, to which the right answer is `right`.
    func concerns(_ vector: Vector, answered right: Answer) -> Bool {
        guard layer.isOfContent else {
            // What is sealed is opened as well.
            return operations.contains(vector.operation)
                || vector.operation == "seal" && operations.contains("open")
        }
        guard operations.contains(vector.operation) else { return false }
        guard vector.operation == "open" else { return true }
        // Content is looked at last, and only in a snapshot: deriving keys until then takes its time.
        if case .rejected(let errorClass, _) = right, errorClass != "NOT_CANONICAL" { return false }
        return vector.inputs["profile"] == "snapshot"
    }
}

extension Mutant.Layer {
    /// Whether it is about what archives hold.
    fileprivate var isOfContent: Bool {
        switch self {
        case .canonicalJSON, .order, .hash, .records, .payload: true
        case .codec, .keys, .header, .envelopePayload: false
        }
    }
}

extension Answer {
    fileprivate var archive: [UInt8]? {
        if case .ok(let outputs, _) = self { outputs["archive"]?.bytes } else { nil }
    }
}

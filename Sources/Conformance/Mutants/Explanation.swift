import CanonicalJSON
import Synchronization

/// Finds the known mistakes that give the wrong answers of stacks: each is made on the same inputs and compared.
///
/// What the mutants answer is worked out once for a vector, and only where a stack failed it.
public final class Explanation: Sendable {
    /// How many failures of one stack are looked into: the first ones say what is wrong.
    static let failureLimit = 200

    /// What each mutant answers to the vector of an id, where that is wrong.
    private let answers = Mutex<[String: [(mutant: Mutant, answer: Answer)]]>([:])

    /// Knows nothing yet.
    public init() {}

    /// The mutants whose answer to `vector` is the same as `answer`, which is wrong, in the order of the catalogue.
    func mutants(giving answer: Answer, to vector: Vector) -> [Mutant] {
        switch answer {
        case .broken, .unsupported: return []
        case .ok, .rejected: break
        }
        return wrongAnswers(to: vector).filter { answer.isSame(as: $0.answer, for: vector) }.map(\.mutant)
    }

    /// The mutants that explain why `answer` to the opening of `archive`, sealed for `vector`, is wrong.
    ///
    /// If the reference opens the archive they are readers that answer the same, else writers that could open their own.
    func mutants(giving answer: Answer, opening archive: [UInt8], of vector: Vector) -> [Mutant] {
        let inputs = vector.openInputs(archive: archive)
        func fault(_ mutant: Mutant?) -> (answer: Answer, failure: Failure?) {
            let answer = Model(mutant: mutant).answer("open", inputs: inputs)
            return (answer, ExchangeCheck.fault(of: answer, opening: vector))
        }
        let isReadable = fault(nil).failure == nil
        return Mutant.allCases.filter { mutant in
            guard mutant.operations.contains("open") else { return false }
            let made = fault(mutant)
            guard isReadable else { return mutant.operations.contains("seal") && made.failure == nil }
            return made.failure != nil
                && made.failure?.observedClass == ExchangeCheck.fault(of: answer, opening: vector)?.observedClass
        }
    }

    /// Whether `mutant` fails `vector`.
    func isWrong(_ mutant: Mutant, about vector: Vector) -> Bool {
        guard mutant.operations.contains(vector.operation) else { return false }
        if let known = answers.withLock({ $0[vector.id] }) { return known.contains { $0.mutant == mutant } }
        return Judge.fault(of: Model(mutant: mutant).answer(vector), for: vector) != nil
    }

    private func wrongAnswers(to vector: Vector) -> [(mutant: Mutant, answer: Answer)] {
        if let known = answers.withLock({ $0[vector.id] }) { return known }
        // Where the reference itself is wrong, all mutants are, and none explains anything.
        let isReferenceRight = Judge.fault(of: Model(mutant: nil).answer(vector), for: vector) == nil
        guard isReferenceRight else { return [] }
        let made = Mutant.allCases.filter { $0.operations.contains(vector.operation) }.compactMap { mutant in
            let answer = Model(mutant: mutant).answer(vector)
            return Judge.fault(of: answer, for: vector) == nil ? nil : (mutant: mutant, answer: answer)
        }
        answers.withLock { $0[vector.id] = made }
        return made
    }
}

extension Answer {
    /// Whether `model` is the same answer to `vector`: the same class, or the same outputs as far as they are compared.
    func isSame(as model: Answer, for vector: Vector) -> Bool {
        switch (self, model) {
        case (.rejected(let errorClass, _), .rejected(let other, _)): return errorClass == other
        case (.ok(let outputs, _), .ok(let wanted, _)):
            guard vector.determinism == .exact else {
                // Another deflate makes other bytes: what is compared is what is wrong with them.
                return Judge.fault(of: self, for: vector)?.reason == Judge.fault(of: model, for: vector)?.reason
            }
            return wanted.allSatisfy { name, value in outputs[name].map { VectorBytes.areEqual($0, value) } ?? false }
        default: return false
        }
    }
}

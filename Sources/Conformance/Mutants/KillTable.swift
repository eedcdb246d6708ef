import Synchronization

/// Which vectors catch which known mistakes: every mutant run over every vector and judged as a stack is (MU).
public struct KillTable: Equatable, Sendable {
    /// Why a mutant does not pass a vector. Two kills with different reasons are independent evidence.
    public struct Reason: Hashable, Sendable {
        /// The operation that the vector asks for.
        public var operation: String
        /// The clauses that the vector tests.
        public var clauses: [String]
        /// What kind of thing is wrong.
        public var kind: Failure.Kind
        /// The error class that the mutant answers with, where it rejects.
        public var errorClass: String?
        /// The first output that differs; `opened` and `opening` where what one side seals the other does not open.
        public var place: String?
    }

    /// One mutant caught by one vector.
    public struct Kill: Equatable, Sendable {
        /// The mutant.
        public var mutant: Mutant
        /// The vector's id.
        public var vector: String
        /// What gives the mutant away.
        public var reason: Reason
        /// The same in words.
        public var words: String
    }

    /// The mutants that were run, in the order of the catalogue.
    public let mutants: [Mutant]
    /// The vectors that they were run over, in the order of the files.
    public let vectors: [Vector]
    /// What was caught: in the order of the vectors, for each in the order of the catalogue.
    public let kills: [Kill]

    /// Runs `mutants` over those vectors whose answers their mistakes can change, on several threads.
    ///
    /// - Parameter progress: told after each vector how many are done, from any thread.
    /// - Throws: `VectorError` for a vector that the model fails without any mistake: then nothing else means anything.
    public init(
        _ vectors: [Vector], mutants: [Mutant] = Mutant.allCases, threads: Int = 2,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(VectorError) {
        self.mutants = mutants
        self.vectors = vectors
        let queue = Queue(count: vectors.count)
        let parts = onThreads(threads) { _ in
            var found: [(index: Int, kills: Result<[Kill], VectorError>)] = []
            while let index = queue.next() {
                let kills = Result { () throws(VectorError) in try MutantTrial(vectors[index]).kills(of: mutants) }
                found.append((index, kills))
                progress(queue.taken)
            }
            return found
        }
        var kills: [Kill] = []
        for part in parts.flatMap({ $0 }).sorted(by: { $0.index < $1.index }) { kills += try part.kills.get() }
        self.kills = kills
    }

    /// Hands out numbers, each once.
    private final class Queue: Sendable {
        private let following = Atomic(0)
        private let count: Int

        init(count: Int) {
            self.count = count
        }

        var taken: Int { min(count, following.load(ordering: .relaxed)) }

        func next() -> Int? {
            let index = following.wrappingAdd(1, ordering: .relaxed).oldValue
            return index < count ? index : nil
        }
    }
}

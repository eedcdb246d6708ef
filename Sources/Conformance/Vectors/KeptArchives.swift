import CanonicalJSON

/// What the stacks of a version sealed, kept for every later reader as vectors of `open` (VE-26).
public struct KeptArchives: Sendable {
    /// The folder of the vectors in which they are.
    public static let folderName = "sealed"
    /// The name of the file in a version's own folder.
    public static let fileName = "archives.json"
    static let kind = "sealed"

    /// The stack's name and version, which is the name of its folder.
    public let name: String
    /// The archives.
    public let file: VectorFile

    /// Has `stack` seal the vectors whose bytes are its own: what all stacks seal alike is a vector already.
    ///
    /// - Throws: `VectorError` when the stack can't be started, or refuses to seal.
    public init(of stack: Stack, sealing files: [VectorFile], timeoutMilliseconds: Int = 60_000) throws(VectorError) {
        let connection = try StackConnection(stack, timeoutMilliseconds: timeoutMilliseconds)
        defer { connection.close() }
        if let fault = connection.start() { throw VectorError(place: stack.name, reason: fault) }
        guard let introduction = connection.introduction else {
            throw VectorError(place: stack.name, reason: "did not introduce itself")
        }
        name = "\(stack.name)-\(introduction.version)"
        let origin =
            "sealed by \(introduction.name) \(introduction.version), \(introduction.runtime), zlib \(introduction.zlib)"
        var kept: [Vector] = []
        for vector in files.flatMap(\.vectors) where vector.isExchanged && vector.determinism == .perImplementation {
            let answer = connection.ask(
                vector.operation, inputs: VectorBytes.expanded(vector.inputs), entropy: vector.entropy)
            if answer.skippedFeature(of: vector) != nil { continue }
            guard case .ok(let outputs, _) = answer, let archive = outputs["archive"]?.bytes else {
                throw VectorError(place: stack.name, reason: "\(vector.id): \(Failure(answer).reason)")
            }
            kept.append(
                Vector(
                    id: "\(Self.kind)-\(name)-\(vector.id)", clauses: ["CT-1"], operation: "open", comment: origin,
                    flags: vector.flags, inputs: vector.openInputs(archive: archive),
                    expectation: .valid(outputs: ["plaintext": vector.inputs["plaintext"] ?? .null])))
        }
        file = VectorFile(kind: Self.kind, vectors: kept)
    }

    /// The archives of several versions as one file of vectors; nil for none.
    public static func merged(_ files: [VectorFile]) -> VectorFile? {
        files.isEmpty ? nil : VectorFile(kind: kind, vectors: files.flatMap(\.vectors))
    }
}

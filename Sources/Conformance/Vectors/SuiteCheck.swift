import CanonicalJSON

extension [VectorFile] {
    /// VE-4 and VE-5: no id and no request occurs twice, in whatever files these are.
    ///
    /// - Throws: `VectorError` for the first one that does.
    public func checkUniqueness() throws(VectorError) {
        var ids: Set<String> = []
        var requests: [[UInt8]: String] = [:]
        for vector in flatMap(\.vectors) {
            guard ids.insert(vector.id).inserted else {
                throw VectorError(place: vector.id, reason: "the id occurs twice")
            }
            let request: [UInt8]
            do {
                request =
                    try [UInt8](vector.operation.utf8) + JSONValue.object(vector.inputs).canonicalBytes()
                    + Vector.json(vector.entropy).canonicalBytes()
            } catch { throw VectorError(place: vector.id, reason: "\(error)") }
            if let other = requests.updateValue(vector.id, forKey: request) {
                throw VectorError(place: vector.id, reason: "the same request as \(other)")
            }
        }
    }

    /// What keeps these vectors from being a suite: annotations that are missing, or no longer true.
    ///
    /// - Parameters:
    ///   - clauses: the specification as it is now.
    ///   - withdrawn: the ids that must not be used again.
    ///   - mutants: the names of the known mistakes.
    public func suiteFaults(
        clauses: ClauseTexts, withdrawn: [WithdrawnVector], mutants: Set<String>
    ) throws(VectorError) -> [VectorError] {
        var faults: [VectorError] = []
        var edited: [String: [String]] = [:]
        let gone = Set(withdrawn.map(\.id))
        for vector in flatMap(\.vectors) {
            func report(_ reason: String) { faults.append(VectorError(place: vector.id, reason: reason)) }
            let known = vector.annotations
            if gone.contains(vector.id) { report("the id was withdrawn") }
            for id in vector.clauses {
                guard let pin = clauses.pin(of: id) else {
                    report("no clause \(id)")
                    continue
                }
                guard let noted = known.pins[id] else {
                    report("no pin of \(id)")
                    continue
                }
                if noted != pin { edited[id, default: []].append(vector.id) }
            }
            if try known.digest != vector.digest() { report("the digest is not that of the vector") }
            if Set(known.attestedBy).subtracting(["swift"]).count < Admission.quorum {
                report("attested by fewer than \(Admission.quorum) stacks")
            }
            for name in known.kills where !mutants.contains(name) { report("kills: no mutant \(name)") }
        }
        faults += originFaults()
        for id in clauses.ids {
            guard let vectors = edited[id] else { continue }
            faults.append(
                VectorError(place: id, reason: "the clause was edited; review \(vectors.joined(separator: " "))"))
        }
        return faults
    }
}

/// A vector that was in a suite once; its id keeps what it meant.
public struct WithdrawnVector: Equatable, Sendable {
    /// The id, which no other vector gets.
    public var id: String
    /// Why it is no longer there.
    public var reason: String

    /// Notes that `id` is gone.
    public init(id: String, reason: String) {
        self.id = id
        self.reason = reason
    }

    /// The name of the file in the vectors' folder.
    public static let fileName = "withdrawn.json"

    /// Reads the list.
    ///
    /// - Throws: `VectorError` for what is no such list.
    public static func list(parsing bytes: [UInt8]) throws(VectorError) -> [WithdrawnVector] {
        let document = try JSONValue(parsing: bytes, place: fileName)
        guard case .array(let elements)? = document["withdrawn"] else {
            throw VectorError(place: fileName, reason: "withdrawn: not a list")
        }
        let list = elements.compactMap { element in
            element["id"]?.text.flatMap { id in
                element["reason"]?.text.map { WithdrawnVector(id: id, reason: $0) }
            }
        }
        guard list.count == elements.count, Set(list.map(\.id)).count == list.count else {
            throw VectorError(place: fileName, reason: "not a list of {id, reason}, each id once")
        }
        return list
    }

    /// The bytes of a list: one vector a line, sorted by id.
    public static func bytes(of list: [WithdrawnVector]) throws(VectorError) -> [UInt8] {
        let lines: [JSONValue] = list.sorted { $0.id < $1.id }.map {
            ["id": .text($0.id), "reason": .text($0.reason)]
        }
        return try LineJSON.bytes(head: #"{"withdrawn":"#, lines: lines, place: fileName)
    }
}

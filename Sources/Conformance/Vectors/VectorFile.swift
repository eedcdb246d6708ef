import CanonicalJSON

/// One file of `Vectors/`: the vectors of one kind.
public struct VectorFile: Equatable, Sendable {
    /// The version of `Spec/` that the vectors test.
    public static let specVersion: Int64 = 1
    /// The kinds, one file each.
    public static let kinds = [
        "canonical-json", "order", "hash", "records", "rows", "payload", "codec", "slots", "envelope", "rewrap",
        "merge", "reconcile", "decide",
    ]

    /// The kind, which is also the file's name without `.json`.
    public var kind: String
    /// The vectors in their order.
    public var vectors: [Vector]

    /// The file's name.
    public var name: String { kind + ".json" }

    /// Holds the vectors of one kind.
    public init(kind: String, vectors: [Vector]) {
        self.kind = kind
        self.vectors = vectors
    }

    /// Reads a file.
    ///
    /// - Parameter name: its name, for messages.
    /// - Throws: `VectorError` for JSON or a member that VE does not allow.
    public init(parsing bytes: [UInt8], name: String) throws(VectorError) {
        let document = try JSONValue(parsing: bytes, place: name)
        guard case .object(let members) = document,
            members.map(\.key) == ["suite", "specVersion", "kind", "vectors"],
            let kind = document["kind"]?.text, document["suite"]?.text == kind,
            case .array(let elements)? = document["vectors"]
        else { throw VectorError(place: name, reason: "not {suite, specVersion, kind, vectors}") }
        guard document["specVersion"] == .integer(Self.specVersion) else {
            throw VectorError(place: name, reason: "made for another version of the specification")
        }
        self.kind = kind
        vectors = []
        for (index, element) in elements.enumerated() {
            let place = element["id"]?.text ?? "\(name): vector \(index)"
            vectors.append(try Vector(json: element, place: place))
        }
        guard Set(vectors.map(\.id)).count == vectors.count else {
            throw VectorError(place: name, reason: "two vectors have the same id")
        }
    }

    /// The file's bytes: one vector a line, so that a change to one shows as one line.
    public func bytes() throws(VectorError) -> [UInt8] {
        let kind = try LineJSON.quoted(kind, place: name)
        let head = #"{"suite":\#(kind),"specVersion":\#(Self.specVersion),"kind":\#(kind),"vectors":"#
        return try LineJSON.bytes(head: head, lines: vectors.map(\.json), place: name)
    }
}

import CanonicalJSON
import SyncBridge
import SyncEnvelope

/// What a published folder of vectors says of itself: its version, and each file's hash (VE-19).
public struct SuiteManifest: Equatable, Sendable {
    /// The version of the vectors, by semantic versioning: a vector that is new is a minor change, one that is changed or
    /// withdrawn a major one.
    public static let currentVersion = "1.0.0"
    /// The name of the file in the vectors' folder.
    public static let fileName = "manifest.json"

    /// One file of vectors.
    public struct Entry: Equatable, Sendable {
        /// The file's name.
        public var name: String
        /// The SHA-256 of its bytes, in hex.
        public var sha256: String
        /// How many vectors it has.
        public var vectors: Int
        /// How many of them demand a rejection.
        public var negatives: Int
    }

    /// The version of the vectors.
    public var version: String
    /// The files in their order.
    public var files: [Entry]

    /// Describes `files`.
    public init(_ files: [VectorFile]) throws(VectorError) {
        version = Self.currentVersion
        self.files = []
        for file in files {
            let negatives = file.vectors.count { if case .invalid = $0.expectation { true } else { false } }
            self.files.append(
                Entry(
                    name: file.name, sha256: try VectorBytes.digest(file.bytes()), vectors: file.vectors.count,
                    negatives: negatives))
        }
    }

    /// Reads a manifest.
    ///
    /// - Throws: `VectorError` for what is none, or for one of another version of the specification.
    public init(parsing bytes: [UInt8]) throws(VectorError) {
        func fail(_ reason: String) -> VectorError { VectorError(place: Self.fileName, reason: reason) }
        let document = try JSONValue(parsing: bytes, place: Self.fileName)
        guard document["suite"] == "syncwire", let version = document["version"]?.text,
            case .array(let elements)? = document["files"]
        else { throw fail("not {suite, version, specVersion, files}") }
        guard document["specVersion"] == .integer(VectorFile.specVersion) else {
            throw fail("made for another version of the specification")
        }
        self.version = version
        files = []
        for element in elements {
            guard let name = element["name"]?.text, let sha256 = element["sha256"]?.text,
                let vectors = element["vectors"]?.integerValue, let negatives = element["negatives"]?.integerValue,
                !name.contains("/")
            else { throw fail("files: an element without name, sha256, vectors or negatives") }
            files.append(Entry(name: name, sha256: sha256, vectors: Int(vectors), negatives: Int(negatives)))
        }
    }

    /// The manifest's bytes: one file a line.
    public func bytes() throws(VectorError) -> [UInt8] {
        let version = try LineJSON.quoted(version, place: Self.fileName)
        let head =
            #"{"suite":"syncwire","version":\#(version),"specVersion":\#(VectorFile.specVersion),"files":"#
        let lines: [JSONValue] = files.map {
            [
                "name": .text($0.name), "sha256": .text($0.sha256), "vectors": .integer(Int64($0.vectors)),
                "negatives": .integer(Int64($0.negatives)),
            ]
        }
        return try LineJSON.bytes(head: head, lines: lines, place: Self.fileName)
    }

    /// Throws `VectorError` unless `bytes` are those of the file `name`.
    public func check(_ bytes: [UInt8], name: String) throws(VectorError) {
        guard let entry = files.first(where: { $0.name == name }) else {
            throw VectorError(place: name, reason: "is not in \(Self.fileName)")
        }
        guard try VectorBytes.digest(bytes) == entry.sha256 else {
            throw VectorError(place: name, reason: "differs from what \(Self.fileName) says of it")
        }
    }
}

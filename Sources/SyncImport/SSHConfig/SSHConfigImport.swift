import CanonicalJSON

/// Hosts, keys and port forwards out of configuration files of OpenSSH.
///
/// A host is made of every alias: a pattern of a `Host` line that is neither wild nor negated. What the configuration
/// says about it is resolved as OpenSSH does it, wild patterns and includes in their places, the first value winning.
/// `Match` blocks are noted and, `Match all` apart, not imported. Settings that no field holds are kept in the unknown
/// field `sshOptions`; identity files and names to send from the environment in `identityFiles` and `sendEnv`.
///
/// Ids are derived from what they stand for, and nothing is read but what the caller hands in, so that the same files
/// make the same rows on every machine. Private keys are never asked for.
public struct SSHConfigImport {
    /// Reads the files that an `Include` names: its pattern, the file and the line that it is in. The files in the
    /// order of their names; none when nothing matches.
    public typealias Include = (
        _ pattern: String, _ source: String, _ line: Int
    ) throws(ImportError) -> [ImportSource]

    /// The stamp of all rows, and when their records were created: milliseconds since 1970.
    public var updatedAt: Int64
    /// Reads the files that an `Include` names.
    public var include: Include
    /// The content of the public key that belongs to an `IdentityFile`, `nil` when there is none.
    public var publicKey: (_ identityFile: String) throws(ImportError) -> [UInt8]?
    /// The SHA-256 of bytes.
    public var sha256: ([UInt8]) -> [UInt8]

    /// Makes an import.
    public init(
        updatedAt: Int64, include: @escaping Include,
        publicKey: @escaping (_ identityFile: String) throws(ImportError) -> [UInt8]?,
        sha256: @escaping ([UInt8]) -> [UInt8]
    ) {
        self.updatedAt = updatedAt
        self.include = include
        self.publicKey = publicKey
        self.sha256 = sha256
    }

    /// Imports files, read one after the other as a user's and then the system's are.
    ///
    /// Throws ``ImportError`` with file and line for a line that OpenSSH would refuse: no argument, an open quote, a port
    /// out of range, includes that nest too deeply.
    public func run(_ sources: [ImportSource]) throws(ImportError) -> ImportResult {
        var reader = ConfigReader(include: include)
        for source in sources { try reader.read(source) }
        var builder = HostBuilder(reader: reader, settings: self)
        try builder.build()
        return try builder.result()
    }
}

extension SSHConfigImport {
    /// The id of the host of an alias.
    static func hostID(_ alias: String) -> JSONString { derivedID("host", alias) }

    /// `prefix.` and the 16 hex digits of FNV-1a over the UTF-8 of a text.
    static func derivedID(_ prefix: String, _ text: String) -> JSONString {
        JSONString("\(prefix).\(ContentHash(of: Array(text.utf8)))")
    }
}

import CanonicalJSON
import SyncBridge

extension HostBuilder {
    /// Sets how one logs in, and the key by the first identity file.
    ///
    /// Without one OpenSSH asks the agent, unless its list of methods starts otherwise.
    mutating func setKey(of host: inout HostRecord, _ options: HostOptions) throws(ImportError) {
        let files = options.lines("identityfile").filter { $0.arguments.first?.lowercased() != "none" }
        host.authKind = files.isEmpty ? .agent : .key
        switch options["preferredauthentications"]?.rest.lowercased().split(separator: ",").first {
        case "password": host.authKind = .password
        case "keyboard-interactive": host.authKind = .interactive
        default: break
        }
        var seen: Set<JSONString> = []
        let paths = files.compactMap(\.arguments.first).map { JSONString($0) }.filter { seen.insert($0).inserted }
        guard let line = files.first, let path = line.arguments.first else { return }
        host.keyId = try addKey(path, line.place)
        host.extra["identityFiles"] = .array(paths.map { .string($0) })
        if paths.count > 1 { note(files[1].place, "the first of several identity files is the host's key") }
    }

    /// The id of the key of an identity file; a record is made when its public half can be had.
    private mutating func addKey(_ path: String, _ place: Place) throws(ImportError) -> JSONString {
        let id = SSHConfigImport.derivedID("key", path)
        guard knownKeys.insert(id).inserted else { return id }
        guard let content = try settings.publicKey(path) else {
            note(place, "no public key beside \(path): the key is only referred to")
            return id
        }
        guard let key = PublicKeyText(content) else {
            note(place, "what stands beside \(path) is no public key: the key is only referred to")
            return id
        }
        var record = KeyRecord(id: id, updatedAt: settings.updatedAt)
        record.createdAt = settings.updatedAt
        record.name = JSONString(path.split(separator: "/").last.map(String.init) ?? path)
        record.keyType = JSONString(key.type)
        record.publicKey = JSONString(key.base64)
        record.fingerprint = JSONString(key.fingerprint(settings.sha256))
        if !key.comment.isEmpty { record.extra["comment"] = .string(JSONString(key.comment)) }
        keys.append(record)
        return id
    }
}

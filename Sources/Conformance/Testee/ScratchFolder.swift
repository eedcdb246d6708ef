import CanonicalJSON
import SyncBridge
import SyncEnvelope

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A value that could not be passed through the scratch folder.
struct ScratchError: Error, Equatable {
    var reason: String
}

/// The folder through which the verifier and a testee pass what is too long for a line (TP).
///
/// A byte string of more than 64 KiB travels as `{"file": path, "sha256": hex, "length": n}` in place of its base64.
struct ScratchFolder {
    /// The longest byte string that travels inside a line, in bytes.
    static let inlineLimit = 65536
    /// The longest file that is read, in bytes.
    static let fileLimit: Int64 = 1 << 30

    let path: String
    /// Distinguishes the files of the two sides, which both write here.
    private let prefix: String

    /// Opens the folder at `path`, which the other side made.
    init(path: String) {
        self.path = path
        prefix = "testee-\(getpid())-"
    }

    private init(created path: String) {
        self.path = path
        prefix = "verifier-"
    }

    /// Makes a new, private folder under `TMPDIR`.
    static func make() throws(ScratchError) -> ScratchFolder {
        let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        let parent = named.isEmpty ? "/tmp" : named
        var template = Array((parent + "/syncwire-XXXXXX").utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw ScratchError(reason: "cannot make a folder in \(parent)") }
        return ScratchFolder(created: String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Deletes the folder and all that is in it; a link is deleted, and not what it leads to.
    func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        // Whoever made a folder may have made it so that nobody can look into it.
        unsafe _ = chmod(path, 0o700)
        if let folder = unsafe opendir(path) {
            while let entry = unsafe readdir(folder) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
                }
                guard name != "." && name != ".." else { continue }
                let inner = path + "/" + name
                var facts = stat()
                if unsafe lstat(inner, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
                    remove(inner)
                } else {
                    unsafe _ = unlink(inner)
                }
            }
            unsafe _ = closedir(folder)
        }
        unsafe _ = rmdir(path)
    }

    /// Makes a folder in this one, if it is not there yet.
    ///
    /// - Returns: its path.
    func subfolder(_ name: String) throws(ScratchError) -> String {
        let folder = path + "/" + name
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw ScratchError(reason: "cannot make a folder: errno \(errno)")
        }
        return folder
    }

    /// Replaces each long byte string in `values`, and in lists there, by a file.
    func externalize(_ values: JSONObject) throws(ScratchError) -> JSONObject {
        var result = JSONObject()
        for (key, value) in values { result[key] = try externalize(value) }
        return result
    }

    private func externalize(_ value: JSONValue) throws(ScratchError) -> JSONValue {
        if case .array(let elements) = value {
            var list: [JSONValue] = []
            for element in elements { list.append(try externalize(element)) }
            return .array(list)
        }
        // Base64 is longer than what it stands for: what is short enough need not be decoded.
        guard case .string(let text) = value, text.wtf8.count > Self.inlineLimit,
            let bytes = Base64.decode(text.wtf8), bytes.count > Self.inlineLimit
        else { return value }
        return try file(bytes)
    }

    /// Writes a byte string of any length to a file, and returns what stands for it in a line.
    func file(_ bytes: [UInt8]) throws(ScratchError) -> JSONValue {
        let digest = try Self.digest(bytes)
        let file = path + "/" + prefix + digest
        try write(bytes, to: file)
        return ["file": .text(file), "sha256": .text(digest), "length": .integer(Int64(bytes.count))]
    }

    /// Replaces each file in `values` by its base64, after checking length and hash.
    func internalize(_ values: JSONObject) throws(ScratchError) -> JSONObject {
        var result = JSONObject()
        for (key, value) in values { result[key] = try internalize(value, of: key) }
        return result
    }

    /// The base64 of the file that `value` stands for; any other value as it is.
    func internalize(_ value: JSONValue, of key: JSONString) throws(ScratchError) -> JSONValue {
        guard case .object = value, let file = value["file"]?.text,
            let digest = value["sha256"]?.text, case .integer(let length)? = value["length"]
        else { return value }
        // A file elsewhere is not the other side's to hand out.
        guard file.hasPrefix(path + "/"), !file.utf8.contains(0),
            !file.utf8.dropFirst(path.utf8.count + 1).contains(UInt8(ascii: "/"))
        else {
            throw ScratchError(reason: "\(key): the file is not in the scratch folder")
        }
        let bytes = try read(file, length: length)
        guard try Self.digest(bytes) == digest else {
            throw ScratchError(reason: "\(key): sha256 differs from the file's")
        }
        return .bytes(bytes)
    }

    private static func digest(_ bytes: [UInt8]) throws(ScratchError) -> String {
        do { return Hex.encode(try SHA256.hash(bytes)) } catch { throw ScratchError(reason: error.reason) }
    }

    private func write(_ bytes: [UInt8], to file: String) throws(ScratchError) {
        guard let stream = unsafe fopen(file, "wb") else { throw ScratchError(reason: "cannot write: errno \(errno)") }
        let written = unsafe fwrite(bytes, 1, bytes.count, stream)
        guard unsafe fclose(stream) == 0, written == bytes.count else {
            throw ScratchError(reason: "cannot write: errno \(errno)")
        }
    }

    /// Reads a regular file of `length` bytes, and nothing else: a pipe or a device might never end.
    private func read(_ file: String, length: Int64) throws(ScratchError) -> [UInt8] {
        let descriptor = unsafe open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0, let stream = unsafe fdopen(descriptor, "rb") else {
            throw ScratchError(reason: "cannot read: errno \(errno)")
        }
        defer { unsafe _ = fclose(stream) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw ScratchError(reason: "cannot read: not a regular file")
        }
        guard length <= Self.fileLimit, Int64(facts.st_size) == length else {
            throw ScratchError(reason: "cannot read: \(facts.st_size) bytes, said to be \(length)")
        }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        guard unsafe fread(&bytes, 1, bytes.count, stream) == bytes.count else {
            throw ScratchError(reason: "cannot read: errno \(errno)")
        }
        return bytes
    }
}

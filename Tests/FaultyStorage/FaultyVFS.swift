import CSQLite
import Foundation

/// A file system of SQLite that asks a ``FaultyDisk`` about everything that is written, and else is the system's own.
///
/// There is one in a process, and one disk at a time.
package enum FaultyVFS {
    package static let name = "faulty"
    nonisolated(unsafe) private static var disk: FaultyDisk?
    nonisolated(unsafe) private static var base: UnsafeMutablePointer<sqlite3_vfs>!
    /// The methods that take the place of others, by where those are.
    nonisolated(unsafe) private static var replaced:
        [UnsafePointer<sqlite3_io_methods>: UnsafePointer<sqlite3_io_methods>] =
            [:]
    nonisolated(unsafe) private static var original = sqlite3_io_methods()
    nonisolated(unsafe) private static var paths: [UnsafeMutablePointer<sqlite3_file>: String] = [:]
    private static let registered: Void = register()

    /// Runs a body whose stores are opened with this file system, on a disk.
    package static func with<Result>(_ disk: FaultyDisk, _ body: () throws -> Result) rethrows -> Result {
        registered
        self.disk = disk
        defer { self.disk = nil }
        return try body()
    }

    private static func register() {
        base = sqlite3_vfs_find(nil)
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: base.pointee)
        vfs.pointee.zName = UnsafePointer(strdup(name))
        vfs.pointee.pNext = nil
        vfs.pointee.xOpen = { _, path, file, flags, result in FaultyVFS.open(path, file!, flags, result) }
        vfs.pointee.xDelete = { _, path, syncsFolder in
            FaultyVFS.does(.delete, String(cString: path!)) {
                FaultyVFS.base.pointee.xDelete(FaultyVFS.base, path, syncsFolder)
            }
        }
        sqlite3_vfs_register(vfs, 0)
    }

    private static func open(
        _ path: sqlite3_filename?, _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32,
        _ result: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        let code = base.pointee.xOpen(base, path, file, flags, result)
        guard code == SQLITE_OK, let path, let methods = file.pointee.pMethods else { return code }
        paths[file] = String(cString: path)
        disk?.opened(String(cString: path))
        file.pointee.pMethods = replacement(of: methods)
        return code
    }

    private static func replacement(of methods: UnsafePointer<sqlite3_io_methods>) -> UnsafePointer<sqlite3_io_methods>
    {
        if let known = replaced[methods] { return known }
        // All tables of the system's have the same three functions for what changes a file.
        original = methods.pointee
        let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        copy.initialize(to: methods.pointee)
        copy.pointee.xWrite = { file, bytes, count, offset in FaultyVFS.write(file!, bytes!, count, offset) }
        copy.pointee.xTruncate = { file, size in
            FaultyVFS.does(.truncate(size: Int(size)), FaultyVFS.paths[file!]) {
                FaultyVFS.original.xTruncate(file, size)
            }
        }
        copy.pointee.xSync = { file, flags in
            FaultyVFS.does(.sync, FaultyVFS.paths[file!]) { FaultyVFS.original.xSync(file, flags) }
        }
        replaced[methods] = UnsafePointer(copy)
        return UnsafePointer(copy)
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>, _ bytes: UnsafeRawPointer, _ count: Int32, _ offset: Int64
    ) -> Int32 {
        let copy = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return does(
            .write(offset: Int(offset), bytes: copy), paths[file],
            half: { _ = original.xWrite(file, bytes, count / 2, offset) }
        ) { original.xWrite(file, bytes, count, offset) }
    }

    private static func does(
        _ request: FaultyDisk.Request, _ path: String?, half: () -> Void = {}, _ body: () -> Int32
    ) -> Int32 {
        guard let path, let disk else { return body() }
        switch disk.take(request, on: path) {
        case .none: return body()
        case .fail(let code): return code
        case .kill:
            half()
            kill(getpid(), SIGKILL)
            return SQLITE_IOERR
        }
    }
}

import Foundation

/// What a file system was told to do, and what it would still have after the process or the power was gone.
///
/// A change is durable once its file was synchronised. Until then the power may fail before it, after it, or in the middle
/// of it, whatever came before or after it.
package final class FaultyDisk {
    /// One thing that SQLite asks for, in the order in which it asks.
    package enum Request {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
        case sync
        case delete
    }

    /// What happens instead of a request.
    package enum Fault {
        /// Nothing else: it is done.
        case none
        /// It fails with a result code of SQLite, and nothing is done.
        case fail(Int32)
        /// The process is killed, after half of what was to be written.
        case kill
    }

    private struct File {
        var durable: [UInt8]
        /// Whether the folder is known to have the file.
        var isDurable: Bool
        var pending: [Request] = []
    }

    private var files: [String: File] = [:]
    /// Files that were deleted and may still be there after the power failed.
    private var ghosts: [String: [UInt8]] = [:]
    /// How many requests there were.
    package private(set) var requests = 0
    /// Called before each request, with its number, counted from 1.
    package var fault: (FaultyDisk, Int) -> Fault = { _, _ in .none }

    package init() {}

    /// The files as they are now, such as a process leaves them that is killed.
    package func imageAfterKill() throws -> [String: [UInt8]] {
        var image: [String: [UInt8]] = [:]
        for path in files.keys {
            // The shared memory stays behind too, and says what was.
            for name in [path, path + "-shm"] {
                if let data = FileManager.default.contents(atPath: name) { image[name] = [UInt8](data) }
            }
        }
        return image
    }

    /// The files as they may be after the power failed.
    package func imageAfterPowerLoss(using generator: inout some RandomNumberGenerator) -> [String: [UInt8]] {
        var image: [String: [UInt8]] = [:]
        for (path, bytes) in ghosts.sorted(by: { $0.key < $1.key }) where Bool.random(using: &generator) {
            image[path] = bytes
        }
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            guard file.isDurable || Bool.random(using: &generator) else { continue }
            var bytes = file.durable
            // Nothing of it, all of it, or any of it.
            let share = Int.random(in: 0...2, using: &generator)
            for request in file.pending {
                switch share {
                case 0: break
                case 1: request.apply(to: &bytes, sectors: { true })
                default: request.apply(to: &bytes, sectors: { Bool.random(using: &generator) })
                }
            }
            image[path] = bytes
        }
        return image
    }
}

extension FaultyDisk {
    func opened(_ path: String) {
        guard files[path] == nil else { return }
        let bytes = FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
        files[path] = File(durable: bytes, isDurable: !bytes.isEmpty)
    }

    /// What to do about a request; where it is done, it is remembered.
    func take(_ request: Request, on path: String) -> Fault {
        requests += 1
        let fault = fault(self, requests)
        guard case .none = fault else { return fault }
        switch request {
        case .write, .truncate: files[path]?.pending.append(request)
        case .sync:
            guard var file = files[path] else { break }
            for request in file.pending { request.apply(to: &file.durable, sectors: { true }) }
            file.pending = []
            // SQLite synchronises the folder with a new file, and so what was deleted there.
            if !file.isDurable { ghosts = [:] }
            file.isDurable = true
            files[path] = file
        case .delete:
            if let file = files.removeValue(forKey: path), file.isDurable { ghosts[path] = file.durable }
        }
        return fault
    }
}

extension FaultyDisk.Request {
    /// Does to the bytes what was asked, as far as single sectors of 512 bytes are concerned.
    fileprivate func apply(to bytes: inout [UInt8], sectors isDone: () -> Bool) {
        switch self {
        case .write(let offset, let written):
            for start in stride(from: 0, to: written.count, by: 512) where isDone() {
                let part = written[start..<min(start + 512, written.count)]
                let end = offset + start + part.count
                if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
                bytes.replaceSubrange(offset + start..<end, with: part)
            }
        case .truncate(let size): if isDone(), size < bytes.count { bytes.removeLast(bytes.count - size) }
        case .sync, .delete: break
        }
    }
}

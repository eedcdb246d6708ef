import CSystem

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file under a name of its own that is gone unless it is moved to its place.
package final class TemporaryFile {
    let descriptor: Int32
    package let path: String
    private let slot: Int?
    private var isInPlace = false

    /// Creates an empty file in `folder` that nothing else has; nil with `errno` set on failure.
    package init?(folder: String, mode: UInt32) {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let path = "\(folder)/.tmp-\(String(repeating: "0", count: 16 - number.count))\(number)"
        let slot = SignalCleanup.remember(path: path)
        let descriptor = SystemCall.retrying {
            unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
        }
        if descriptor < 0 {
            let reason = errno
            if let slot { SignalCleanup.forget(slot) }
            errno = reason
            return nil
        }
        self.descriptor = descriptor
        self.path = path
        self.slot = slot
    }

    deinit {
        close(descriptor)
        if !isInPlace { unsafe unlink(path) }
        if let slot { SignalCleanup.forget(slot) }
    }

    /// Removes the name at once; the contents live as long as this value.
    func unlinkNow() {
        unsafe unlink(path)
        isInPlace = true
    }

    /// Moves the file over whatever has that name; false with `errno` set on failure.
    func replace(_ destination: String) -> Bool {
        isInPlace = unsafe rename(path, destination) == 0
        return isInPlace
    }

    /// Moves the file to a name that nothing has; false with `errno` set on failure, EEXIST if something has it.
    func moveToFreeName(_ destination: String) -> Bool {
        isInPlace = unsafe csystem_rename_to_free_name(path, destination) == 0
        // Some systems and file systems have no such call.
        return isInPlace || [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(errno) && linkToFreeName(destination)
    }

    /// As `moveToFreeName`, by a second name.
    package func linkToFreeName(_ destination: String) -> Bool {
        if unsafe link(path, destination) == 0 {
            unsafe unlink(path)
            isInPlace = true
            return true
        }
        // Some file systems have no links.
        return [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) && claimAndReplace(destination)
    }

    /// As `moveToFreeName`, where there are no links: takes the name by an empty file of our own, then replaces that.
    package func claimAndReplace(_ destination: String) -> Bool {
        let claim = SystemCall.retrying {
            unsafe open(destination, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        guard claim >= 0 else { return false }
        close(claim)
        let slot = SignalCleanup.remember(path: destination)
        defer { if let slot { SignalCleanup.forget(slot) } }
        if replace(destination) { return true }
        let reason = errno
        unsafe unlink(destination)
        errno = reason
        return false
    }
}

import CSystem

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Keeps secrets out of what a crash leaves behind.
public enum CoreDump {
    /// Forbids dumps of this process for the rest of its life, and other processes of its user to look at its memory; for
    /// before a secret is read.
    ///
    /// Each of the means is used, since none works everywhere.
    public static func disable() {
        // Swift's backtraces show registers and the memory that they point to.
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { _ = signal(number, SIG_DFL) }
        SignalCleanup.install()  // SIGQUIT shows them too.
        var limit = rlimit()
        #if canImport(Darwin)
            guard unsafe getrlimit(RLIMIT_CORE, &limit) == 0 else { return }
            limit.rlim_cur = 0
            limit.rlim_max = 0
            unsafe setrlimit(RLIMIT_CORE, &limit)
        #else
            let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
            // Linux pipes a dump to a handler even with a limit of 0, but not with one of 1, and writes no file for
            // either.
            if unsafe getrlimit(resource, &limit) == 0 {
                limit.rlim_max = min(limit.rlim_max, 1)
                limit.rlim_cur = limit.rlim_max
                unsafe setrlimit(resource, &limit)
            }
            // Where the limit is 0 already and can't be raised, a dump has at least no memory in it.
            let filter = unsafe open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
            if filter >= 0 {
                _ = SystemCall.writeAll([UInt8(ascii: "0")].span, to: filter)
                close(filter)
            }
            // The last one: the files in /proc are no longer this user's afterwards.
            _ = csystem_forbid_dumps()
        #endif
    }
}

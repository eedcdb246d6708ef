#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// The only file of this module with unsafe operations: what POSIX threads need, each behind a safe face.

/// A thread of the operating system.
///
/// POSIX and not a task: the work is long, never waits for anything but the queues here, and must not need a runtime
/// that costs start-up time.
@safe package final class WorkerThread: Sendable {
    private let thread: pthread_t

    /// Starts `body`; nil when the system has no thread left, which is no error to anyone who can do without.
    package init?(_ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
        defer { unsafe pthread_attr_destroy(&attributes) }
        guard unsafe pthread_attr_setstacksize(&attributes, Self.stackSize) == 0 else { return nil }
        let box = unsafe Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let status = unsafe pthread_create(&thread, &attributes, { runBody($0) }, box.toOpaque())
        #else
            var thread = pthread_t()
            let status = unsafe pthread_create(&thread, &attributes, { unsafe runBody($0) }, box.toOpaque())
        #endif
        guard status == 0 else {
            unsafe box.release()
            return nil
        }
        #if canImport(Darwin)
            guard let thread else { preconditionFailure("a thread that runs has an identifier") }
        #endif
        self.thread = thread
    }

    /// Waits until the thread has ended; to be called once.
    package func join() {
        let status = pthread_join(thread, nil)
        precondition(status == 0, "a thread is joined once, and not by itself")
    }

    /// How many threads can run at a time.
    package static let processorCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Nothing here recurses, and address space may be limited.
    private static let stackSize = 1 << 20

    fileprivate final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

private func runBody(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box = unsafe box else { preconditionFailure("the system hands over what it was given") }
    unsafe Unmanaged<WorkerThread.Body>.fromOpaque(box).takeRetainedValue().run()
    return nil
}

/// A value that threads take turns at, and a way to wait until it is as one needs it.
@safe package final class Monitor<State>: @unchecked Sendable {
    // POSIX wants both to stay where they are. They are what makes sharing `state` safe: nobody touches it without.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    package init(_ state: sending State) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        let isMade = unsafe pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(condition, nil) == 0
        precondition(isMade, "the system has no lock left")
        self.state = state
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Waits until `isReady` holds, then lets `body` change the state while nobody else sees it.
    package func wait<Result>(
        until isReady: (borrowing State) -> Bool, _ body: (inout State) -> sending Result
    ) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while !isReady(state) { unsafe pthread_cond_wait(condition, mutex) }
        // All of them, since they may wait for different things; there are few, and they change blocks, not bytes.
        defer { unsafe pthread_cond_broadcast(condition) }
        return body(&state)
    }
}

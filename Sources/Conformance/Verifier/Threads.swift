import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs `body` for each index below `count`, each on a thread of its own, and returns the values in order.
///
/// The threads spend their time waiting for child processes, for which tasks of a cooperative pool are not made.
func onThreads<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Value) -> [Value] {
    let values = Values<Value>(count)
    var threads: [pthread_t] = []
    for index in 0..<count {
        let work = unsafe Unmanaged.passRetained(Work { values.set(body(index), at: index) })
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t! = nil
        #endif
        let code = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                #if canImport(Glibc)
                    guard let argument = unsafe argument else { return nil }
                #endif
                unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            },
            unsafe work.toOpaque()
        )
        if code == 0 {
            threads.append(thread)
        } else {
            // No further thread is to be had: the work is done here and now.
            unsafe work.takeRetainedValue().body()
        }
    }
    for thread in threads { pthread_join(thread, nil) }
    return values.all
}

/// What a thread does, as an object that can be passed by address.
private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

private final class Values<Value: Sendable>: Sendable {
    private let slots: Mutex<[Value?]>

    init(_ count: Int) {
        slots = Mutex(Array(repeating: nil, count: count))
    }

    func set(_ value: Value, at index: Int) {
        slots.withLock { $0[index] = value }
    }

    var all: [Value] { slots.withLock { $0.compactMap { $0 } } }
}

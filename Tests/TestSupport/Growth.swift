import Foundation

/// How the work of something grows with its input: by the processor time of the thread alone, and only as a ratio, so that
/// neither the machine nor what else runs on it decides.
package enum Growth {
    /// The sizes that are compared differ by this factor.
    package static let step = 8
    /// Linear work takes `step` times as much; quadratic work would take its square. A ratio above this is not linear.
    package static let limit = 32.0

    /// The least of several ratios of the time that `work` takes on what `make` makes of `step` times `count` and of `count`.
    package static func ratio<Input>(_ count: Int, make: (Int) -> Input, work: (Input) throws -> Void) rethrows
        -> Double
    {
        let (small, large) = (make(count), make(count * step))
        var least = Double.infinity
        for _ in 0..<6 where least > limit / 2 {
            // The small one several times, so that the clock's step does not count.
            let before = try time { for _ in 0..<step { try work(small) } } / Double(step)
            least = min(least, try time { try work(large) } / max(before, 1e-6))
        }
        return least
    }

    /// Runs `work` on a thread with a stack of `size` bytes, and waits.
    package static func onStack<Result: Sendable>(of size: Int, _ work: @escaping @Sendable () -> Result) -> Result {
        let box = Box<Result>()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            box.value = work()
            done.signal()
        }
        thread.stackSize = size
        thread.start()
        done.wait()
        guard let value = box.value else { preconditionFailure("the thread signals when it has a result") }
        return value
    }

    private final class Box<Value>: @unchecked Sendable {
        /// Written before the semaphore is signalled, and read after.
        var value: Value?
    }

    private static func time(_ work: () throws -> Void) rethrows -> Double {
        let start = processorTime()
        try work()
        return processorTime() - start
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

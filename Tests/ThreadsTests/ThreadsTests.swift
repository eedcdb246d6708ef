import Synchronization
import Testing
import Threads

@Suite struct ThreadsTests {
    /// What one thread puts in comes out in the same order, however small the queue is.
    @Test(arguments: [1, 2, 7]) func queueKeepsOrder(_ capacity: Int) throws {
        let queue = BoundedQueue<Int>(capacity: capacity)
        let producer = try #require(
            WorkerThread {
                for number in 0..<10_000 { queue.push(number) }
                queue.close()
            })
        var received: [Int] = []
        while let number = queue.pop() { received.append(number) }
        producer.join()
        #expect(received == Array(0..<10_000))
    }

    /// Each element goes to exactly one of several readers.
    @Test func elementsAreTakenOnce() throws {
        let queue = BoundedQueue<Int>(capacity: 3)
        let sums = Mutex<[Int]>([])
        let readers = try (0..<4).map { _ in
            try #require(
                WorkerThread {
                    var own: [Int] = []
                    while let number = queue.pop() { own.append(number) }
                    sums.withLock { $0 += own }
                })
        }
        for number in 0..<5_000 { queue.push(number) }
        queue.close()
        for reader in readers { reader.join() }
        #expect(sums.withLock { $0.sorted() } == Array(0..<5_000))
    }

    /// A full queue holds its writer back until there is room.
    @Test func fullQueueHoldsBack() throws {
        let queue = BoundedQueue<Int>(capacity: 2)
        let pushed = Monitor(0)
        let writer = try #require(
            WorkerThread {
                for number in 0..<6 {
                    queue.push(number)
                    pushed.wait(until: { _ in true }) { $0 += 1 }
                }
            })
        pushed.wait(until: { $0 >= 2 }) { _ in }
        for taken in 0..<6 {
            let count = pushed.wait(until: { _ in true }) { $0 }
            #expect(count <= taken + 2)
            #expect(queue.pop() == taken)
        }
        writer.join()
        #expect(queue.popNow() == nil)
    }

    /// After the end nothing comes in, what is there comes out, and nobody waits.
    @Test func closedQueueEnds() {
        let queue = BoundedQueue<String>(capacity: 1)
        #expect(queue.popNow() == nil)
        queue.push("kept")
        queue.close()
        queue.push("dropped")
        #expect(queue.pop() == "kept")
        #expect(queue.pop() == nil)
    }

    @Test func monitorLetsOneInAtATime() throws {
        let counter = Monitor(0)
        let threads = try (0..<4).map { _ in
            try #require(
                WorkerThread {
                    for _ in 0..<10_000 { counter.wait(until: { _ in true }) { $0 += 1 } }
                })
        }
        let total = counter.wait(until: { $0 == 40_000 }) { $0 }
        for thread in threads { thread.join() }
        #expect(total == 40_000)
        #expect(WorkerThread.processorCount >= 1)
    }
}

/// Hands values from threads to threads in order, and holds back whoever is too fast.
package final class BoundedQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isClosed = false
    }

    private let capacity: Int
    private let monitor = Monitor(State())

    /// Creates a queue that holds at most `capacity` (at least 1) elements.
    package init(capacity: Int) {
        precondition(capacity > 0, "a queue without room moves nothing")
        self.capacity = capacity
    }

    /// Adds an element once there is room; after `close` it is dropped.
    package func push(_ element: consuming Element) {
        let capacity = capacity
        // Moved and not copied, so that whoever takes it is the only owner of the memory in it.
        var moved: Element? = element
        monitor.wait(until: { $0.elements.count < capacity || $0.isClosed }) { state in
            if !state.isClosed, let element = moved.take() { state.elements.append(element) }
        }
    }

    /// The oldest element once there is one; nil after `close` when none is left.
    package func pop() -> Element? {
        monitor.wait(until: { !$0.elements.isEmpty || $0.isClosed }) { state in
            state.elements.isEmpty ? nil : state.elements.removeFirst()
        }
    }

    /// The oldest element if there is one now.
    package func popNow() -> Element? {
        monitor.wait(until: { _ in true }) { state in
            state.elements.isEmpty ? nil : state.elements.removeFirst()
        }
    }

    /// Ends the queue: what is in it can still be taken.
    package func close() {
        monitor.wait(until: { _ in true }) { $0.isClosed = true }
    }
}

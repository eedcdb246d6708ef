package import CanonicalJSON

/// Reads a payload in canonical form row by row, from pieces, and checks everything on the way.
///
/// With the rule `snapshot` or `metadata` it also reads what is no payload, and gives only parts of it.
package struct PayloadReader: ~Copyable, Sendable {
    /// What comes next.
    package enum Event: Equatable, Sendable {
        /// Nothing can be said before ``PayloadReader/update(_:)`` or ``PayloadReader/finish()``.
        case needsInput
        /// A collection begins, named ``PayloadReader/key``.
        case collection
        /// A row of the collection, which the reader describes until the next event.
        case row
        /// The collection ends.
        case endOfCollection
        /// A member of the payload that this version does not know, named ``PayloadReader/key``, as a whole.
        case member
        /// A member of the payload that this version does not know begins, too large to be given as a whole.
        case largeMember
        /// Anything else.
        case part
        /// The text is complete and right.
        case finished
    }

    /// What the innermost container that was entered is.
    enum Level: Sendable { case outside, top, rows, collection, other }

    var stream = JSONStream()
    var path = StreamPath()
    private(set) var level = Level.outside
    private let rule: ContentChecker.Rule
    private var isPayload: Bool
    private var hasRows = false
    private var hasSchema = false
    /// Where the payload begins.
    private var start = 0
    /// The last key of the payload and of its collections.
    private var previousKeys: (top: [UInt8], rows: [UInt8]) = ([], [])
    /// Keys out of order, which only matter in a payload.
    private var orderFault: BridgeError?

    /// The id of the row that came last, as WTF-8.
    package internal(set) var rowID: [UInt8] = []
    /// The stamp of the row that came last, in milliseconds since 1970.
    package internal(set) var rowStamp: Int64 = 0
    /// Whether the row that came last is a tombstone.
    package internal(set) var rowIsTombstone = false
    var previousID: [UInt8] = []

    /// A reader by the rule of a check.
    package init(_ rule: ContentChecker.Rule) {
        self.rule = rule
        isPayload = rule == .payload
    }

    /// Takes the next bytes, cut anywhere.
    package mutating func update(_ piece: Span<UInt8>) { stream.update(piece) }

    /// Says that there are no more bytes.
    package mutating func finish() { stream.finish() }

    /// The name of the collection or member that came last.
    package var key: JSONString { path.key }

    /// Appends the canonical bytes of the row or member that came last.
    ///
    /// Mutating in name only: a reader that is borrowed is copied, which costs as much as a short row.
    package mutating func appendCanonical(to output: inout [UInt8]) { stream.appendCanonical(to: &output) }

    /// The row that came last, decoded.
    package func row() throws(BridgeError) -> Row { try Row(parsing: stream.source) }

    /// Moves on; throws `NOT_CANONICAL` with the place of the first fault.
    package mutating func next() throws(BridgeError) -> Event {
        let event: JSONStream.Event
        do {
            event = try stream.next(entry)
        } catch {
            // White space before the fault may have come with it or earlier.
            try checkForm(.needsInput)
            throw BridgeError(.notCanonical, path: "", reason: "not JSON: \(error.reason)", offset: error.offset)
        }
        if stream.firstDifference != nil { try checkForm(event) }
        switch event {
        case .needsInput: return .needsInput
        case .begin(let container): return try begin(container)
        case .key: return try readKey()
        case .value: return try value()
        case .end: return end()
        case .finished:
            try checkEnd()
            return .finished
        }
    }

    private func checkForm(_ event: JSONStream.Event) throws(BridgeError) {
        guard let offset = stream.firstDifference else { return }
        let place = path.pointer(toByte: offset, event, of: stream)
        throw BridgeError(.notCanonical, path: place, reason: "not the canonical form", offset: offset)
    }

    @inline(__always)
    private var entry: JSONStream.Entry {
        switch level {
        case .outside: rule == .metadata ? .whenLarge : .always
        case .top: path.isKey("rows") ? .always : .whenLarge
        case .rows: .always
        case .collection: .never
        case .other: .whenLarge
        }
    }

    private mutating func begin(_ container: JSONStream.Container) throws(BridgeError) -> Event {
        var event = Event.part
        var inner = Level.other
        switch level {
        case .outside:
            start = stream.valueStart
            if rule == .payload, container == .array { throw fault("a payload is an object") }
            if rule != .metadata, container == .object { inner = .top }
        case .top where path.isKey("rows"):
            guard container == .object else { throw fault("expected an object of collections") }
            inner = .rows
            previousKeys.rows = []
        case .top:
            if path.isKey("schema"), isPayload { throw fault("expected the integer 1") }
            event = .largeMember
        case .rows:
            try checkCollection(isArray: container == .array)
            inner = .collection
            rowID.removeAll(keepingCapacity: true)
            event = .collection
        case .collection, .other: break
        }
        path.enter(container, from: level)
        level = inner
        return event
    }

    private mutating func end() -> Event {
        let isCollection = level == .collection
        level = path.leave()
        return isCollection ? .endOfCollection : .part
    }

    private mutating func readKey() throws(BridgeError) -> Event {
        let key = stream.content()
        path.begin(key)
        guard level == .top || level == .rows else { return .part }
        if level == .top, path.isKey("rows") {
            isPayload = true
            hasRows = true
        }
        let previous = level == .top ? previousKeys.top : previousKeys.rows
        if orderFault == nil, UTF16Order.compare(wtf8: previous, key) > 0 {
            orderFault = fault("the keys are not sorted")
        }
        if isPayload, let orderFault { throw orderFault }
        if level == .top { previousKeys.top = key } else { previousKeys.rows = key }
        return .part
    }

    private mutating func value() throws(BridgeError) -> Event {
        var event = Event.part
        switch level {
        case .outside:
            start = stream.valueStart
            if rule == .payload { throw fault("a payload is an object") }
        case .top where path.isKey("rows"): throw fault("expected an object of collections")
        case .top where path.isKey("schema"):
            if isPayload, stream.integer() != Payload.schema { throw fault("expected the integer 1") }
            hasSchema = true
        case .top: event = .member
        case .rows: try checkCollection(isArray: false)
        case .collection:
            try readRow()
            event = .row
        case .other: break
        }
        path.passValue()
        return event
    }

    private func checkCollection(isArray: Bool) throws(BridgeError) {
        if let reason = Payload.fault(ofName: path.key) { throw fault(reason) }
        guard isArray else { throw fault("a collection is an array of rows") }
    }

    private func checkEnd() throws(BridgeError) {
        guard isPayload else { return }
        guard hasRows else {
            throw BridgeError(
                .notCanonical, path: "/rows", reason: "expected an object of collections", offset: start)
        }
        guard hasSchema else {
            throw BridgeError(.notCanonical, path: "/schema", reason: "expected the integer 1", offset: start)
        }
    }

    /// A fault of the value, or of the key, that came last.
    private func fault(_ reason: String) -> BridgeError {
        BridgeError(.notCanonical, path: path.pointer, reason: reason, offset: stream.valueStart)
    }
}

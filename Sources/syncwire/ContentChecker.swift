import SyncBridge
import SyncEnvelope

/// Checks a content that comes in pieces.
struct ContentChecker: ~Copyable {
    /// What the content is.
    enum Kind { case snapshot, metadata }

    private let kind: Kind
    private var bytes: [UInt8] = []

    init(_ kind: Kind) { self.kind = kind }

    mutating func update(_ piece: Span<UInt8>) throws(BridgeError) {
        bytes.append(copying: piece)
    }

    mutating func finish() throws(BridgeError) {
        switch kind {
        case .snapshot: try SnapshotCheck.check(bytes)
        case .metadata: try MetadataCheck.check(bytes)
        }
    }
}

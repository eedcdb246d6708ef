import CCrypto

/// Bytes that must not leak: kept from swap, wiped when the last reference goes, compared in constant time, never printed.
///
/// `print`, string interpolation, `dump` and mirrors all show `<secret>`. The type is deliberately neither `Codable` nor
/// `Hashable`. The bytes are reachable only for the duration of a closure; copying them out of it gives that promise up.
@safe public final class SecretBytes: @unchecked Sendable {
    // Written only by the initialisers and the deinitialiser, hence safe to share between threads.
    private let storage: UnsafeMutableBufferPointer<UInt8>

    /// How many bytes there are.
    public var count: Int { unsafe storage.count }

    /// Copies the bytes; the caller's own copy stays the caller's to wipe.
    public init(copying bytes: Span<UInt8>) {
        unsafe storage = SecretMemory.allocate(bytes.count)
        for index in 0..<bytes.count {
            unsafe storage.initializeElement(at: index, to: bytes[index])
        }
    }

    /// Copies the bytes and wipes the array they came in.
    public convenience init(wiping bytes: inout [UInt8]) {
        self.init(copying: bytes.span)
        bytes.wipe()
    }

    /// Makes room for `count` bytes and lets `fill` write them.
    package init<Failure: Error>(
        count: Int, _ fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        unsafe storage = SecretMemory.allocate(count)
        unsafe storage.initialize(repeating: 0)
        var bytes = unsafe storage.mutableSpan
        try fill(&bytes)
    }

    deinit {
        unsafe OPENSSL_cleanse(storage.baseAddress, storage.count)
        unsafe SecretMemory.free(storage)
    }

    /// Gives `body` the bytes; they are valid only until it returns.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe storage.span)
    }
}

extension SecretBytes: Equatable {
    /// Takes as long for different bytes as for equal ones; only the counts are not hidden.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.withBytes { left in right.withBytes { right in constantTimeEqual(left, right) } }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<secret>`.
    public var description: String { "<secret>" }
    /// Always `<secret>`.
    public var debugDescription: String { "<secret>" }
    /// A mirror without children, so that `dump` and test failures show nothing either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .class) }
}

/// Compares in time that depends on the counts alone.
package func constantTimeEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { left in
        unsafe right.withUnsafeBytes { right in
            unsafe left.isEmpty || CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}

extension Array<UInt8> {
    /// Overwrites the bytes in a way that the optimiser may not leave out, and empties the array.
    mutating func wipe() {
        unsafe withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
        removeAll()
    }
}

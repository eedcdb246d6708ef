/// Standard output and standard error, written at once without a buffer.
public struct StandardStream: Sendable {
    /// Results.
    public static let output = StandardStream(descriptor: 1, name: "standard output")
    /// Diagnostics and progress.
    public static let error = StandardStream(descriptor: 2, name: "standard error")

    private let descriptor: Int32
    private let name: String

    /// Writes all bytes; throws with exit code 74 when that fails.
    public func write(_ bytes: Span<UInt8>) throws(CommandLineError) {
        guard SystemCall.writeAll(bytes, to: descriptor) else {
            throw CommandLineError(.inputOutput, "cannot write \(name): \(SystemCall.errorText)")
        }
    }

    /// Writes text as UTF-8; throws with exit code 74 when that fails.
    public func write(_ text: String) throws(CommandLineError) {
        let bytes = Array(text.utf8)
        try write(bytes.span)
    }
}

/// The one error of this module: a class that all stacks share, and where the fault is.
public struct EnvelopeError: Error, Equatable, Sendable {
    /// The class; the only part that is compared between stacks.
    public let errorClass: ErrorClass
    /// The byte offset in the archive: of the wrong field, of the end when truncated, of the piece when it isn't authentic.
    public let offset: Int?
    /// The field's name in the layout, such as `chunkLog2` or `slots[2].len`.
    public let field: String?
    /// What is wrong, in words; it never holds a secret.
    public let reason: String

    /// Describes a fault.
    public init(_ errorClass: ErrorClass, at offset: Int? = nil, field: String? = nil, _ reason: String) {
        self.errorClass = errorClass
        self.offset = offset
        self.field = field
        self.reason = reason
    }

    /// Translates a primitive's failure at the edge of the crypto layer.
    ///
    /// Parameters are checked before they get there, and whoever expects a tag to fail looks for that first: what is left
    /// is nobody's input.
    init(_ error: CryptoError) {
        self.init(.internal, error.reason)
    }
}

extension EnvelopeError: CustomStringConvertible {
    /// One line that starts with the class, such as `MALFORMED_HEADER: codec at byte 11: 07 is not a codec`.
    public var description: String {
        var text = "\(errorClass.rawValue): "
        switch (field, offset) {
        case (let field?, let offset?): text += "\(field) at byte \(offset): "
        case (let field?, nil): text += "\(field): "
        case (nil, let offset?): text += "byte \(offset): "
        case (nil, nil): break
        }
        return text + reason
    }
}

/// Runs crypto code and lets its failures out as this module's own error.
func translating<Result: ~Copyable>(
    _ body: () throws(CryptoError) -> Result
) throws(EnvelopeError) -> Result {
    do {
        return try body()
    } catch {
        throw EnvelopeError(error)
    }
}

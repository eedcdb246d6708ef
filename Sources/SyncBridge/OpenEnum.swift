public import CanonicalJSON

/// A name out of a list that newer versions may lengthen: any name can be held and is written back as it came.
public protocol OpenEnum: RawRepresentable, Hashable, Sendable where RawValue == JSONString {
    /// The names that this version knows, in the order of the table.
    static var known: [Self] { get }
    /// Takes any name.
    init(rawValue: JSONString)
}

extension OpenEnum {
    /// Whether this version knows the name.
    public var isKnown: Bool {
        Self.known.contains(self)
    }
}

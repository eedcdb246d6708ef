extension Array<UInt8> {
    /// Copies a span.
    package init(copying span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Appends a span's bytes.
    package mutating func append(copying span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension Array<UInt8> {
    /// Puts bytes over the first ones of the array.
    mutating func overwrite(with bytes: ArraySlice<UInt8>) {
        unsafe withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
    }
}

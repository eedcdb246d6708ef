import Testing

/// What the tests' surroundings can do.
enum Platform {
    /// Whether `ulimit -v` holds and the program can live with it: a sanitizer needs more than any limit.
    static var limitsAddressSpace: Bool {
        #if os(Linux)
            guard let shop = try? Workshop() else { return false }
            return (try? shop.run("ulimit -v 150000 && syncwire --version"))?.status == 0
        #else
            false
        #endif
    }
}

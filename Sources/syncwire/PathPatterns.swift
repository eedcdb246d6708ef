#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The paths that a pattern matches, sorted by their bytes.
func matches(of pattern: String) -> [String] {
    var result = unsafe glob_t()
    defer { unsafe globfree(&result) }
    guard unsafe glob(pattern, GLOB_NOSORT, nil, &result) == 0 else { return [] }
    let paths = unsafe (0..<Int(result.gl_pathc)).compactMap { index in
        unsafe result.gl_pathv[index].map { unsafe String(cString: $0) }
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// What a pattern matches below a folder, sorted by its bytes, without the folder's own path, which is no pattern.
func matches(of pattern: String, in folder: String) -> [String] {
    let prefix = folder.utf8.count + 1
    return matches(of: "\(quoted(folder))/\(pattern)").map {
        String(decoding: $0.utf8.dropFirst(prefix), as: UTF8.self)
    }
}

/// The pattern that matches nothing but this path.
func quoted(_ path: String) -> String {
    let special = Array("*?[\\".utf8)
    return String(decoding: path.utf8.flatMap { special.contains($0) ? [0x5C, $0] : [$0] }, as: UTF8.self)
}

package import Testing

/// Expects two byte arrays of any size to be the same; a failure names the first place where they differ.
///
/// `#expect(a == b)` lists the differences of two arrays, which takes minutes for some hundred thousand bytes.
package func expectSame(
    _ actual: [UInt8], _ expected: [UInt8], _ context: @autoclosure () -> String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard actual != expected else { return }
    let same = zip(actual, expected).prefix { $0 == $1 }.count
    let counts = "\(actual.count) bytes instead of \(expected.count)"
    Issue.record("\(counts), which differ from byte \(same) on; \(context())", sourceLocation: sourceLocation)
}

import Foundation
import TestSupport
import Testing

@testable import Conformance

/// The mistakes that runtimes make by themselves, run for real: the vectors must catch each of them.
struct RuntimeTests {
    private static let folder = Repository.root.appending(path: "Tests/Runtimes")

    /// Each runtime's API, and clauses of which it must fail a vector: at least two of them, for different reasons.
    private static let caught: [(name: String, clauses: Set<String>)] = [
        // ", " and ": ", \u escapes beyond ASCII, members in the order read
        ("python json.dumps", ["CJ-19", "CJ-31", "CJ-17"]),
        // Nested members sorted too, what UTF-8 can't hold refused
        ("python json.dumps-sorted", ["CJ-30", "CJ-17"]),
        ("python str-order", ["CJ-33"]),
        // The OS byte and the time in the header, a zlib container for raw deflate, what stands behind
        ("python gzip", ["AC-3", "AC-11"]),
        // 1.0 written as 1, integers beyond 2^53
        ("node JSON.stringify", ["CJ-13", "CJ-11"]),
        ("node JSON.stringify-sorted", ["CJ-13", "CJ-17"]),
        ("node localeCompare", ["CJ-33"]),
        ("node zlib", ["AC-3", "AC-5"]),
        // "?" for unpaired surrogates, bytes that are no UTF-8 replaced, 1.0E10
        ("java String.getBytes", ["CJ-30", "CJ-3", "CJ-13"]),
        ("java Collator", ["CJ-33"]),
        ("java GZIPOutputStream", ["AC-3", "AC-5"]),
        // Exponents beyond 400 in arrays, no bound for the depth
        ("dart jsonEncode", ["CJ-13", "CJ-6"]),
        ("dart GZipCodec", ["AC-3", "AC-5"]),
        ("foundation JSONEncoder", ["CJ-13", "CJ-30", "CJ-17"]),
        ("foundation JSONSerialization", ["CJ-13", "CJ-30", "CJ-17"]),
        ("foundation String-order", ["CJ-33"]),
    ]

    @Test func runtimesAreCaught() throws {
        let list = try Data(contentsOf: Self.folder.appending(path: "runtimes.json"))
        let stacks = try Stack.list(parsing: [UInt8](list), name: "runtimes.json", folder: Self.folder.path)
        #expect(Set(stacks.map(\.name)) == Set(Self.caught.map(\.name)))
        let operations: Set<String> = ["canonicalize", "compareUTF16", "compress", "decompress"]
        let vectors = try Generated.files().flatMap(\.vectors).filter { operations.contains($0.operation) }
        let clauses = Dictionary(uniqueKeysWithValues: Self.caught.map { ($0.name, $0.clauses) })
        let runs = onThreads(stacks.count) { index in
            let stack = stacks[index]
            let asked = vectors.filter { !Set($0.clauses).isDisjoint(with: clauses[stack.name] ?? []) }
            return Result { try Self.failures(of: stack, asked) }
        }
        for (stack, run) in zip(stacks, runs) {
            guard let failures = try run.get() else { continue }
            let found = Set(failures.flatMap(\.vector.clauses))
            let clauses = try #require(clauses[stack.name])
            #expect(clauses.isSubset(of: found), "\(stack.name) fails only \(found.sorted())")
            #expect(failures.count > 1, "\(stack.name)")
            // It runs and is wrong: what crashes would be caught by any vector.
            for (vector, failure) in failures {
                #expect(failure.kind != .broken, "\(stack.name): \(vector.id): \(failure.summary)")
            }
        }
    }

    /// What `stack` answers wrongly; nil where it is not there.
    private static func failures(
        of stack: Stack, _ vectors: [Vector]
    ) throws -> [(vector: Vector, failure: Failure)]? {
        let connection = try StackConnection(stack, timeoutMilliseconds: 120_000)
        defer { connection.close() }
        if let fault = connection.start() {
            try #require(fault.contains("exited with 69"), "\(stack.name): \(fault)")
            print("skipped: \(stack.name): \(fault)")
            return nil
        }
        let operations = connection.introduction?.operations ?? []
        return vectors.filter { operations.contains($0.operation) }.compactMap { vector in
            Judge.fault(of: connection.ask(vector), for: vector).map { (vector, $0) }
        }
    }
}

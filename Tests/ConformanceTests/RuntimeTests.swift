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
            .map { stack in
                var stack = stack
                stack.isRequired = true
                return stack
            }
        #expect(Set(stacks.map(\.name)) == Set(Self.caught.map(\.name)))
        let operations: Set<String> = ["canonicalize", "compareUTF16", "compress", "decompress"]
        let files = try Generated.files().map { file in
            VectorFile(kind: file.kind, vectors: file.vectors.filter { operations.contains($0.operation) })
        }
        let verdict = try Verifier(stacks: stacks, files: files).run()
        for (name, clauses) in Self.caught {
            if let fault = verdict.stacks.first(where: { $0.name == name })?.fault {
                try #require(fault.contains("exited with 69"), "\(name): \(fault)")
                print("skipped: \(name): \(fault)")
                continue
            }
            let failures = verdict.failures.filter { $0.stack == name && $0.group != "contract" }
            let found = Set(failures.flatMap(\.clauses))
            #expect(clauses.isSubset(of: found), "\(name) fails only \(found.sorted())")
            #expect(failures.count > 1, "\(name)")
            // It runs and is wrong: what crashes would be caught by any vector.
            for failure in failures {
                if case .failed(let why) = failure.outcome { #expect(why.kind != .broken, "\(name): \(why.summary)") }
            }
        }
    }
}

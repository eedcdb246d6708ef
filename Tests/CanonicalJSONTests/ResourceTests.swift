import CanonicalJSON
import Foundation
import TestSupport
import Testing

/// CJ-38, CJ-39: what a text costs is bounded by its length, whoever wrote it.
@Suite(.serialized) struct ResourceTests {
    /// Longer texts find smaller faults: `SYNCWIRE_LARGE=1` compares one megabyte with eight.
    private static let count = ProcessInfo.processInfo.environment["SYNCWIRE_LARGE"] == nil ? 8192 : 1 << 20

    private static let operations: [(name: String, run: @Sendable ([UInt8]) throws -> Void)] = [
        ("canonicalize", { _ = try CanonicalJSON.canonicalize($0, maxDepth: .max) }),
        ("document", { _ = try JSONDocument(parsing: $0, maxDepth: .max).canonicalBytes() }),
        ("lint", { _ = try CanonicalJSON.lint($0, maxDepth: .max) }),
        ("check", { bytes in _ = try Canonicalizer.checked(bytes) }),
        ("stream", { _ = try StreamCanonicalizer.canonicalized($0) }),
        ("value", { _ = try JSONValue(parsing: $0).canonicalBytes() }),
    ]

    @Test func timeGrowsWithTheLength() {
        for (text, make) in HostileTexts.valid + HostileTexts.broken {
            for operation in Self.operations {
                let ratio = Growth.ratio(Self.count, make: make) { try? operation.run($0) }
                #expect(ratio < Growth.limit, "\(operation.name) of \(text)")
            }
        }
    }

    @Test func textsAreWhatTheyAreCalled() throws {
        for (text, make) in HostileTexts.valid {
            let bytes = make(Self.count)
            #expect((Self.count / 4...Self.count * 2).contains(bytes.count), "\(text)")
            let canonical = try CanonicalJSON.canonicalize(bytes, maxDepth: .max)
            #expect(try JSONDocument(parsing: bytes, maxDepth: .max).canonicalBytes() == canonical, "\(text)")
        }
        for (text, make) in HostileTexts.broken {
            #expect(throws: JSONError.self, "\(text)") {
                try CanonicalJSON.canonicalize(make(Self.count), maxDepth: .max)
            }
        }
    }

    /// A million levels, on a stack that a recursion of a thousand would fill.
    @Test func noNestingExhaustsTheStack() {
        let faults = Growth.onStack(of: 256 << 10) {
            var faults: [String] = []
            for (opening, closing, depth) in [
                ("[", "]", 1_000_000), (#"{"a":"#, "}", 100_000), (#"[{"a":["#, "]}]", 100_000),
            ] {
                let deep = Array(HostileTexts.nest(depth, opening, closing, "1").utf8)
                for operation in Self.operations.dropLast(2) where (try? operation.run(deep)) == nil {
                    faults.append("\(operation.name) of \(opening)")
                }
                for operation in Self.operations.suffix(2) where (try? operation.run(deep)) != nil {
                    faults.append("\(operation.name) of \(opening), without a limit")
                }
                let cut = Array(deep.prefix(deep.count / 2))
                for operation in Self.operations where (try? operation.run(cut)) != nil {
                    faults.append("\(operation.name) of \(opening), not closed")
                }
            }
            return faults
        }
        #expect(faults == [])
    }

    /// A tree of as many levels as a reader makes is written and released on the stack of a thread of a phone.
    @Test func deepestTreeFitsASmallStack() {
        let text = Array(HostileTexts.nest(JSONValue.deepestNesting / 2, #"[{"a":"#, "}]", "1").utf8)
        let isWritten = Growth.onStack(of: 512 << 10) {
            (try? JSONValue(parsing: text, maxDepth: .max).canonicalBytes(maxDepth: .max)) == text
        }
        #expect(isWritten)
        #if DEBUG
            let size = 2 << 20  // Frames that nobody optimised; otherwise 192 KiB were enough.
        #else
            let size = 512 << 10
        #endif
        let isEqual = Growth.onStack(of: size) {
            guard let a = try? JSONValue(parsing: text, maxDepth: .max),
                let b = try? JSONValue(parsing: text, maxDepth: .max)
            else { return false }
            return a == b && Set([a, b]).count == 1
        }
        #expect(isEqual)
        let deeper = Array(HostileTexts.nest(JSONValue.deepestNesting + 1, "[", "]").utf8)
        #expect(throws: JSONError.self) { try JSONValue(parsing: deeper, maxDepth: .max) }
    }

    /// What no reader makes, and a program may: it dies on a small stack when it is taken apart first.
    @Test func deeperTreesAreTakenApart() {
        let isNull = Growth.onStack(of: 256 << 10) {
            var value: JSONValue = ["leaf": [1, [2], ["k": "v"]]]
            for level in 0..<500_000 { value = level % 2 == 0 ? [value, 1] : ["a": 0, "k": value] }
            let isError = (try? value.canonicalBytes()) == nil
            value.dismantle()
            return isError && value.isNull
        }
        #expect(isNull)
    }

    #if os(Linux)
        /// In a process of its own, since only there the peak is that of one text.
        @Test func memoryGrowsWithTheLength() async {
            await #expect(processExitsWith: .success) {
                guard Memory.isMeasured else { exit(0) }
                let count = 1 << 16
                for (text, make) in HostileTexts.valid + HostileTexts.broken {
                    let bytes = make(count)
                    for operation in ResourceTests.operations {
                        Memory.resetPeak()
                        let before = Memory.kilobytes("VmRSS:")
                        try? operation.run(bytes)
                        // A node of 16 bytes and a frame of 32 for each byte of `[[[[`, both doubled while they grow; a page here and there.
                        let limit = 160 * count / 1024 + 2048
                        guard Memory.kilobytes("VmHWM:") - before < limit else {
                            fatalError("\(operation.name): \(text)")
                        }
                    }
                }
            }
        }
    #endif
}

#if os(Linux)
    private enum Memory {
        /// A sanitizer keeps freed memory, and a container may not let the peak be reset.
        static var isMeasured: Bool {
            dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil && resetPeak()
        }

        @discardableResult
        static func resetPeak() -> Bool {
            guard let file = fopen("/proc/self/clear_refs", "w") else { return false }
            let isWritten = fputs("5", file) >= 0
            return fclose(file) == 0 && isWritten
        }

        static func kilobytes(_ name: String) -> Int {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        }
    }
#endif

extension Canonicalizer {
    fileprivate static func checked(_ bytes: [UInt8]) throws -> Bool {
        var canonicalizer = Canonicalizer(maxDepth: .max)
        return try canonicalizer.isCanonical(bytes.span)
    }
}

extension StreamCanonicalizer {
    fileprivate static func canonicalized(_ bytes: [UInt8]) throws -> [UInt8] {
        var canonicalizer = StreamCanonicalizer()
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 4096) {
            try canonicalizer.update(bytes.span.extracting(start..<min(start + 4096, bytes.count)), into: &output)
        }
        _ = try canonicalizer.finish(into: &output)
        return output
    }
}

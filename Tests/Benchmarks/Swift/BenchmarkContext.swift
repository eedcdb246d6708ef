import Glibc

/// A named operation: prepares, then has its work measured.
typealias Benchmark = @Sendable (inout BenchmarkContext) throws -> Measurement

/// Why there is nothing to measure.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// What a benchmark is given: its files, its options, how often it is to run.
struct BenchmarkContext {
    /// The files of `--input`, in their order.
    let paths: [String]
    /// All options of the command line by name, such as `threads` for `--threads 2`.
    let options: [String: [String]]
    /// How many times the operation is timed.
    let rounds: Int
    /// Whether it runs once before, so that buffers are grown and pages are there.
    let warmsUp: Bool

    /// The content of the file of that number.
    func input(_ number: Int = 0) throws -> [UInt8] {
        guard number < paths.count else { throw BenchmarkError("--input \(number + 1) is missing") }
        return try readFile(paths[number])
    }

    /// Times `operation` on its own, as often as was asked.
    ///
    /// `bytes` and `items` say how much one run of it works on.
    mutating func measure(
        bytes: Int, items: Int = 0, _ operation: () throws -> Void
    ) throws -> Measurement {
        if warmsUp { try operation() }
        var seconds: [Double] = []
        for _ in 0..<rounds {
            let begin = now()
            try countedOperation(operation)
            seconds.append(now() - begin)
        }
        return Measurement(seconds: seconds, bytes: bytes, items: items)
    }
}

/// What was measured: seconds of each round, and on how much.
struct Measurement {
    let seconds: [Double]
    let bytes: Int
    let items: Int

    /// The line that every peer prints as well.
    func json(name: String) throws -> String {
        let rounds = seconds.map { "\($0)" }.joined(separator: ",")
        return """
            {"name":"\(name)","seconds":[\(rounds)],"bytes":\(bytes),"items":\(items),"peakKiB":\(try peakKiB())}
            """
    }

    /// The largest resident size of this program image; `getrusage` would include what its parent had before `exec`.
    private func peakKiB() throws -> Int {
        let status = String(decoding: try readFile("/proc/self/status"), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.split(whereSeparator: { $0 == " " || $0 == "\t" })[1]) } ?? 0
    }
}

/// Where a profiler begins and ends to count, by this name.
@inline(never)
@_optimize(none)
private func countedOperation(_ operation: () throws -> Void) rethrows {
    try operation()
}

/// Makes the compiler believe that somebody looks at `value`.
@inline(never)
@_optimize(none)
func keep<T: ~Copyable>(_ value: borrowing T) {}

/// Seconds of a clock that only runs forward.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// All bytes of a file, or of what gives some like one.
func readFile(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw BenchmarkError("cannot open \(path)") }
    defer { fclose(file) }
    var facts = stat()
    fstat(fileno(file), &facts)
    var content: [UInt8] = []
    content.reserveCapacity(Int(facts.st_size))
    let size = 1 << 20
    while true {
        let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = fread(buffer.baseAddress, 1, size, file)
        }
        if piece.isEmpty { return content }
        content.append(contentsOf: piece)
    }
}

/// What somebody asked for at the command line.
struct Invocation {
    private let words: [String]
    private let options: [String: [String]]

    /// All benchmarks by name; each area of the code has a file with its table, and a place in this list.
    private static let benchmarks = [jsonBenchmarks, archiveBenchmarks, mergeBenchmarks, storeBenchmarks].reduce(
        into: [:]) { all, area in
            all.merge(area) { _, second in second }
        }

    init(_ arguments: some Sequence<String>) throws {
        var words: [String] = []
        var options: [String: [String]] = [:]
        var iterator = arguments.makeIterator()
        while let word = iterator.next() {
            guard word.hasPrefix("-") else {
                words.append(word)
                continue
            }
            guard let value = iterator.next() else { throw BenchmarkError("\(word) needs a value") }
            options[String(word.drop { $0 == "-" }), default: []].append(value)
        }
        self.words = words
        self.options = options
    }

    func run() throws {
        switch words.first {
        case "list": for name in Self.benchmarks.keys.sorted() { print(name) }
        case "run": print(try measurement(rounds: try number("rounds") ?? 5, warmsUp: true).json(name: try name()))
        // What the first call makes the runtime look up belongs to the program, not to the operation.
        case "once": _ = try measurement(rounds: try number("times") ?? 1, warmsUp: true)
        case "data": try writeData()
        case "seal":
            try FixedSeal(source: try option("input"), archive: try option("o"), threads: try number("threads") ?? 1)
                .run()
        default: throw BenchmarkError("say list, run, once, data or seal")
        }
    }

    private func measurement(rounds: Int, warmsUp: Bool) throws -> Measurement {
        guard let benchmark = Self.benchmarks[try name()] else { throw BenchmarkError("no benchmark \(try name())") }
        var context = BenchmarkContext(
            paths: options["input"] ?? [], options: options, rounds: rounds, warmsUp: warmsUp)
        return try benchmark(&context)
    }

    private func writeData() throws {
        let kind = options["kind"]?.last ?? "hosts"
        guard let text = TextKind(rawValue: kind) else { throw BenchmarkError("no kind of data \(kind)") }
        let data = HostData(
            text: text, rows: try number("rows") ?? 10_000, seed: UInt64(try number("seed") ?? 1),
            device: options["device"]?.last, isShuffled: options["order"]?.last == "shuffled",
            isPretty: options["style"]?.last == "pretty")
        try data.write(to: try option("o"))
    }

    private func option(_ name: String) throws -> String {
        guard let value = options[name]?.last else { throw BenchmarkError("--\(name) is missing") }
        return value
    }

    private func name() throws -> String {
        guard words.count == 2 else { throw BenchmarkError("which benchmark?") }
        return words[1]
    }

    private func number(_ option: String) throws -> Int? {
        guard let text = options[option]?.last else { return nil }
        guard let number = Int(text), number >= 0 else { throw BenchmarkError("--\(option) \(text) is no number") }
        return number
    }
}

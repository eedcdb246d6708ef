import CanonicalJSON
import CommandLineKit
import Conformance
import SyncImport

let fuzzCommand = Command(
    "fuzz",
    abstract: "Compare implementations on random inputs",
    discussion: """
        Makes random requests of each operation, right ones and almost right ones, and asks all stacks. Where two differ, \
        the request is made as small as it gets, and at once printed and written as a candidate for a vector; at the end \
        comes how often the stacks differed like that. The same seed gives the same requests on every machine. The exit \
        code is 1 when anything differs.
        """,
    options: stackOptions + [
        .option(
            "operation", value: .choice(Fuzzer.operations), help: "Only requests of this operation.", isRepeatable: true
        ),
        .option("seed", value: .integer(0...UInt64.max), help: "Where the random choices start.", defaultValue: "1"),
        .option(
            "count", value: .integer(1...1_000_000_000), help: "How many requests to make.", defaultValue: "10000"),
        .option(
            "first", value: .integer(0...1_000_000_000), help: "The first of the seed's requests.", defaultValue: "0"),
        .option("seconds", value: .integer(1...86400), help: "Stop after this time, even if requests are left."),
        .option("output", short: "o", value: .folder, help: "Where the candidates go, one file each."),
    ],
    run: fuzz
)

private func fuzz(_ arguments: ParsedArguments) throws -> ExitCode {
    let stacks = try VerifyArguments.stacks(arguments)
    guard stacks.count > 1 else { throw CommandLineError(.usage, "there is only one stack, and nothing to compare") }
    let seed = arguments.integer("seed") ?? 1
    let plan = plan(arguments, seed: seed)
    // Before the work, not after it.
    if let folder = arguments.option("output") { try OutputFolder.make(folder) }
    let fuzzer = try Fuzzer(stacks: stacks)
    defer { fuzzer.close() }
    let outcome = try runFuzzer(fuzzer, plan, folder: arguments.option("output"))
    for divergence in outcome.divergences where divergence.repetitions > 0 {
        try write(divergence, seed: seed, to: arguments.option("output"))
        try StandardStream.output.write("\(place(divergence)): \(divergence.repetitions) more like it\n")
    }
    try StandardStream.output.write(
        "\(outcome.requests) requests of seed \(seed) to \(stacks.map(\.name).joined(separator: ", ")); "
            + "\(outcome.accepted) with outputs; \(outcome.divergences.count) kinds of divergence\n")
    return outcome.divergences.isEmpty ? .success : .no
}

private func plan(_ arguments: ParsedArguments, seed: UInt64) -> Fuzzer.Plan {
    let operations = arguments.options("operation")
    var plan = Fuzzer.Plan(
        seed: seed, count: Int(arguments.integer("count") ?? 10000),
        operations: operations.isEmpty ? Fuzzer.operations : operations)
    plan.first = Int(arguments.integer("first") ?? 0)
    if let seconds = arguments.integer("seconds") {
        let end = ContinuousClock.now + .seconds(Int64(seconds))
        plan.shouldStop = { ContinuousClock.now >= end }
    }
    return plan
}

/// A run may be stopped at any time, so what it finds goes out as it comes.
private func runFuzzer(_ fuzzer: Fuzzer, _ plan: Fuzzer.Plan, folder: String?) throws -> Fuzzer.Outcome {
    var bar = ProgressBar("fuzz", total: UInt64(plan.count))
    return try fuzzer.run(plan) { event in
        switch event {
        case .progress(let requests): bar.update(UInt64(requests))
        case .found(let divergence):
            try write(divergence, seed: plan.seed, to: folder)
            bar.hide()
            try StandardStream.output.write(report(divergence))
        }
    }
}

private func write(_ divergence: Fuzzer.Divergence, seed: UInt64, to folder: String?) throws {
    guard let folder else { return }
    var file = try OutputFile("\(folder)/\(divergence.candidate.id).json", access: .umask, force: true)
    let json = try PrettyJSON.format(divergence.json(seed: seed))
    try file.write(json.span)
    try file.commit()
}

private func place(_ divergence: Fuzzer.Divergence) -> String {
    "\(divergence.candidate.operation), request \(divergence.number)"
}

/// What differs, for people: each stack's answer, cut to what a line takes.
private func report(_ divergence: Fuzzer.Divergence) -> String {
    var text = place(divergence) + "\n"
    for (name, value) in divergence.candidate.inputs {
        let bytes = (try? value.canonicalBytes()) ?? []
        text += "  \(name): \(printable(shortened(String(decoding: bytes, as: UTF8.self))))\n"
    }
    for answer in divergence.answers {
        text += "  \(answer.stack) answers \(printable(shortened(answer.text)))\n"
    }
    return text
}

private func shortened(_ text: String) -> String {
    text.count > 160 ? text.prefix(157) + "..." : text
}

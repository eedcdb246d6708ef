import CommandLineKit
import Conformance

let vectorsChallengeCommand = Command(
    "challenge",
    abstract: "Write prompts that nobody has seen, without their answers",
    discussion: """
        Each line is a request for a testee: 'TESTEE <prompts >answers' makes the file that grade judges. The same seed \
        and count give the same prompts.
        """,
    options: [
        seedOption, countOption, outputOption("The prompts."), forceOption,
    ],
    run: { arguments in
        let prompts = try challenge(arguments).prompts()
        var output = try OutputFile(
            arguments.option("output") ?? "-", access: .umask, force: arguments.flag("force"))
        try output.write(prompts.span)
        try output.commit()
        return .success
    }
)

let vectorsGradeCommand = Command(
    "grade",
    abstract: "Judge the answers to a challenge",
    discussion: """
        Works out again what the prompts demand, and prints what was answered otherwise. The exit code is 1 if anything \
        was, or if there is no answer.
        """,
    arguments: [Argument("answers", help: "The answer lines of a testee; - is standard input.")],
    options: [seedOption, countOption],
    run: { arguments in
        let answers = try Files.read(arguments.argument("answers") ?? "-")
        let grade = try challenge(arguments).grade(answers)
        for line in grade.skipped { try StandardStream.output.write("skipped \(printable(line))\n") }
        for line in grade.failures { try StandardStream.output.write("FAILED \(printable(line))\n") }
        try StandardStream.output.write(
            "\(grade.passed) passed, \(grade.failures.count) failed, \(grade.skipped.count) skipped\n")
        return grade.isPassed ? .success : .no
    }
)

private let seedOption = Option.option(
    "seed", value: .integer(0...UInt64.max), valueName: "n", help: "What the prompts are made from.", isRequired: true)

private let countOption = Option.option(
    "count", value: .integer(1...UInt64(Challenge.countLimit)), valueName: "n", help: "How many prompts there are.",
    defaultValue: String(Challenge.defaultCount))

private func challenge(_ arguments: ParsedArguments) throws -> Challenge {
    let seed = arguments.option("seed").flatMap { UInt64($0) } ?? 0
    let count = arguments.option("count").flatMap { Int($0) } ?? Challenge.defaultCount
    return try Challenge(seed: seed, count: count)
}

import CommandLineKit

/// The time that a command goes by, so that its output can be repeated.
func nowOption(_ what: String) -> Option {
    .option(
        "now", value: .integer(0...9_007_199_254_740_991), valueName: "milliseconds",
        help: "\(what), in milliseconds since 1970; the current time by default.")
}

/// That time; only here the clock is read.
func now(_ arguments: ParsedArguments) -> Int64 {
    arguments.integer("now").map { Int64($0) } ?? currentMilliseconds()
}

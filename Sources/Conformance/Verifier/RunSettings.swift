/// What a run was given, as far as it has to be given again to repeat one of its results.
public struct RunSettings: Equatable, Sendable {
    /// The options of `verify` that say where things are, such as `--vectors DIR`, as words.
    public var options: [String]
    /// The commands of the stacks that no list names, by name: `--testee`.
    public var testees: [String: String]
    /// What all random choices of the run came from.
    public var seed: UInt64

    /// Settings of a run that was given nothing but its seed.
    public init(options: [String] = [], testees: [String: String] = [:], seed: UInt64 = 0) {
        self.options = options
        self.testees = testees
        self.seed = seed
    }
}

extension TestResult {
    /// The command that gives this one result again, for a shell.
    public func reproduction(_ settings: RunSettings) -> String {
        // A stack that reads its own archive is one stack.
        let involved = stacks.enumerated().filter { !stacks[..<$0.offset].contains($0.element) }.map(\.element)
        let listed = involved.filter { settings.testees[$0] == nil }
        var words = ["syncwire", "verify"]
        // Without any, all listed stacks would run.
        words += ["--stacks", listed.joined(separator: ",")]
        for stack in involved {
            if let command = settings.testees[stack] { words += ["--testee", "\(stack)=\(command)"] }
        }
        if let vector { words += ["--vector", vector] }
        words += settings.options + ["--seed", "\(settings.seed)"]
        return words.map(Self.quoted).joined(separator: " ")
    }

    /// A word as a shell takes it for that one word.
    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./,:=+@%".utf8.contains(byte)
            }
        }
        guard !plain || word.isEmpty else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

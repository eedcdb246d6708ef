import CommandLineKit
import Conformance

/// What the arguments of `verify` name.
enum VerifyArguments {
    /// The Swift stack, which is this program, and the others that the arguments name.
    static func stacks(_ arguments: ParsedArguments) throws -> [Stack] {
        let path = arguments.option("stacks-file") ?? defaultStacksFile
        var stacks = [Stack(name: "swift", command: [try executablePath(), "testee"], isMovable: true)]
        let names = arguments.option("stacks").map { $0.split(separator: ",").map(String.init) }
        if let names, names.allSatisfy({ $0 == "swift" }) {
            // Nothing of the list is needed.
        } else {
            stacks += try listedStacks(in: path)
        }
        if let names {
            for name in names where !stacks.contains(where: { $0.name == name }) {
                throw CommandLineError(
                    .usage, "no stack is called \(name); \(path) has \(stacks.map(\.name).joined(separator: ", "))")
            }
            // Who is asked for by name has to be there; of the others, those that are.
            stacks = stacks.filter { names.contains($0.name) }.map { stack in
                var stack = stack
                stack.isRequired = true
                return stack
            }
        }
        for (name, command) in try testees(arguments) {
            stacks.append(Stack(name: name, command: ["/bin/sh", "-c", "exec \(command)"]))
        }
        for (index, stack) in stacks.enumerated() where stacks[..<index].contains(where: { $0.name == stack.name }) {
            throw CommandLineError(.usage, "two stacks are called \(stack.name)")
        }
        return stacks
    }

    /// The stacks of `--testee`, with their commands.
    private static func testees(_ arguments: ParsedArguments) throws -> [(name: String, command: String)] {
        try arguments.options("testee").map { given in
            let parts = given.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, !given.hasPrefix("="), !parts[0].contains(where: { ">,".contains($0) }) else {
                throw CommandLineError(.usage, "--testee takes NAME=COMMAND, such as mine='node testee.js'")
            }
            return (parts[0], parts[1])
        }
    }

    /// The ids of the vectors that were chosen; nil where no choice was made.
    static func selection(_ arguments: ParsedArguments, _ files: [VectorFile]) throws -> Set<String>? {
        let (ids, patterns, kinds) = (
            Set(arguments.options("vector")), arguments.options("only"), arguments.options("kind")
        )
        guard !(ids.isEmpty && patterns.isEmpty && kinds.isEmpty) else { return nil }
        let own = arguments.option("payload") == nil ? [] : [("payload", "payload-whole"), ("payload", "payload-64k")]
        let all = files.flatMap { file in file.vectors.map { (file.kind, $0.id) } } + own
        for id in ids where !all.contains(where: { $0.1 == id }) {
            throw CommandLineError(.usage, "no vector has the id \(id)")
        }
        for kind in kinds where !all.contains(where: { $0.0 == kind }) {
            throw CommandLineError(.usage, "no vectors are of kind \(kind)")
        }
        let chosen = all.filter { kind, id in
            (kinds.isEmpty || kinds.contains(kind))
                && ((ids.isEmpty && patterns.isEmpty) || ids.contains(id) || patterns.contains { matches($0, id) })
        }
        guard !chosen.isEmpty else { throw CommandLineError(.usage, "no vector is chosen") }
        return Set(chosen.map(\.1))
    }

    /// Whether `pattern`, in which `*` stands for any characters, is all of `id`.
    private static func matches(_ pattern: String, _ id: String) -> Bool {
        let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard pieces.count > 1, let first = pieces.first, let last = pieces.last else { return pattern == id }
        guard id.hasPrefix(first), id.hasSuffix(last), id.count >= first.count + last.count else { return false }
        var rest = id.dropFirst(first.count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() {
            guard !piece.isEmpty else { continue }
            guard let start = rest.indices.first(where: { rest[$0...].hasPrefix(piece) }) else { return false }
            rest = rest[start...].dropFirst(piece.count)
        }
        return true
    }

    /// The lists that the arguments and the list of stacks name.
    static func knownFailures(_ arguments: ParsedArguments, _ stacks: [Stack]) throws -> [KnownFailures] {
        var lists: [KnownFailures] = []
        for stack in stacks {
            guard let path = stack.knownFailures else { continue }
            let list = try KnownFailures(parsing: Files.read(path), name: path)
            guard list.stack == stack.name else {
                throw CommandLineError(.malformedInput, "\(path): a list of \(list.stack), not of \(stack.name)")
            }
            lists.append(list)
        }
        for path in arguments.options("known-failures") {
            lists.append(try KnownFailures(parsing: Files.read(path), name: path))
        }
        for (index, list) in lists.enumerated() where lists[..<index].contains(where: { $0.stack == list.stack }) {
            throw CommandLineError(.usage, "two lists of known failures of \(list.stack)")
        }
        return lists
    }

    /// What has to be given again to repeat a result.
    static func settings(_ arguments: ParsedArguments) throws -> RunSettings {
        var seed = UInt64.random(in: 0...UInt64(UInt32.max))
        if let given = arguments.option("seed") {
            guard let number = UInt64(given) else { throw CommandLineError(.usage, "--seed takes a number") }
            seed = number
        }
        var options: [String] = []
        let places = [
            ("stacks-file", defaultStacksFile), ("vectors", defaultVectorFolder), ("payload", nil),
            ("third-party", nil),
        ]
        for (name, usual) in places {
            if let value = arguments.option(name), value != usual { options += ["--\(name)", value] }
        }
        for list in arguments.options("known-failures") { options += ["--known-failures", list] }
        let commands = Dictionary(uniqueKeysWithValues: try testees(arguments).map { ($0.name, $0.command) })
        return RunSettings(options: options, testees: commands, seed: seed)
    }
}

import CommandLineKit
import Synchronization
import Testing

/// A process makes what the one command takes that it runs, and of that everything once.
@Suite struct LazyCommandTests {
    @Test func versionMakesNothing() {
        let program = SampleProgram()
        #expect(program.made(["--version"]) == [])
    }

    @Test func aCommandMakesWhatItTakes() {
        let program = SampleProgram()
        #expect(program.made(["first", "--first", "x"]) == ["first", "first argument"])
    }

    @Test func aNameInAGroupMakesNoOptionsOfOthers() {
        let program = SampleProgram()
        #expect(program.made(["group", "second", "--second", "x"]) == ["second", "second argument"])
    }
}

/// Notes what it has to make.
private final class SampleProgram: Sendable {
    private let notes = Mutex<[String]>([])

    func made(_ arguments: [String]) -> [String] {
        let program = Program(
            Command(
                "tool", abstract: "Do things",
                subcommands: [
                    self.command("first"),
                    Command(
                        "group", abstract: "Do more", subcommands: [self.command("second"), self.command("third")]),
                ]), version: "1")
        #expect(program.run(arguments, output: { _ in }, errors: { Issue.record("\($0)") }) == .success)
        return notes.withLock { $0 }
    }

    private func command(_ name: String) -> Command {
        Command(
            name, abstract: "Do something",
            arguments: self.noting("\(name) argument", [Argument("in", help: "The input.", arity: .optional)]),
            options: self.noting(name, [.option(name, help: "The option.")]),
            run: { _ in .success })
    }

    private func noting<Value>(_ note: String, _ value: Value) -> Value {
        notes.withLock { $0.append(note) }
        return value
    }
}

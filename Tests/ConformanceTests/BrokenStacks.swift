import Foundation
import TestSupport

@testable import Conformance

/// The content of `broken-stacks.json`: known mistakes, and the change to a stack's own source that makes each.
struct BrokenStacks: Decodable, Sendable {
    /// What a verifier must find out about a known mistake.
    struct Mistake: Decodable, Sendable {
        var mutant: String
        /// `text`, `codec` or `envelope`.
        var group: String
        /// A clause that the mistake violates.
        var clause: String
        /// The ids of the vectors that are asked; `*` at the end stands for any rest.
        var vectors: [String]
        /// The first of the layers of TP-28 that differs, where one does.
        var layer: String?

        func asks(_ vector: Vector) -> Bool {
            vectors.contains { id in
                id.hasSuffix("*") ? vector.id.hasPrefix(id.dropLast()) : vector.id == id
            }
        }
    }

    /// A mistake made in one stack.
    struct Break: Decodable, Sendable, CustomStringConvertible {
        var stack: String
        var mutant: String
        /// The file inside of the stack's folder, and what is replaced there; nil where the stack has a switch.
        var file: String?
        var find: String?
        var replace: String?

        var description: String { "\(stack) with \(mutant)" }
    }

    var mistakes: [Mistake]
    var stacks: [Break]

    static let all: BrokenStacks = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "broken-stacks.json")
        do { return try JSONDecoder().decode(BrokenStacks.self, from: Data(contentsOf: file)) } catch {
            preconditionFailure("\(file.lastPathComponent): \(error)")
        }
    }()

    /// The names of the stacks, in the order of the file.
    var names: [String] { stacks.map(\.stack).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

    func mistake(_ broken: Break) -> Mistake? { mistakes.first { $0.mutant == broken.mutant } }

    /// For each stack one mistake, of one group for the first, of the next one for the next.
    func sample(seed: UInt64) -> [Break] {
        var generator = SeededGenerator(seed: seed)
        let groups = ["text", "codec", "envelope"]
        let first = generator.below(groups.count)
        return names.enumerated().map { index, name in
            let group = groups[(first + index) % groups.count]
            return generator.pick(stacks.filter { $0.stack == name && mistake($0)?.group == group })
        }
    }
}

/// A copy of a stack in a folder where `Spec` is found as in this repository.
struct StackCopy {
    let folder: URL
    private let root: URL

    /// The source is not the one that a change was made for.
    struct OtherText: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter root: an empty folder.
    init(of stack: String, in root: URL) throws {
        self.root = root
        let stacks = root.appending(path: "Tests/Stacks")
        folder = stacks.appending(path: stack)
        try FileManager.default.createDirectory(at: stacks, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Repository.root.appending(path: "Tests/Stacks/\(stack)"), to: folder)
        try FileManager.default.createSymbolicLink(
            at: root.appending(path: "Spec"), withDestinationURL: Repository.root.appending(path: "Spec"))
    }

    /// Replaces what occurs exactly once in a file.
    func change(_ path: String, _ find: String, to replacement: String) throws {
        let file = folder.appending(path: path)
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: find)
        guard parts.count == 2 else {
            throw OtherText(description: "\(path) has \(parts.count - 1) times: \(find)")
        }
        try Data(parts.joined(separator: replacement).utf8).write(to: file)
    }

    /// A cache of its own: what is compiled from a broken source is never anybody else's, and goes with the folder.
    var cache: URL { root.appending(path: "cache") }

    var hasOwnCache: Bool {
        get throws {
            let script = try String(contentsOf: folder.appending(path: "run"), encoding: .utf8)
            return !script.contains("XDG_CACHE_HOME") || cache.exists
        }
    }

    /// The command that starts the copy; Java compiles in half the time when it does not optimize itself.
    var command: [String] {
        ["env", "XDG_CACHE_HOME=\(cache.path)", "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1"]
            + (DartVM.path.map { ["DART=\($0)"] } ?? [])
            + [folder.appending(path: "run").path]
    }
}

import Foundation
import TestSupport
import Testing

/// `fuzz`, as somebody sees it who waits for what it finds.
@Suite struct FuzzCommandTests {
    private let workshop: Workshop
    private let command: String

    init() throws {
        workshop = try Workshop()
        let script = Repository.root.appending(path: "Tests/ConformanceTests/faulty_testee.py").path
        command = """
            syncwire fuzz --stacks swift --testee faulty='python3 "\(script)" refuses-solidus syncwire testee' \
            --operation canonicalize --seed 2 -o found
            """
    }

    private struct Candidate: Decodable {
        struct Provenance: Decodable {
            var number: Int
            var repetitions: Int
        }
        var provenance: Provenance
    }

    private func candidate() throws -> Candidate {
        let files = try FileManager.default.contentsOfDirectory(
            at: workshop.folder.appending(path: "found"), includingPropertiesForKeys: nil)
        #expect(files.count == 1)
        return try JSONDecoder().decode(Candidate.self, from: Data(contentsOf: #require(files.first)))
    }

    /// CL-41: what was found is there when the run is stopped.
    @Test func stoppedRunsLeaveWhatTheyFound() throws {
        let outcome = try workshop.run(
            """
            \(command) --count 1000000000 >log & run=$!
            for _ in $(seq 600); do grep -q 'faulty answers' log && break; sleep 0.1; done
            kill -KILL $run; wait $run
            """)
        #expect(outcome.status == 128 + 9)
        let log = text(try workshop.bytes("log"))
        let candidate = try candidate()
        #expect(log.hasPrefix("canonicalize, request \(candidate.provenance.number)\n  json: "), "\(log)")
        #expect(log.hasSuffix("  faulty answers MALFORMED_JSON\n"), "\(log)")
        #expect(candidate.provenance.repetitions == 0)
    }

    /// CL-41: at the end each kind is counted, where it was printed and where it was written.
    @Test func repetitionsAreCounted() throws {
        let outcome = try workshop.run("\(command) --count 200")
        #expect(outcome.status == 1)
        let provenance = try candidate().provenance
        let lines = outcome.output.split(separator: "\n").suffix(2)
        #expect(provenance.repetitions > 5)
        #expect(
            lines.first == "canonicalize, request \(provenance.number): \(provenance.repetitions) more like it",
            "\(outcome.output)")
        #expect(lines.last?.hasSuffix("; 1 kinds of divergence") ?? false, "\(outcome.output)")
    }
}

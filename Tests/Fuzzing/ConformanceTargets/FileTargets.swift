import CanonicalJSON
package import FuzzTargets

@testable import Conformance

extension FuzzTarget {
    /// The targets of the conformance kit: what a testee reads, what a verifier reads, and the files of both.
    package static let conformance: [FuzzTarget] = [requests, answers, vectors, suite, knownFailures, runRecord]

    /// Vector files: what was read is written as it was, but for spaces and spelling.
    static let vectors = FuzzTarget("vectors", seeds: { try FileSeeds.vectors() }) { bytes in
        guard let file = try? VectorFile(parsing: bytes, name: "fuzzed.json") else { return }
        let written = try file.bytes()
        let again = try VectorFile(parsing: written, name: "fuzzed.json")
        try law(again == file, "a file of vectors does not come back")
        try law(try again.bytes() == written, "written differently the second time")
        for vector in file.vectors { _ = vector.derivesKeys }
        // What takes a quarter of a gigabyte to write out takes long.
        guard !file.vectors.contains(where: isLong) else { return }
        try? [file].checkUniqueness()
        _ = [file].originFaults()
        let clauses = try ClauseTexts(chapters: [("chapter.md", Array("**AC-1** Text.\n".utf8))])
        for vector in file.vectors {
            let parent = file.vectors.first { $0.id == vector.parent }
            _ = vector.explanation(limit: 64)
            let prose = vector.prose(kind: file.kind, parent: parent, clauses: clauses)
            try law(prose.hasPrefix(vector.id), "told without its name")
            _ = try vector.digest()
        }
    }

    private static func isLong(_ vector: Vector) -> Bool {
        var values = vector.inputs.map(\.value)
        if case .valid(let outputs) = vector.expectation { values += outputs.map(\.value) }
        return values.contains { ($0["length"]?.integerValue ?? 0) > 1 << 16 }
    }

    /// Lists of vector files.
    static let suite = FuzzTarget(
        "suite", seeds: { [try SuiteManifest([VectorFile(parsing: FileSeeds.vectors()[0], name: "seed")]).bytes()] }
    ) { bytes in
        guard let manifest = try? SuiteManifest(parsing: bytes) else { return }
        let again = try SuiteManifest(parsing: manifest.bytes())
        try law(again == manifest, "a manifest does not come back")
    }

    /// Lists of known failures, and of stacks, by the same bytes.
    static let knownFailures = FuzzTarget(
        "known-failures",
        seeds: {
            [
                #"{"failures":[{"class":"c","condition":"1 opens","reason":"r","stacks":"s>t","vector":"v"}],"stack":"s"}"#,
                #"{"stacks":[{"command":["./a","b"],"environment":{"A":"b"},"knownFailures":"k.json","name":"n","setup":"s"}]}"#,
            ].map { Array($0.utf8) }
        }
    ) { bytes in
        if let list = try? KnownFailures(parsing: bytes, name: "fuzzed") {
            try law(list.entries.allSatisfy { !$0.reason.isEmpty }, "an entry without a reason")
        }
        if let stacks = try? Stack.list(parsing: bytes, name: "fuzzed", folder: "/f") {
            try law(stacks.allSatisfy { !$0.command.isEmpty && !$0.isRequired }, "a stack without a command")
        }
    }

    /// Saved runs.
    static let runRecord = FuzzTarget("run-record", seeds: { try FileSeeds.runs() }) { bytes in
        guard let record = try? RunRecord(parsing: bytes, name: "fuzzed") else { return }
        let written = try record.jsonLines()
        let again = try RunRecord(parsing: written, name: "fuzzed")
        try law(try again.jsonLines() == written, "a saved run does not come back")
    }
}

private enum FileSeeds {
    static func vectors() throws -> [[UInt8]] {
        let head = #"{"suite":"codec","specVersion":1,"kind":"codec","vectors":["#
        let common = #""flags":["f"],"inputs":{"msg":"AA=="},"#
        let tail = #""determinism":"exact","attestedBy":["swift"],"kills":[]}"#
        let vectors = [
            #"{"id":"a","clauses":{"AC-1":"00000000","AC-2":null},"operation":"compress","comment":"c",\#(common)"#
                + #""entropy":[{"label":"cek","hex":"00"}],"result":"valid","outputs":{"compressed":"AA=="},\#(tail)"#,
            #"{"id":"b","clauses":{},"operation":"compress","comment":"",\#(common)"#
                + #""result":"invalid","errorClass":"LIMIT","parent":"a","mutation":{"flip":1},"digest":"00",\#(tail)"#,
            #"{"id":"c","clauses":{},"operation":"compress","comment":"",\#(common)"result":"acceptable","flag":"f","#
                + #""readings":[{"outputs":{"compressed":"AA=="}},{"errorClass":"LIMIT"}],\#(tail)"#,
        ]
        return [Array((head + vectors.joined(separator: ",\n") + "]}\n").utf8)]
    }

    static func runs() throws -> [[UInt8]] {
        var verdict = Verdict()
        var failure = Failure(.otherOutput, "r")
        failure.difference = .init(at: "archive", actual: [1, 2], expected: [1, 3])
        let outcomes: [TestResult.Outcome] = [
            .passed, .skipped("op:seal"), .failed(failure), .known(failure, reason: "k"),
        ]
        for outcome in outcomes {
            verdict.results.append(
                TestResult(
                    group: "codec", stack: "swift", name: "n", clauses: ["AC-1"], outcome: outcome, vector: "a"))
        }
        return [try RunRecord(verdict, files: []).jsonLines()]
    }
}

import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// The kill table, on a part of the vectors that is small enough for every run; all of it is `syncwire mutants --check`.
@Suite struct KillTableTests {
    private static let files = Result {
        try VectorFile.kinds.map { kind in
            let url = Repository.root.appending(path: "Vectors/\(kind).json")
            return try VectorFile(parsing: url.bytes(), name: url.lastPathComponent)
        }
    }

    private let vectors: [Vector]

    init() throws {
        vectors = try Self.files.get().flatMap(\.vectors)
    }

    private func canonicalizations() -> [Vector] { vectors.filter { $0.operation == "canonicalize" } }

    /// MU-3: `/` written as `\/` is caught by exactly those vectors whose canonical form has a `/`.
    @Test func whatIsCaughtIsWhatShows() throws {
        let valid = canonicalizations().filter { if case .valid = $0.expectation { true } else { false } }
        let table = try KillTable(valid, mutants: [.escapeSlash])
        let expected = valid.filter { vector in
            guard case .valid(let outputs) = vector.expectation else { return false }
            // A vector may hold only a hash of what comes out.
            let text = outputs["canonical"]?.bytes ?? VectorBytes.expanded(vector.inputs)["json"]?.bytes
            return text?.contains(0x2F) ?? false
        }
        #expect(expected.count >= 2)
        #expect(table.kills(of: .escapeSlash).map(\.vector) == expected.map(\.id))
        #expect(table.survivors == [])
    }

    /// MU-4, MU-6: each mutant is caught by two vectors that record it, for two reasons unless it is said why not. The
    /// vectors are tried from small to large, and a mutant no longer once it has its reasons.
    @Test func everyMutantIsCaughtTwice() throws {
        func cost(_ vector: Vector) -> Int {
            let text = String(decoding: (try? JSONValue.object(vector.inputs).canonicalBytes()) ?? [], as: UTF8.self)
            // A passphrase takes longer than all else.
            return text.utf8.count + (text.contains("passphrase") ? 1 << 20 : 0)
        }
        var reasons: [Mutant: Set<KillTable.Reason>] = [:]
        var counts: [Mutant: Int] = [:]
        func isOpen(_ mutant: Mutant) -> Bool {
            counts[mutant, default: 0] < 2
                || mutant.onlyReason == nil && reasons[mutant, default: []].count < 2
        }
        for vector in vectors.map({ (cost($0), $0) }).sorted(by: { $0.0 < $1.0 }).map(\.1) {
            let open = vector.annotations.kills.compactMap(Mutant.init).filter(isOpen)
            if open.isEmpty { continue }
            let kills = try MutantTrial(vector).kills(of: open)
            #expect(kills.map(\.mutant) == open, "\(vector.id) no longer catches all that it records")
            for kill in kills {
                reasons[kill.mutant, default: []].insert(kill.reason)
                counts[kill.mutant, default: 0] += 1
            }
        }
        #expect(Mutant.allCases.filter(isOpen) == [])
    }

    /// MU-5: a vector that records no mutant is a control, and no control records one. What `mutants --record` writes.
    @Test func eachVectorCatchesAMutantOrIsAControl() {
        for vector in vectors {
            #expect(vector.isControl == vector.annotations.kills.isEmpty, "\(vector.id)")
        }
        #expect(vectors.count { $0.isControl } * 4 < vectors.count)
    }

    /// MU-2: a vector that the model without a mistake fails ends the run, whatever the mutants do.
    @Test func aVectorThatTheReferenceFailsIsAnError() throws {
        var vector = try #require(canonicalizations().first)
        vector.expectation = .invalid(errorClass: "LIMIT")
        let wrong = vector
        #expect(throws: VectorError.self) { try KillTable([wrong], mutants: [.escapeSlash]) }
    }

    /// The same table on one thread and on three; each vector of the covering set adds something, and all of them
    /// together catch what all vectors catch.
    @Test func theCoveringSetCoversAndIsTheSameOnAnyNumberOfThreads() throws {
        let part = Array(canonicalizations().prefix(120))
        let mutants: [Mutant] = [.escapeSlash, .upperHex, .nestedSort, .spaces, .bigIntegerWrapped, .escapeDelete]
        let table = try KillTable(part, mutants: mutants, threads: 1)
        #expect(try KillTable(part, mutants: mutants, threads: 3) == table)
        let set = table.coveringSet
        #expect(Set(set.flatMap(\.mutants)) == Set(table.kills.map(\.mutant)))
        #expect(set.flatMap(\.mutants).count == Set(table.kills.map(\.mutant)).count)
        #expect(set.allSatisfy { !$0.mutants.isEmpty })
        #expect(set.count < part.count)
    }

    /// MU-4, MU-5, MU-6: what `--check` finds wrong with vectors that are made wrong for it.
    @Test func faultsAreFound() throws {
        let slash = try #require(vectors.first { $0.id == "cj-string-solidus" })
        var control = slash
        control.flags = ["control"]
        control.annotations.kills = ["escape-slash"]
        #expect(
            try KillTable([control], mutants: [.escapeSlash]).faults == [
                "escape-slash: caught for one reason only", "\(slash.id): a control that catches escape-slash",
            ])
        var recording = slash
        recording.annotations.kills = ["escape-slash", "nested-sort", "no-such-mistake"]
        #expect(
            try KillTable([recording], mutants: [.escapeSlash, .nestedSort]).faults.dropFirst() == [
                "\(slash.id): no longer catches nested-sort",
                "\(slash.id): records no-such-mistake, which is no mutant",
            ])
        let idle = try KillTable([recording], mutants: [.nestedSort])
        #expect(idle.survivors == [.nestedSort])
        #expect(idle.faults.contains("\(slash.id): catches nothing and is no control"))
        let file = VectorFile(kind: "canonical-json", vectors: [recording])
        #expect(
            try KillTable([recording], mutants: [.escapeSlash]).recorded(in: [file])[0].vectors[0].annotations.kills
                == ["escape-slash"])
    }

    /// MU-1: names are words joined by hyphens, each once, and each mistake is explained.
    @Test func mutantsAreNamedAndExplained() {
        #expect(Mutant.allCases.count >= 70)
        for mutant in Mutant.allCases {
            #expect(mutant.rawValue.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(mutant)")
            #expect(mutant.mistake.hasSuffix("."), "\(mutant)")
            #expect(mutant.remedy.hasSuffix("."), "\(mutant)")
            #expect(!mutant.operations.isEmpty)
        }
        #expect(Set(Mutant.allCases.map(\.mistake)).count == Mutant.allCases.count)
    }
}

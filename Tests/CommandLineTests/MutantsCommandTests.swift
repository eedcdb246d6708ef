import Foundation
import TestSupport
import Testing

/// `mutants` and `explain`.
@Suite struct MutantsCommandTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// A folder `small` with two vectors that hold `/`, and one that does not.
    private func writeVectors() throws {
        let folder = Repository.root.appending(path: "Vectors").path()
        let script = """
            import json, os
            os.mkdir("small")
            f = json.load(open("\(folder)/canonical-json.json"))
            vs = [v for v in f["vectors"] if v["operation"] == "canonicalize" and v["result"] == "valid"]
            import base64
            out = lambda v: base64.b64decode(v["outputs"]["canonical"]) if isinstance(v["outputs"]["canonical"], str) else b"/"
            with_slash = [v for v in vs if b"/" in out(v)][:2]
            f["vectors"] = with_slash + [v for v in vs if b"/" not in out(v)][:1]
            for v in f["vectors"]: v["kills"] = []
            json.dump(f, open("small/canonical-json.json", "w"), ensure_ascii=False)
            print(" ".join(v["id"] for v in f["vectors"]))
            """
        try workshop.write("pick.py", script)
    }

    /// CL-23: the exit code says whether a mutant survives; the JSON names what catches it.
    @Test func survivorsMakeTheExitCode() throws {
        try writeVectors()
        let ids = try workshop.run("python3 pick.py").output.split(whereSeparator: \.isWhitespace).map(String.init)
        try #require(ids.count == 3)
        let caught = try workshop.run("syncwire mutants --vectors small --mutant escape-slash --format json")
        #expect(caught.status == 0, "\(caught.errors)")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(caught.output.utf8)) as? [String: Any])
        let mutants = try #require(document["mutants"] as? [[String: Any]])
        let kills = try #require(mutants.first?["kills"] as? [[String: Any]])
        #expect(kills.map { $0["vector"] as? String } == [ids[0], ids[1]])
        #expect(document["idle"] as? [String] == [ids[2]])
        #expect(document["survivors"] as? [String] == [])
        #expect((document["minimal"] as? [[String: Any]])?.map { $0["id"] as? String } == [ids[0]])
        let both = try workshop.run("syncwire mutants --vectors small --mutant escape-slash --mutant signed-hash")
        #expect(both.status == 1)
        #expect(both.output.contains("SURVIVES"))
        #expect(try workshop.run("syncwire mutants --vectors small --mutant escape-slahs").status == 64)
    }

    /// CL-24: the exit codes, the place, and the mistake; a file goes before a vector.
    @Test func explainSaysWhereAndWhy() throws {
        try workshop.write("right", #"{"b":{"z":"/","a":1}}"#)
        try workshop.write("wrong", #"{"b":{"a":1,"z":"/"}}"#)
        try workshop.expect("syncwire explain right right", prints: "both files: as expected\n")
        let outcome = try workshop.run("syncwire explain right wrong")
        #expect(outcome.status == 1)
        for line in [
            "layer: canonical JSON", "first difference: file, byte 7: the key of /b/z, line 1, column 8",
            "known mistake: nested-sort",
        ] {
            #expect(outcome.output.split(separator: "\n").contains(Substring(line)), "\(outcome.output)")
        }
        #expect(try workshop.run("syncwire explain nothing wrong").status == 66)
        try writeVectors()
        let id = try workshop.run("python3 pick.py").output.split(separator: " ")[0]
        try workshop.write("answer", #"{"id":1,"status":"rejected","error":{"class":"LIMIT","message":"m"}}"#)
        let answer = try workshop.run("syncwire explain --vectors small \(id) answer")
        #expect(answer.status == 1)
        #expect(answer.output.hasPrefix("\(id): rejected: LIMIT: m\n"), "\(answer.output)")
    }
}

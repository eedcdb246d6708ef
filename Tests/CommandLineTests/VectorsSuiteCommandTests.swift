import Foundation
import TestSupport
import Testing

/// `vectors generate`, `check`, `pin`, `explain`, `challenge` and `grade`, and what `verify` makes of a manifest.
@Suite struct VectorsSuiteCommandTests {
    private static let vectors = Repository.root.appending(path: "Vectors").path()
    private static let spec = "--spec '\(Repository.root.path())Spec'"

    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        #expect(try workshop.run("cp -r '\(Self.vectors)' v").status == 0)
    }

    /// VE-26: what a stack sealed is kept once, and opened by whoever is verified from then on.
    @Test func keptArchives() throws {
        let keep = "syncwire vectors keep --stacks swift v"
        try workshop.expect("rm -r v/sealed; \(keep)", prints: "v/sealed/swift-0.1.0/archives.json: 3 archives\n")
        try workshop.expect("cp -r v/sealed first; \(keep) && diff -r v/sealed first")
        let verify = "syncwire verify --stacks swift --vectors v --only 'sealed-*'"
        let good = try workshop.run("\(verify) --format json")
        #expect(good.status == 0, "\(good.errors)")
        #expect(good.output.contains(#""name":"sealed-swift-0.1.0-en-seal-gzip""#))
        // The first archive's last byte is part of its tag.
        let spoilt = try workshop.run(
            #"""
            python3 - <<'END'
            import base64, json
            path = "v/sealed/swift-0.1.0/archives.json"
            file = json.load(open(path))
            inputs = file["vectors"][0]["inputs"]
            archive = bytearray(base64.b64decode(inputs["archive"]))
            archive[-1] ^= 1
            inputs["archive"] = base64.b64encode(archive).decode()
            json.dump(file, open(path, "w"))
            END
            """# + "\n\(verify)")
        #expect(spoilt.status == 1 && spoilt.output.contains("PAYLOAD_AUTH"), "\(spoilt.output)\(spoilt.errors)")
    }

    /// VE-14, VE-15: digests and pins as Python works them out from the files and the text.
    @Test func digestsAndPins() throws {
        try workshop.write(
            "digests.py",
            #"""
            import glob, hashlib, json, re
            def sha(text): return hashlib.sha256(text.encode()).hexdigest()
            clauses = {}
            for name in glob.glob("SPEC/*.md"):
                clause, code = None, False
                for line in open(name):
                    code ^= line.startswith("```")
                    start = re.match(r"\*\*([A-Z]{2}-[0-9]+)\*\*(.*)", line)
                    if start and not code: clause = start[1]; clauses[clause] = start[2]
                    elif line.startswith("#") and not code: clause = None
                    elif clause: clauses[clause] += " " + line
            pins = {id: sha(" ".join(text.split()))[:8] for id, text in clauses.items()}
            count = 0
            for file in json.load(open("v/manifest.json"))["files"]:
                for v in json.load(open("v/" + file["name"]))["vectors"]:
                    names = "operation inputs entropy result outputs errorClass flag readings determinism".split()
                    text = json.dumps({n: v[n] for n in names if n in v}, ensure_ascii=False, separators=(",", ":"))
                    text = re.sub("[\ud800-\udfff]", lambda m: "\\u%04x" % ord(m[0]), text)
                    if sha(text)[:16] != v["digest"]: print("digest", v["id"], text)
                    for id, pin in v["clauses"].items():
                        if pins[id] != pin: print("pin", v["id"], id)
                    count += 1
            print(count > 900)
            """#.replacingOccurrences(of: "SPEC", with: "\(Repository.root.path())Spec"))
        try workshop.expect("python3 digests.py", prints: "True\n")
    }

    /// VE-16: a vector that nobody attests yet is put to the stacks; too few of them, and nothing is written.
    @Test func newVectorsAreAdmittedByStacks() throws {
        let program = try BuiltProduct.url("syncwire").path
        try workshop.write("one", #"{"stacks":[{"name":"a","command":["\#(program)","testee"]}]}"#)
        try workshop.write(
            "two",
            #"{"stacks":[{"name":"b","command":["\#(program)","testee"]},{"name":"a","command":["\#(program)","testee"]}]}"#
        )
        let forget = #"sed -i -E '/"id":"cj-top-null"/s/"attestedBy":[^]]*]/"attestedBy":[]/' v/canonical-json.json"#
        try workshop.expect(
            "\(forget); cp -r v before; syncwire vectors generate \(Self.spec) --stacks-file one v; echo $?; diff -r before v",
            prints: "cj-top-null: not admitted: only a agrees, 2 are needed\n1\n")
        let admitted = try workshop.run(
            "syncwire vectors generate \(Self.spec) --stacks-file two v && grep -c '\"attestedBy\":\\[\"a\",\"b\"\\]' v/canonical-json.json"
        )
        #expect(admitted.status == 0 && admitted.output.hasSuffix("\n1\n"), "\(admitted)")
    }

    /// VE-16: what a file records would be lost with a file that is not understood.
    @Test func filesThatCannotBeReadAreKept() throws {
        let generate = "syncwire vectors generate \(Self.spec) v"
        try workshop.expect(
            "sed -i '1s/^{/<<<<<<< /' v/rows.json; cp -r v before; \(generate); echo $?; diff -r before v",
            prints: "65\n",
            errors: "Error: rows.json: unexpectedByte at byte 0 (line 1, column 1): a byte that cannot stand here\n")
        try workshop.expect(
            "rm */rows.json; mkdir v/rows.json; \(generate); echo $?; rmdir v/rows.json; diff -r before v",
            prints: "66\n",
            errors: "Error: cannot open v/rows.json: Is a directory\n")
    }

    /// VE-4: an id that is no longer generated needs a reason, and is kept.
    @Test func withdrawnVectors() throws {
        let rename = #"sed -i 's/"id":"cj-top-null"/"id":"cj-top-nil"/' v/canonical-json.json"#
        try workshop.expect(
            "\(rename); syncwire vectors generate \(Self.spec) v", status: 1,
            prints: "no longer generated; say why with --withdraw: cj-top-nil\n")
    }

    /// VE-15, VE-18: an edited clause names its vectors until it is pinned; other faults are named too.
    @Test func editedClauses() throws {
        try workshop.run(
            "cp -r '\(Repository.root.path())Spec' s; sed -i 's/^\\*\\*CJ-33\\*\\* Wherever/& else/' s/canonical-json.md"
        )
        let edited = try workshop.run("syncwire vectors check --spec s v")
        #expect(edited.status == 1)
        #expect(edited.output.hasPrefix("CJ-33: the clause was edited; review order-step-1 "), "\(edited.output)")
        let pinned = try workshop.run(
            "syncwire vectors pin --spec s --vectors v CJ-33 && syncwire vectors check --spec s v")
        #expect(pinned.status == 0 && pinned.output.hasPrefix("CJ-33: "), "\(pinned)")
        #expect(try workshop.run("syncwire vectors pin --spec s --vectors v nonsense").status == 64)
    }

    /// VE-19: `verify` refuses a folder that is not as its manifest says, and says whose vectors it runs.
    @Test func manifestIsHeld() throws {
        try workshop.run(#"sed -i 's/"comment":"/&x/' v/hash.json"#)
        try workshop.expect(
            "syncwire verify --stacks swift --vectors v", status: 65,
            errors: "Error: hash.json: differs from what manifest.json says of it\n")
        try workshop.run("rm v/[a-gi-z]*.json")
        let own = try workshop.run("syncwire verify --stacks swift --vectors v")
        #expect(own.status == 0 && own.errors.contains("vectors of your own: v has no manifest.json\n"), "\(own)")
    }

    /// VE-25: a vector in words, and a request that can be tried as it stands.
    @Test func explanation() throws {
        let told = try workshop.run("syncwire vectors explain \(Self.spec) en-open-not-mac-first v | tee told").output
        for part in [
            "rejects it with HEADER_AUTH", "  EN-54: The first slot that opens gives the CEK.",
            "made from en-open-ka1 (known answer 1)", "archive: the bits 01 are flipped at byte 164.",
            "  before  d0 18 93 78 b0 b3", "  after   d0 18 93 78 b1 b3",
        ] { #expect(told.contains(part), "\(told)") }
        let asked = try workshop.run("TESTEE() { syncwire testee \"$@\"; }; eval \"$(grep '^printf' told)\"")
        #expect(asked.status == 1 && asked.output.contains(#""class":"HEADER_AUTH""#), "\(asked)")
        #expect(try workshop.run("syncwire vectors explain \(Self.spec) cj-top-nul v").status == 64)
        let long = try workshop.run("syncwire vectors explain \(Self.spec) en-seal-chunked-200000 v").output
        #expect(long.contains("too long for one line") && !long.contains("printf"))
    }

    /// VE-24: prompts from a seed, answers, and a grade.
    @Test func challenge() throws {
        try workshop.expect(
            """
            syncwire vectors challenge --seed 5 --count 33 -o p && syncwire vectors challenge --seed 5 --count 33 -o q &&
            cmp p q && syncwire testee <p >a && syncwire vectors grade --seed 5 --count 33 a
            """, prints: "33 passed, 0 failed, 0 skipped\n")
        #expect(try workshop.run("syncwire vectors grade --seed 6 --count 33 a").status == 1)
        #expect(try workshop.run("syncwire vectors challenge --seed 5 -o p").status == 73)
        #expect(try workshop.run("syncwire vectors grade a").status == 64)
    }
}

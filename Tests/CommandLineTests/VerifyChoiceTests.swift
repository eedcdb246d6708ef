import Foundation
import TestSupport
import Testing

/// `verify` over a part of the vectors, and with lists of known failures.
@Suite struct VerifyChoiceTests {
    private let shop: Workshop
    private let vectors = "--vectors '\(Repository.root.appending(path: "Vectors").path())'"
    private let liar: String

    init() throws {
        shop = try Workshop()
        try shop.write(
            "liar.py",
            """
            import base64, json, subprocess, sys
            real = subprocess.Popen(["syncwire", "testee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for line in sys.stdin:
                real.stdin.write(line.encode()); real.stdin.flush()
                answer = json.loads(real.stdout.readline())
                if json.loads(line)["op"] == "canonicalize" and answer["status"] == "ok":
                    text = base64.b64decode(answer["outputs"]["canonical"]) + b" "
                    answer["outputs"]["canonical"] = base64.b64encode(text).decode()
                print(json.dumps(answer), flush=True)
            """)
        liar = "--stacks swift --testee liar='python3 liar.py'"
    }

    /// VR-6, VR-11, VR-15: one vector in full, by the command that a failure names.
    @Test func oneVector() throws {
        let run = try shop.run("syncwire verify \(liar) \(vectors) --vector cj-top-null --seed 5")
        #expect(run.status == 1)
        #expect(run.output.contains("liar cj-top-null\n  request:  {\"id\":2,\"op\":\"canonicalize\""))
        #expect(run.output.contains(#"  answer:   {"id": 2, "status": "ok", "outputs": {"canonical": "bnVsbCA="}}"#))
        #expect(run.output.contains(#"  expected: {"outputs":{"canonical":"bnVsbA=="},"determinism":"exact"}"#))
        #expect(run.output.contains("    actual   6e756c6c20\n    expected 6e756c6c\n"))
        #expect(run.errors.hasSuffix("seed 5\n"))
        let again = try #require(
            run.output.split(separator: "\n").first { $0.hasPrefix("  again:    ") && $0.contains("liar") })
        let repeated = try shop.run(String(again.dropFirst("  again:    ".count)))
        #expect(
            repeated.status == 1 && repeated.output.contains("FAILED liar cj-top-null: canonical: differs at byte 4"))
    }

    /// VR-15, VR-17: a choice is what it says; without a terminal nothing shows of the bar.
    @Test func choices() throws {
        func passed(_ options: String) throws -> Int {
            let run = try shop.run("syncwire verify --stacks swift \(vectors) --format tap \(options)")
            #expect(run.errors.isEmpty)
            return run.output.split(separator: "\n").count { $0.contains(" - swift/order ") || $0.contains("/hash ") }
        }
        func count(_ kind: String) throws -> Int {
            let file = Repository.root.appending(path: "Vectors/\(kind).json")
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .count { $0.hasPrefix(#"{"id":"# + "\"\(kind)-") }
        }
        #expect(try passed("--kind hash") >= count("hash"))
        #expect(try count("order") > 0 && passed("--only 'order-*' --only 'hash-*' --kind order") == count("order"))
        #expect(try passed("--only 'order-*al'") == 1)
        #expect(try passed("--vector order-equal --only order-equal") == 1)
        for (options, message) in [
            ("--vector zzz", "no vector has the id zzz"), ("--kind zzz", "no vectors are of kind zzz"),
            ("--only 'zzz*'", "no vector is chosen"), ("--seed x", "--seed takes a number"),
        ] {
            let run = try shop.run("syncwire verify --stacks swift \(vectors) \(options)")
            #expect(run.status == 64 && run.errors.contains("Error: \(message)\n"), "\(run.errors)")
        }
    }

    /// VR-3, VR-4, VR-5: a list makes a known failure of a failure, and fails itself where it is not true.
    @Test func knownFailures() throws {
        func list(_ vector: String, _ observed: String) throws -> (status: Int32, output: String) {
            try shop.write(
                "known.json",
                #"{"stack":"liar","failures":[{"vector":"\#(vector)","class":"\#(observed)","reason":"later"}]}"#)
            let run = try shop.run(
                "syncwire verify \(liar) \(vectors) --only cj-top-null --only cj-not-syntax-bare --only order-equal --known-failures known.json"
            )
            return (run.status, run.output)
        }
        let known = try list("cj-top-null", "other-output")
        #expect(known.status == 0, "\(known.output)")
        #expect(known.output.contains("known liar cj-top-null: other-output: later\n"))
        #expect(known.output.contains(" 0 failed, 0 skipped, 1 known\n"))
        #expect(try list("cj-top-null", "LIMIT").status == 1)
        #expect(
            try list("order-equal", "other-output").output.contains("passes, though listed as a known failure: later"))
        #expect(try list("no-such-vector", "LIMIT").output.contains("but no vector has this id"))
    }
}

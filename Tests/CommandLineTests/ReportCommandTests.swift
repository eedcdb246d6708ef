import Foundation
import TestSupport
import Testing

/// `verify --report` and `report`: one run, all forms.
@Suite struct ReportCommandTests {
    private static let spec = Repository.root.appending(path: "Spec").path()

    /// A workshop with a few vectors in `v`, one a line as in the published files.
    private static func workshop() throws -> Workshop {
        let shop = try Workshop()
        let chosen = [
            "cj-top-null", "record-encode-group", "codec-write-gzip-fox", "codec-read-not-crc-first", "en-seal-ka1",
        ]
        try shop.write(
            "choose.py",
            """
            import json, os
            os.mkdir("v")
            for k in ("canonical-json", "records", "codec", "envelope"):
                lines = open("\(Repository.root.path())Vectors/" + k + ".json").read().split("\\n")
                kept = [l.rstrip(",") for l in lines if any('{"id":"%s",' % c in l for c in \(chosen))]
                open("v/" + k + ".json", "w").write(lines[0] + "\\n" + ",\\n".join(kept) + "\\n]}\\n")
            """)
        #expect(try shop.run("python3 choose.py").status == 0)
        return shop
    }

    /// RP-7, CL-8, CL-14: each report of the saved run is the one that the run wrote, and what is printed is one more.
    @Test func savedRunGivesTheSameReports() throws {
        let shop = try Self.workshop()
        let formats = ["text", "json", "junit", "tap", "sarif", "earl", "badge", "coverage"]
        let reports = formats.map { "--report \($0)=\($0).out" }.joined(separator: " ")
        let verify =
            "syncwire verify --stacks swift --vectors v --spec '\(Self.spec)' --testee liar='sed -u s/op/status/'"
        let run = "\(verify) --timestamp 2026-01-31T12:00:00Z \(reports) --format json >printed.out"
        #expect(try shop.run("\(run); cmp printed.out json.out").status == 0)
        for format in formats {
            let options = ["sarif", "coverage"].contains(format) ? "--vectors v --spec '\(Self.spec)'" : ""
            let json = format == "coverage" ? "--format json" : ""
            let made = try shop.run(
                "syncwire report \(format) json.out \(options) \(json) >again.out; cmp again.out \(format).out")
            #expect(made.status == 0, "\(format): \(made.output)\(made.errors)")
        }
        #expect(try shop.run("grep -c 2026-01-31T12:00:00Z json.out").output == "1\n")
        #expect(try shop.run("syncwire report tap json.out -o made.tap; cmp made.tap tap.out").status == 0)
        // What is there is not overwritten, and the run does not start before that is known.
        try shop.expect(
            "syncwire report tap json.out -o made.tap", status: 73,
            errors: "Error: made.tap exists; use --force to overwrite it\n")
        try shop.expect(
            "\(verify) --report tap=made.tap", status: 73,
            errors: "Error: made.tap exists; use --force to overwrite it\n")
        #expect(
            try shop.run("syncwire report coverage json.out --vectors v --spec '\(Self.spec)' | tail -1").output
                .hasSuffix(" not covered\n"))
        #expect(try shop.run("syncwire report coverage json.out --vectors v --spec '\(Self.spec)'").status == 1)
        #expect(
            try shop.run("syncwire verify --report pdf=x").errors.hasPrefix(
                "Error: --report takes FORMAT=FILE; the formats are text, "))
        #expect(try shop.run("syncwire verify --report tap=-").status == 64)
        #expect(try shop.run("syncwire verify --timestamp today").status == 64)
        try shop.expect(
            "head -3 json.out | syncwire report tap -", status: 65,
            errors: "Error: -: the record has no summary: it was cut\n")
    }

    /// RP-13, RP-14: two runs, and the exit code.
    @Test func diff() throws {
        let shop = try Self.workshop()
        try shop.run("syncwire verify --stacks swift --vectors v --format json >a.jsonl")
        let unchanged =
            "0 newly-failing, 0 no-longer-passing, 0 changed-reason, 0 newly-passing, 0 added, 0 removed\n"
        try shop.expect("syncwire report diff a.jsonl a.jsonl", prints: unchanged)
        try shop.expect(
            "syncwire report diff --format json a.jsonl a.jsonl",
            prints: #"{"isWorse":false,"facts":[],"changes":[]}"# + "\n")
        try shop.run(
            "syncwire verify --stacks swift --vectors v --testee liar='sed -u s/op/status/' --format json >b.jsonl")
        let worse = try shop.run("syncwire report diff a.jsonl b.jsonl")
        #expect(worse.status == 1)
        #expect(worse.output.contains("\nnewly-failing liar/start/hello: not there -> failed: hello: "))
        #expect(worse.output.hasPrefix("changed stack liar: not there -> hello: "))
        #expect(try shop.run("syncwire report diff b.jsonl a.jsonl").status == 0)
    }
}

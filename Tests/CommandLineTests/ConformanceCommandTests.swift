import Foundation
import TestSupport
import Testing

/// `testee`, `vectors` and `verify`, as scripts and other stacks see them.
@Suite struct ConformanceCommandTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private static let hash =
        #"{"id":1,"op":"contentHash","inputs":{"row":"eyJkYXRhIjp7fSwiaWQiOiJhIiwidXBkYXRlZEF0IjoxfQ=="}}"#

    /// TP-29: one request, and an exit code for each kind of answer.
    @Test func oneRequest() throws {
        try workshop.expect(
            "echo '\(Self.hash)' | syncwire testee --once",
            prints: #"{"id":1,"status":"ok","outputs":{"hash":"08f44b07b5901a25"}}"# + "\n")
        let rejected = #"{"id":2,"op":"canonicalize","inputs":{"json":"Ww=="}}"#
        let outcome = try workshop.run("echo '\(rejected)' | syncwire testee --once")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix(#"{"id":2,"status":"rejected","error":{"class":"MALFORMED_JSON","message":""#))
        try workshop.expect(
            #"echo '{"id":3,"op":"frobnicate","inputs":{}}' | syncwire testee --once"#, status: 127,
            prints: #"{"id":3,"status":"unsupported","feature":"op:frobnicate"}"# + "\n")
        try workshop.expect(
            "echo '{}' | syncwire testee --once", status: 2, errors: "Error: the line is not a request\n")
        try workshop.expect("syncwire testee --once </dev/null", status: 2)
        let unknown = try workshop.run("syncwire testee --mutant escape-slahs </dev/null")
        #expect(unknown.status == 64)
        #expect(
            unknown.errors.hasPrefix("Error: no known mistake is called escape-slahs; did you mean escape-slash?\n"))
    }

    /// TP-1: one answer a line, 0 at the end of the input.
    @Test func manyRequests() throws {
        let answer = #"{"id":1,"status":"ok","outputs":{"hash":"08f44b07b5901a25"}}"# + "\n"
        try workshop.expect("printf '%s\\n%s' '\(Self.hash)' '\(Self.hash)' | syncwire testee", prints: answer + answer)
        try workshop.expect("syncwire testee </dev/null")
    }

    /// VE-3, CL-8: the committed files, anywhere; a second run changes nothing.
    @Test func vectorsAreGeneratedAndChecked() throws {
        let committed = Repository.root.appending(path: "Vectors").path()
        let spec = "--spec '\(Repository.root.path())Spec'"
        // One line is spoilt; what is generated is carried over from the others, so that no stack is needed.
        let outcome = try workshop.run(
            """
            cp -r '\(committed)' v &&
            sed -i 's/"comment":"[^"]*null/"comment":"nil/' v/rows.json v/records.json &&
            syncwire vectors generate --stacks-file nowhere \(spec) v && syncwire vectors check \(spec) v && diff -r v '\(committed)'
            """)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").count == 2, "\(outcome.output)")
        try workshop.expect(
            "echo x >v/codec.json; syncwire vectors check \(spec) v", status: 65,
            errors: "Error: codec.json: unexpectedByte at byte 0 (line 1, column 1): a byte that cannot stand here\n")
        try workshop.expect(
            "syncwire vectors check nowhere", status: 66,
            errors: "Error: cannot open nowhere/canonical-json.json: No such file or directory\n")
    }

    /// CL-14: a single right stack, in JSON; the exit code of a wrong one.
    @Test func verdicts() throws {
        let vectors = Repository.root.appending(path: "Vectors").path()
        // A few vectors of each kind, taken out of the files by line.
        try workshop.run(
            """
            mkdir v; for f in canonical-json records codec envelope; do
            sed -n -e '1p' -e '/"id":"\\(cj-top-null\\|record-encode-group\\|codec-write-gzip-fox\\|en-seal-ka1\\|en-open-not-mac-first\\)"/p' \
            '\(vectors)'/$f.json | sed -e '$!b' -e 's/,$//' >v/$f.json; printf ']}' >>v/$f.json; done
            sed -i 's/\\(record-encode-group.*\\),$/\\1/; s/^\\({.*"id":"en-open-not-mac-first".*}\\),$/\\1/' v/*.json
            """)
        let good = try workshop.run("syncwire verify --stacks swift --vectors v --format json")
        #expect(good.status == 0, "\(good.errors)")
        let lines = good.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix(#"{"type":"run","format":1,"#) ?? false)
        #expect(lines.contains { $0.contains(#""stack":"swift>swift","name":"1 opens: en-seal-ka1""#) })
        let contract = #""contract":{"CT-1":true,"CT-2":true,"CT-3":true},"isConformant":true}"#
        let counts = #""passed":\#(lines.count - 3),"failed":0,"skipped":0,"known":0"#
        #expect(lines.last == #"{"type":"summary",\#(counts),\#(contract)"#)
        let bad = try workshop.run("syncwire verify --stacks swift --testee liar='sed -u s/op/status/' --vectors v")
        #expect(bad.status == 1)
        #expect(bad.output.contains("FAILED liar hello: hello: status: hello: not one of ok"))
        try workshop.expect(
            "syncwire verify --stacks swift,klingon --stacks-file list --vectors v", status: 66,
            errors: "Error: cannot open list: No such file or directory\n")
        try workshop.write("list", #"{"stacks":[]}"#)
        let unknown = try workshop.run("syncwire verify --stacks swift,klingon --stacks-file list --vectors v")
        #expect(unknown.status == 64)
        #expect(unknown.errors.hasPrefix("Error: no stack is called klingon; list has swift\n"))
    }

    /// CT-1, CT-2, CT-3: Swift and a real Dart VM agree on every vector and open each other's archives.
    ///
    /// Of the spellings of passphrases only one is asked for, since each costs plain Dart a second, and of the grids of
    /// merges only that of one profile; `make` asks for all.
    @Test(.enabled(if: DartVM.path != nil, "\(DartVM.missing)"))
    func swiftAndDartAgree() throws {
        let outcome = try workshop.run(
            """
            syncwire import ssh-config --now 1700000000000 -o hosts.json '\(Repository.root.path())Tests/Fixtures/ssh_config' 2>/dev/null &&
            cp -r '\(Repository.root.path())Vectors' v && sed -i \
                -e '/^{"id":"en-\\(open\\|seal\\)-\\(pbkdf2-[a-mo-z]\\|scrypt-16\\)/d' \
                -e '/^{"id":"mg-\\(snapshot\\|oplog\\|commit\\|server\\)-[a-z-]*-[LT][LT]-/d' v/*.json && rm v/manifest.json &&
            test $(cat v/*.json | grep -c '^{"id"') -gt 1700 && W=$PWD &&
            cd '\(Repository.root.path())' && syncwire verify --stacks swift,dart --vectors $W/v --payload $W/hosts.json
            """, environment: DartStack.environment)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(" 0 failed, 0 skipped\n"), "\(outcome.output)")
        #expect(outcome.output.contains("3 header and slots identical  swift=dart"))
    }
}

private enum DartStack {
    private static let variables = ProcessInfo.processInfo.environment

    /// What the stack's `run` needs beside the test's own environment.
    static let environment = ["DART", "XDG_CACHE_HOME", "HOME"].reduce(into: [String: String]()) {
        $0[$1] = variables[$1]
    }
}

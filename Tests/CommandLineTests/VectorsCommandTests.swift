import Foundation
import TestSupport
import Testing

/// `vectors list` and `vectors show`, against what Python reads in the committed files.
@Suite struct VectorsCommandTests {
    private static let folder = Repository.root.appending(path: "Vectors").path()

    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// A Python expression over `v`, a vector, and `k`, its kind, for all that `condition` holds for.
    private func python(_ expression: String, where condition: String) throws -> String {
        let script = """
            import json
            for k in [f["name"][:-5] for f in json.load(open("\(Self.folder)/manifest.json"))["files"]]:
                for v in json.load(open("\(Self.folder)/" + k + ".json"))["vectors"]:
                    if \(condition): print(\(expression))
            """
        try workshop.write("list.py", script)
        let outcome = try workshop.run("python3 list.py")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    /// CL-18: the vectors in the order of the files, chosen by each option and by all of them.
    @Test(arguments: [
        ("", "True"), ("--kind codec", "k == 'codec'"), ("--clause AC-14", "'AC-14' in v['clauses']"),
        ("--operation inspect", "v['operation'] == 'inspect'"),
        (
            "--kind envelope --clause EN-62 --operation open",
            "k == 'envelope' and 'EN-62' in v['clauses'] and v['operation'] == 'open'"
        ),
    ])
    func listIsThatOfTheFiles(options: String, condition: String) throws {
        let json = """
            json.dumps({n: x for n, x in [("id", v["id"]), ("kind", k), ("operation", v["operation"]), \
            ("result", v["result"]), ("errorClass", v.get("errorClass")), ("clauses", list(v["clauses"])), \
            ("comment", v["comment"])] if x is not None}, separators=(",", ":"), ensure_ascii=False)
            """
        let expected = try python(json, where: condition)
        #expect(expected.split(separator: "\n").count >= 4)
        try workshop.expect("syncwire vectors list \(options) --format json '\(Self.folder)'", prints: expected)
        let text = try workshop.run("syncwire vectors list \(options) '\(Self.folder)'")
        let words = text.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        let fields = #""  ".join([v["id"], v.get("errorClass", v["result"]), *v["clauses"], v["comment"]])"#
        #expect(text.status == 0)
        #expect(
            words
                == (try python(fields, where: condition).split(separator: "\n").map {
                    $0.split(separator: " ").joined(separator: " ")
                }))
    }

    /// CL-18: none is the answer no; a kind that does not exist is wrong use.
    @Test func listOfNone() throws {
        try workshop.expect("syncwire vectors list --clause XX-1 '\(Self.folder)'", status: 1)
        #expect(try workshop.run("syncwire vectors list --kind klingon '\(Self.folder)'").status == 64)
        try workshop.expect(
            "syncwire vectors list nowhere", status: 66,
            errors: "Error: cannot open nowhere/canonical-json.json: No such file or directory\n")
    }

    /// CL-19: the vector as JSON, its parent and mutation in words, text as text and other bytes in hex.
    @Test func vectorIsShown() throws {
        try workshop.expect(
            "syncwire vectors show en-open-not-cut-0 '\(Self.folder)' | sed '1,/^}/d'",
            prints: """
                parent: en-open-ka1
                mutation: archive: ends at byte 0

                inputs.archive: 0 bytes of UTF-8
                  \n
                """)
        try workshop.expect(
            "syncwire vectors show codec-read-not-crc-first '\(Self.folder)' | sed '1,/^}/d'",
            prints: """
                parent: codec-read-gzip-hello
                mutation: compressed: the bits 01 are flipped at byte 17

                inputs.compressed: 25 bytes
                  000000  1f 8b 08 00 00 00 00 00 00 ff cb 48 cd c9 c9 07  ...........H....
                  000010  00 87 a6 10 36 05 00 00 00                       ....6....

                """)
        try workshop.expect(
            "syncwire vectors show cj-top-null '\(Self.folder)' | sed '1,/^}/d'",
            prints: """

                inputs.json: 4 bytes of UTF-8
                  null

                outputs.canonical: 4 bytes of UTF-8
                  null

                """)
        // The JSON is the vector, member by member.
        let shown = try workshop.run("syncwire vectors show en-seal-ka1 '\(Self.folder)' | sed '/^}/q'").output
        try workshop.write("shown.json", shown)
        let same = "v == json.load(open('shown.json')) and list(v) == list(json.load(open('shown.json')))"
        #expect(try python(same, where: "v['id'] == 'en-seal-ka1'") == "True\n", "\(shown)")
    }

    /// CL-19: an id that nothing has, and the one that was meant.
    @Test func unknownVector() throws {
        try workshop.expect(
            "syncwire vectors show cj-top-nul '\(Self.folder)'", status: 64,
            errors: """
                Error: Unknown vector 'cj-top-nul'. Did you mean 'cj-top-null'?
                Usage: syncwire vectors show <id> [<folder>]
                  See 'syncwire vectors show --help' for more information.

                """)
    }
}

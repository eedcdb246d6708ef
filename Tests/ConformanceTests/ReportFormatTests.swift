import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// SARIF, EARL and the badge, read back by other people's programs.
struct ReportFormatTests {
    private static let all = Result { try readSources() }

    /// What the reports are made with besides a run: read once, since that takes seconds without the optimiser.
    static func sources() throws -> ReportSources { try all.get() }

    private static func readSources() throws -> ReportSources {
        let chapters = try Repository.files(in: "Spec", suffix: ".md").map {
            (name: $0.lastPathComponent, bytes: try $0.bytes())
        }
        let plan = Repository.root.appending(path: "Spec/coverage.json")
        var sources = ReportSources(
            specification: try SpecificationText(chapters: chapters),
            plan: try CoveragePlan(parsing: plan.bytes(), name: "coverage.json"))
        for kind in VectorFile.kinds {
            try sources.addVectors(
                Repository.root.appending(path: "Vectors/\(kind).json").bytes(), path: "Vectors/\(kind).json")
        }
        return sources
    }

    private static func python(_ script: String, _ input: [UInt8]) throws -> String {
        let tool = try Tool.run(["python3", "-c", script], input: input)
        #expect(tool.status == 0, "\(tool.errorText)")
        return tool.text
    }

    /// RP-8: rules, results, places and fingerprints; by the model that is made of the official schema where it is there.
    @Test func sarif() throws {
        let report = try SampleRun.record().report(.sarif, Self.sources())
        let printed = try Self.python(
            #"""
            import json, re, sys
            log = json.load(sys.stdin)
            try:
                from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Log
                Log.model_validate(log)
            except ImportError: print("pydantic_sarif is not installed: only the constraints below", file=sys.stderr)
            assert log["version"] == "2.1.0" and len(log["runs"]) == 1
            run = log["runs"][0]
            rules = run["tool"]["driver"]["rules"]
            assert all(set(r) == {"id", "shortDescription", "fullDescription", "help", "defaultConfiguration", "properties"} for r in rules)
            assert len({r["id"] for r in rules}) == len(rules) > 200 and all(r["help"]["text"] for r in rules)
            assert next(r for r in rules if r["id"] == "CJ-20")["fullDescription"]["text"].startswith("Members MUST be written in the order")
            for r in run["results"]:
                assert rules[r["ruleIndex"]]["id"] == r["ruleId"] and r["level"] in ("error", "note", "none") and r["message"]["text"]
                assert (r["kind"] == "fail") == (r["level"] != "none")
                assert (r["level"] == "note") == ("suppressions" in r)
                for l in r["locations"]:
                    p = l.get("physicalLocation")
                    if p:
                        assert not re.match(r"[a-z]+:|/", p["artifactLocation"]["uri"])
                        line = open(sys.argv[1] + p["artifactLocation"]["uri"]).read().split("\n")[p["region"]["startLine"] - 1]
                        assert line.startswith('{"id":"' + l["logicalLocations"][0]["name"] + '"'), line[:80]
            prints = [r["partialFingerprints"]["result/v1"] for r in run["results"]]
            assert len(set(prints)) == len(prints)
            print([[r["ruleId"], r["kind"], r["properties"]["stack"], len(r["locations"][0]) ] for r in run["results"]])
            """#.replacingOccurrences(of: "sys.argv[1]", with: "'\(Repository.root.path())'"), report)
        #expect(
            printed
                == "[['CJ-21', 'fail', 'dart', 2], ['EN-13', 'notApplicable', 'dart', 2], ['EN-2', 'fail', 'swift', 2], ['TP-6', 'notApplicable', 'gone', 1]]\n"
        )
        // Another reason is the same finding.
        var other = try SampleRun.record()
        other.verdict.results[1].outcome = .failed(Failure(.broken, "crashed"))
        func prints(_ report: [UInt8]) throws -> String {
            try Self.python(
                "import json, sys\nprint([r['partialFingerprints'] for r in json.load(sys.stdin)['runs'][0]['results']])",
                report)
        }
        #expect(try prints(report) == prints(other.report(.sarif, Self.sources())))
    }

    /// RP-9: one assertion a result; as a graph where a JSON-LD processor is installed.
    @Test func earl() throws {
        let report = try SampleRun.record().report(.earl, Self.sources())
        let printed = try Self.python(
            """
            import json, sys
            text = sys.stdin.read()
            log = json.loads(text)
            found = [a for a in log["@graph"] if a["@type"] == "earl:Assertion"]
            try:
                import rdflib
                g = rdflib.Graph().parse(data=text, format="json-ld")
                e = rdflib.Namespace("http://www.w3.org/ns/earl#")
                asserted = set(g.subjects(rdflib.RDF.type, e.Assertion))
                assert len(asserted) == len(found)
                for a in asserted:
                    for p in (e.assertedBy, e.subject, e.test, e.result, e.mode): assert len(list(g.objects(a, p))) == 1
                    assert (g.value(g.value(a, e.result), rdflib.RDF.type)) == e.TestResult
                    assert (g.value(a, e.subject), rdflib.RDF.type, e.TestSubject) in g
            except ImportError: print("rdflib is not installed: read as JSON only", file=sys.stderr)
            assert all(isinstance(v, (str, dict)) for v in log["@context"].values())
            for a in found: print(a["earl:subject"]["@id"], a["earl:test"]["@id"], a["earl:result"]["earl:outcome"]["@id"])
            """, report)
        #expect(
            printed.split(separator: "\n").prefix(4) == [
                "urn:syncwire:stack:swift urn:syncwire:test:canonical-json/cj-top-null earl:passed",
                "urn:syncwire:stack:dart urn:syncwire:test:canonical-json/cj-top-null earl:failed",
                "urn:syncwire:stack:dart urn:syncwire:test:envelope/en-seal-scrypt earl:untested",
                "urn:syncwire:stack:swift%3Edart urn:syncwire:test:contract/1%20opens%3A%20en-seal-gzip earl:passed",
            ])
    }

    /// RP-10: well-formed, complete in itself, and it counts the stacks that were started.
    @Test func badge() throws {
        var record = try SampleRun.record()
        let script = """
            import sys, xml.etree.ElementTree as tree
            e = tree.fromstring(sys.stdin.read())
            text = [t.text for t in e.iter("{http://www.w3.org/2000/svg}text")]
            assert not [x for x in e.iter() if x.tag.split("}")[1] in ("script", "image", "use", "style", "foreignObject")]
            assert not [v for x in e.iter() for k, v in x.attrib.items() if "href" in k or ("url(" in v and v != "url(#r)")]
            print(e.attrib["aria-label"], text, int(e.attrib["width"]) < 200)
            """
        func badge() throws -> String { try Self.python(script, record.report(.badge, Self.sources())) }
        #expect(try badge() == "syncwire: conformant 1/2 ['syncwire', 'conformant 1/2'] True\n")
        record.verdict.results[1].outcome = .passed
        #expect(try badge() == "syncwire: conformant 2/2 ['syncwire', 'conformant 2/2'] True\n")
        record.verdict = Verdict()
        #expect(try badge() == "syncwire: no stack ['syncwire', 'no stack'] True\n")
    }
}

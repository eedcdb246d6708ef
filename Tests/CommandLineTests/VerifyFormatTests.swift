import Foundation
import TestSupport
import Testing

/// `verify` in the formats of other tools.
@Suite struct VerifyFormatTests {
    /// CL-8, CL-21, CL-22: the same bytes on each run, and the counts and exit code of the text form.
    @Test func junitAndTAP() throws {
        let shop = try Workshop()
        try shop.write(
            "choose.py",
            """
            import json, os
            os.mkdir("v")
            for k in ("canonical-json", "records", "codec"):
                f = json.load(open("\(Repository.root.path())Vectors/" + k + ".json"))
                f["vectors"] = [v for v in f["vectors"] if v["id"] in ("cj-top-null", "record-encode-group", "codec-read-not-crc-first")]
                json.dump(f, open("v/" + k + ".json", "w"))
            """)
        #expect(try shop.run("python3 choose.py").status == 0)
        let verify = "syncwire verify --stacks swift --vectors v --testee liar='sed -u s/op/status/' --format"
        let tap = try shop.run("\(verify) tap")
        #expect(tap.status == 1 && tap.errors.isEmpty)
        let points = tap.output.split(separator: "\n").filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
        #expect(tap.output.hasPrefix("TAP version 14\n1..\(points.count)\n"))
        #expect(points.contains { $0.hasPrefix("ok ") && $0.hasSuffix(" - swift/canonical-json cj-top-null") })
        #expect(points.filter { $0.hasPrefix("not ok ") }.count == 1)
        let junit = try shop.run("\(verify) junit | tee j.xml; \(verify) junit | cmp - j.xml")
        #expect(junit.status == 0)
        #expect(
            junit.output.contains(
                #"<testsuites name="syncwire verify" tests="\#(points.count)" failures="1" errors="0" skipped="0">"#))
        #expect(try shop.run("syncwire verify --stacks swift --vectors v --format junit").status == 0)
        #expect(try shop.run(#"python3 -c 'import xml.etree.ElementTree as t; t.parse("j.xml")'"#).status == 0)
    }
}

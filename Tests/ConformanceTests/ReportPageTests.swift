import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// The page for browsers: its data, and what a real browser makes of it.
struct ReportPageTests {
    /// A run in which two stacks are right about everything.
    private static var green: Verdict {
        var verdict = SampleRun.verdict
        verdict.suspects = []
        verdict.stacks.removeLast()
        verdict.results = ["swift", "dart"].flatMap { stack in
            [
                SampleRun.result("canonical-json", stack, "cj-top-null", ["CJ-21"], .passed),
                SampleRun.result("contract", "\(stack)>swift", "1 opens: en-seal-gzip", ["CT-1"], .passed),
                SampleRun.result("contract", "\(stack)>dart", "1 opens: en-seal-gzip", ["CT-1"], .passed),
            ]
        }
        return verdict
    }

    private static func page(_ verdict: Verdict) throws -> [UInt8] {
        try RunRecord(verdict, files: []).report(.html, ReportFormatTests.sources())
    }

    /// RP-16: one file that loads nothing, the same each time, whose data no text of the run can break out of.
    @Test func pageIsCompleteInItself() throws {
        let page = text(try Self.page(SampleRun.verdict))
        #expect(try page == text(Self.page(SampleRun.verdict)))
        #expect(page.contains(#"content="default-src 'none'; "#))
        // Of elements that could load something there is the icon, which is empty.
        for mark in ["<img", "<iframe", "<object", "@import", "src=\"", "url(", "<base", "<form"] {
            #expect(!page.contains(mark), "\(mark)")
        }
        #expect(page.components(separatedBy: "<link ").count == 2 && page.contains(#"<link rel="icon" href="data:,">"#))
        #expect(page.components(separatedBy: "</script").count == 3)
        let data = try #require(page.firstMatch(of: /<script type="application\/json" id="data">([^<]*)<\/script>/)).1
        let read = try JSONValue(parsing: Array(data.utf8))
        // The reason of the sample's failure, with its tags, as it was.
        let reasons = read["details"]?.arrayValue?.compactMap { $0["failure"]?["reason"]?.text }
        #expect(reasons?.first == SampleRun.failure.reason)
        #expect(read["commands"]?.arrayValue?.count == read["pairs"]?.arrayValue?.count)
    }

    /// RP-16: a pointer, a keyboard and a narrow screen, on a right and on a wrong run.
    @Test(.enabled(if: Tool.isInstalled("chromium") && Tool.isInstalled("node"), "needs chromium and node"))
    func pageWorksInABrowser() throws {
        try withTemporaryFolder { folder in
            let (green, failing) = (folder.appending(path: "green.html"), folder.appending(path: "failing.html"))
            try Data(Self.page(Self.green)).write(to: green)
            try Data(Self.page(SampleRun.verdict)).write(to: failing)
            let script = Repository.root.appending(path: "Tests/ConformanceTests/report_page.mjs")
            let browser = try Tool.run(["node", script.path, green.path, failing.path])
            #expect(browser.status == 0, "\(browser.printed)")
            #expect(browser.text.split(separator: "\n").count > 35, "\(browser.printed)")
        }
    }
}

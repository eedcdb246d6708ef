import Foundation
import TestSupport
import Testing

/// Makes what all scenarios start from once for a suite, and lets each case have a copy of its own.
struct FaultWorkshop: SuiteTrait, TestScoping {
    @TaskLocal private static var template: Workshop?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Self.$template.withValue(Self.prepare()) { try await body() }
    }

    /// A workshop with the inputs of all scenarios in `inputs`, and the library that makes calls fail.
    static func copy() throws -> Workshop {
        let template = try #require(template)
        let shop = try Workshop()
        let outcome = try shop.run("cp -r '\(template.folder.path())/.' .")
        try #require(outcome.status == 0, "\(outcome.errors)")
        return shop
    }

    /// Makes the inputs of all scenarios in `inputs`, and builds the library that makes calls fail.
    private static func prepare() throws -> Workshop {
        let shop = try Workshop.withKnownAnswer()
        try shop.write("payload", payload("host", rows: 100))
        try shop.write("other", payload("host", rows: 90, port: 23))
        try shop.write("mine", payload("host", rows: 3))
        try shop.write("theirs", known("A", at: 1))
        try shop.write("ours", known("B", at: 0))
        try shop.write("out", "what was there before\n")
        // Without the shim, which would make their calls fail too.
        func testee(_ name: String, _ options: String = "") -> String {
            #"{"name":"\#(name)","command":["env","-u","LD_PRELOAD","syncwire","testee"\#(options)]}"#
        }
        try shop.write(
            "stacks.json",
            #"{"stacks":[\#(testee("right")),\#(testee("wrong", #","--mutant","length-first-order""#))]}"#)
        let setUp = """
            set -e
            cc -shared -fPIC -O1 -Wall -Wextra -Werror -o faults.so \
            '\(Repository.root.path())Tests/CommandLineTests/faults.c' -ldl
            cp '\(Repository.fixtures.path())known_hosts' known_hosts
            root='\(Repository.root.path())'
            mkdir spec; cp "$root"Spec/canonical-json.md spec
            syncwire seal --key known payload -o sealed
            syncwire export sqlite payload -o base.sqlite
            syncwire reconcile --db state mine --now 1000 > log
            syncwire reconcile --db disputes ours --remote theirs --now 1000 -o disputed > log
            mkdir vectors stale
            some() { { head -n 1 "$root"Vectors/$1.json; grep '^{"id":"'$2'"' "$root"Vectors/$1.json | sed 's/,$//'; echo ']}'; }; }
            some order order-letters > vectors/order.json
            some order order-step-3 | sed -E 's/"CJ-33":"[0-9a-f]+"/"CJ-33":"00000000"/; s/"kills":\\[[^]]*/"kills":[/' > stale/order.json
            some envelope en-seal-gzip > stale/envelope.json
            syncwire verify --stacks swift --vectors vectors --timestamp 2026-01-31T12:00:00Z \
            --report json=run.jsonl > log
            syncwire conflicts list --db disputes | head -1 | cut -d ' ' -f 1 > conflict
            mkdir inputs; rm log
            \(FaultScenario.isLong ? "cp -r \"$root\"Vectors all" : "")
            for name in *; do [ $name = inputs ] || [ $name = faults.so ] || [ $name = spec ] || mv $name inputs; done
            """
        let outcome = try shop.run(setUp)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return shop
    }

    private static func payload(_ collection: String, rows: Int, port: Int = 22) -> String {
        let rows = (0..<rows).map { number in
            let id = "row-\(1000 + number)"
            return
                #"{"data":{"label":"\#(UInt64(number) &* 0x9E37_79B9_7F4A_7C15)","port":\#(port)},"id":"\#(id)","updatedAt":0}"#
        }
        return #"{"rows":{"\#(collection)":[\#(rows.joined(separator: ","))]},"schema":1}"#
    }

    private static func known(_ key: String, at stamp: Int) -> String {
        #"{"rows":{"knownHost":[{"data":{"publicKey":"\#(key)"},"id":"k","updatedAt":\#(stamp)}]},"schema":1}"#
    }
}

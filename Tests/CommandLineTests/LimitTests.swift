#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// CL-48, CJ-38, EN-74: what a command does under the limits that a system sets.
    @Suite struct LimitTests {
        private let shop: Workshop

        init() throws {
            shop = try Workshop.withKnownAnswer()
            try shop.write("out", "what was there before\n")
        }

        private static func payload(_ count: Int) -> String {
            let rows = (0..<count).map { #"{"data":{"v":"\#($0 &* 7_919)"},"id":"\#($0 + 1_000_000)","updatedAt":1}"# }
            return #"{"rows":{"c":[\#(rows.joined(separator: ","))]},"schema":1}"#
        }

        /// A file larger than is allowed is one more write that fails: nothing half is left, and the old file stays.
        @Test(arguments: [
            "seal --key known --codec identity big -o out --force", "open --key known sealed -o out --force",
            "merge big big -o out --force", "export sqlite big -o out --force",
            "reconcile --db state big -o out --force",
            "canonicalize big",
        ])
        func fileSize(_ command: String) throws {
            try shop.write("big", Self.payload(20_000))
            try shop.expect("syncwire seal --key known big -o sealed")
            let before = Set(shop.names)
            let run = try shop.run("ulimit -f 16; syncwire \(command) > printed")
            #expect(run.status == 74, "\(run)")
            #expect(run.errors.hasPrefix("Error: "), "\(run)")
            #expect(try text(shop.bytes("out")) == "what was there before\n")
            #expect(Set(shop.names).subtracting(before).subtracting(["printed", "state"]) == [], "\(shop.names)")
        }

        /// However few files may be open, a command works or says what it could not open.
        @Test(arguments: [
            "seal --key known payload -o out --force", "open --key known archive -o out --force",
            "reconcile --db state payload -o out --force", "merge payload payload -o out --force",
        ])
        func openFiles(_ command: String) throws {
            try shop.write("payload", Self.payload(3))
            var worked = 0
            // With fewer the program is not even loaded.
            for limit in 4...16 {
                try shop.run("rm -f state*; printf 'what was there before\n' > out")
                let before = Set(shop.names)
                let run = try shop.run("ulimit -n \(limit); exec syncwire \(command)")
                worked += run.status == 0 ? 1 : 0
                #expect([0, 66, 73, 74].contains(run.status), "\(limit): \(run)")
                let isNew = try text(shop.bytes("out")) != "what was there before\n"
                // What is in its place stays there, if only the folder could not be synchronised.
                let isLate = run.errors.contains("may not survive a power failure")
                #expect(isNew == (run.status == 0 || isLate), "\(limit): \(run)")
                #expect((run.status == 0) != run.errors.hasPrefix("Error: "), "\(limit): \(run)")
                let surplus = Set(shop.names).subtracting(before).filter { !$0.hasPrefix("state") }
                #expect(surplus == [], "\(limit)")
            }
            #expect((1..<13).contains(worked), "\(worked)")
        }

        /// The address space in which the program just starts, in KiB.
        private func idle() throws -> Int {
            let run = try shop.run(
                "v=40000; until (ulimit -v $v; syncwire --version) > version 2>&1; do v=$((v + 8000)); done; echo $v")
            return try #require(Int(run.output.dropLast()))
        }

        /// What an archive declares takes no memory: there are 64 MiB more than a program has that does nothing.
        @Test(arguments: ["-2-31", "-2-32", "-2-53", "-2-62", "-2-63-minus-1"]) func declaredLengths(_ length: String)
            throws
        {
            let limit = try idle() + 65_536
            try shop.write("forged", Repository.rejectedArchive("en-forged-not-declared\(length)"))
            for (cap, fault) in [("", "LIMIT"), ("--max-plaintext 9223372036854775807", "MALFORMED_PAYLOAD")] {
                let run = try shop.run("ulimit -v \(limit); exec syncwire open --key known \(cap) forged -o new")
                #expect(run.status == 65 && run.errors.hasPrefix("Error: \(fault)"), "\(run)")
                #expect(!shop.names.contains("new"))
            }
        }

        /// Bombs that lie, and those that say what they are, are read no further than they may be.
        @Test(arguments: ["deflate-lying", "deflate-declared", "gzip-lying", "gzip-declared"])
        func bombs(_ name: String) throws {
            let limit = try idle() + 65_536
            try shop.write("bomb", Repository.rejectedArchive("en-forged-not-bomb-\(name)"))
            let run = try shop.run(
                "ulimit -v \(limit); exec syncwire open --key known --max-plaintext 1000000 bomb -o new")
            let fault = name.hasSuffix("lying") ? "MALFORMED_PAYLOAD" : "LIMIT"
            #expect(run.status == 65 && run.errors.hasPrefix("Error: \(fault)"), "\(run)")
        }

        /// What is printed of many rows names their collection each time: it is written as it is made.
        @Test(arguments: [
            "inspect --rows wide --format json", "inspect --now 1 ahead --format json",
            "merge wide ahead --now 1 --explain --format json", "diff wide ahead --format json",
        ])
        func longNames(_ command: String) throws {
            let limit = try idle() + 32_768
            let name = String(repeating: "n", count: 10_000)
            let payload = Self.payload(4_000).replacing(#""c""#, with: "\"\(name)\"")
            try shop.write("wide", payload)
            try shop.write("ahead", payload.replacing(#""updatedAt":1"#, with: #""updatedAt":1700000000000"#))
            let run = try shop.run(
                "(ulimit -v \(limit); syncwire \(command); echo $? > status) | tr -cd n | wc -c; cat status"
            )
            let words = run.output.split(whereSeparator: \.isWhitespace)
            #expect(words.count == 2 && Int(words[0]) ?? 0 > 40_000_000, "\(run)")
            #expect(words.last == (command.hasPrefix("diff") ? "1" : "0"), "\(run)")
        }

        /// No nesting exhausts a small stack, and garbage without end no memory.
        @Test func stack() throws {
            try shop.run("head -c 1000000 /dev/zero | tr '\\0' '[' > nest")
            for command in [
                "canonicalize nest", "lint nest", "hash nest", "merge nest nest -o new", "inspect nest",
                "open --key known nest -o new", "seal --key known nest -o new",
            ] {
                let run = try shop.run("ulimit -s 256; exec syncwire \(command) > printed")
                #expect(run.status == 65 && run.errors.hasPrefix("Error: "), "\(command): \(run)")
            }
            let limit = try idle() + 65_536
            for command in ["open --key known - -o new", "inspect -", "rewrap --key known --new-key key - -o new"] {
                let run = try shop.run("yes | (ulimit -v \(limit); exec syncwire \(command))")
                #expect(run.status == 65 && run.errors.hasPrefix("Error: "), "\(command): \(run)")
            }
        }
    }
#endif

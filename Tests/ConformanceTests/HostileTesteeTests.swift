import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// What a testee or a vector file may do to the verifier, which has to end with a reason each time.
struct HostileTesteeTests {
    private func failure(_ script: String, milliseconds: Int = 500) throws -> ChildFailure? {
        let child = try ChildProcess(command: ["/bin/sh", "-c", script], lineLimit: Self.lineLimit)
        do {
            _ = try child.exchange(Array("{}".utf8), timeoutMilliseconds: milliseconds)
            return nil
        } catch { return error }
    }

    /// TP-12: a timeout holds whatever the child does with its streams meanwhile.
    @Test(.timeLimit(.minutes(5))) func timeoutsHold() throws {
        // Descriptor 3 keeps the child's standard output open.
        #expect(try failure("exec 3>&1; exec yes >&2") == .timeout(milliseconds: 500))
        #expect(try failure("exec 2>&-; exec sleep 60") == .timeout(milliseconds: 500))
        #expect(try failure("exec tail -f /dev/null") == .timeout(milliseconds: 500))
        // It reads its request, so that only the limit ends this, however slow all else makes it.
        let flood = "read request; exec tr '\\0' a </dev/zero"
        #expect(try failure(flood, milliseconds: 240_000) == .lineTooLong(limit: Self.lineLimit))
    }

    private static let lineLimit = 1 << 20

    /// TP-5: up to 65 536 bytes stay in the line, one more goes into a file, and comes back.
    @Test func longByteStringsBecomeFiles() throws {
        let scratch = try ScratchFolder.make()
        defer { scratch.remove() }
        for count in 65533...65540 {
            let values: JSONObject = ["msg": .bytes([UInt8](repeating: 7, count: count))]
            let sent = try scratch.externalize(values)
            #expect((sent["msg"]?["file"] != nil) == (count > 65536), "\(count)")
            #expect(try scratch.internalize(sent) == values, "\(count)")
        }
    }

    /// VR-14: what a child has started ends with it, also when the child itself has gone.
    @Test(.timeLimit(.minutes(1))) func groupsEndWithTheirLeader() throws {
        func ends(_ script: String) throws -> Bool {
            let child = try ChildProcess(command: ["/bin/sh", "-c", script])
            let line = try child.exchange(Array("{}".utf8), timeoutMilliseconds: 20_000)
            child.finish(graceMilliseconds: 200)
            let pid = try #require(Int32(String(decoding: line, as: UTF8.self)))
            for _ in 0..<500 {
                // Whoever adopted it may take a while to collect it, and a zombie has ended.
                let status = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
                if kill(pid, 0) != 0 || status.contains(") Z ") { return true }
                usleep(10_000)
            }
            return false
        }
        #expect(try ends("read x; sleep 300 & echo $!; wait"))
        #expect(try ends("read x; sleep 300 & echo $!; exit 0"))
    }

    /// VR-14: the last words of a child that does not read, and how it ended, are in the reason.
    @Test(.timeLimit(.minutes(1))) func lastWordsAreKept() throws {
        func explained(_ script: String, bytes: Int) throws -> String {
            let child = try ChildProcess(command: ["/bin/sh", "-c", script])
            do {
                let line = [UInt8](repeating: 0x20, count: bytes)
                return String(decoding: try child.exchange(line, timeoutMilliseconds: 20_000), as: UTF8.self)
            } catch { return child.explain(error) }
        }
        #expect(
            try explained("exec <&-; echo no room >&2; sleep 0.2; exit 4", bytes: 1 << 20)
                == "exited with 4; it said: no room")
        #expect(try explained("echo gone >&2; kill -9 $$", bytes: 1 << 20) == "killed by signal 9; it said: gone")
        #expect(try explained("exec >&-; sleep 60", bytes: 2) == "closed its output and lives on")
        let child = try ChildProcess(command: ["/bin/sh", "-c", "read x"])
        #expect(child.explain(.system(call: "write", errno: EIO)) == "write: Input/output error")
        #expect(child.explain(.cannotStart(errno: ENOENT)) == "cannot start: No such file or directory")
    }

    /// VR-14: what is said unasked is taken for no answer.
    @Test func unaskedLinesAreFound() throws {
        let child = try ChildProcess(command: ["/bin/sh", "-c", "read x; printf 'a\\nb\\n'; read x; echo c"])
        #expect(try child.exchange(Array("{}".utf8), timeoutMilliseconds: 20_000) == Array("a".utf8))
        #expect(throws: ChildFailure.unasked("b")) { try child.exchange(Array("{}".utf8), timeoutMilliseconds: 20_000) }
    }

    /// TP-5: the folder goes with all that a testee has put there, and nothing that it links to.
    @Test func scratchFoldersAreRemoved() throws {
        try withTemporaryFolder { outside in
            let scratch = try ScratchFolder.make()
            try Data(count: 1).write(to: outside.appending(path: "kept"))
            let deep = try scratch.subfolder("a") + "/b"
            try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
            try Data(count: 1).write(to: URL(fileURLWithPath: deep + "/file"))
            #expect(symlink(outside.path, deep + "/link") == 0)
            #expect(chmod(deep, 0o000) == 0)
            scratch.remove()
            #expect(!FileManager.default.fileExists(atPath: scratch.path))
            #expect(FileManager.default.fileExists(atPath: outside.appending(path: "kept").path))
        }
    }

    /// TP-5: what is no regular file of the length that was said is refused, and never waited for.
    @Test(.timeLimit(.minutes(1))) func onlyRegularFilesAreRead() throws {
        let scratch = try ScratchFolder.make()
        defer { scratch.remove() }
        func reason(_ name: String, length: Int64) -> String? {
            let file: JSONValue = [
                "file": .text(scratch.path + "/" + name), "sha256": "00", "length": .integer(length),
            ]
            do {
                _ = try scratch.internalize(["msg": file])
                return nil
            } catch { return error.reason }
        }
        #expect(mkfifo(scratch.path + "/fifo", 0o600) == 0)
        #expect(symlink("/dev/zero", scratch.path + "/link") == 0)
        try Data(count: 10).write(to: URL(fileURLWithPath: scratch.path + "/file"))
        #expect(reason("fifo", length: 1) == "cannot read: not a regular file")
        #expect(reason("link", length: 1) == "cannot read: errno \(ELOOP)")
        #expect(reason("..", length: 1) == "cannot read: not a regular file")
        #expect(reason("file", length: -1) == "cannot read: 10 bytes, said to be -1")
        #expect(reason("file", length: .max) == "cannot read: 10 bytes, said to be \(Int64.max)")
        #expect(reason("file", length: 10) == "msg: sha256 differs from the file's")
    }

    /// VE-4, VE-8: a vector file can't make the verifier trap, nor name two vectors alike.
    @Test func vectorFilesAreRefused() throws {
        func reason(length: String, copies: Int = 1) -> String? {
            let vector = #"""
                {"id":"a","clauses":{"AC-1":null},"operation":"compress","comment":"","flags":[],\#
                "inputs":{"msg":{"repeat":"AA==","length":\#(length)},"codec":0,"mode":"deflate"},\#
                "result":"invalid","errorClass":"LIMIT","determinism":"exact"}
                """#
            let vectors = Array(repeating: vector, count: copies).joined(separator: ",")
            let text = #"{"suite":"codec","specVersion":1,"kind":"codec","vectors":[\#(vectors)]}"#
            do {
                _ = try VectorFile(parsing: Array(text.utf8), name: "codec.json")
                return nil
            } catch { return "\(error)" }
        }
        #expect(reason(length: "5") == nil)
        for length in ["-1", "268435457", "9223372036854775807", "1.0", "null"] {
            #expect(reason(length: length) == "a: inputs.msg: length not in 0...268435456", "\(length)")
        }
        #expect(reason(length: "5", copies: 2) == "codec.json: two vectors have the same id")
    }

    /// TP-2: members of an output in another order are the same output; another member or value is not.
    @Test func orderOfMembersMeansNothing() {
        let expected: JSONValue = [["type": 1, "length": 88]]
        #expect(VectorBytes.fault(of: [["length": 88, "type": 1]], expected: expected, at: "x") == nil)
        for other: JSONValue in [
            [["length": 88, "type": 2]], [["length": 88]], [["length": 88, "type": 1, "x": 0]],
            [["length": 88.0, "type": 1]],
        ] { #expect(VectorBytes.fault(of: other, expected: expected, at: "x") != nil, "\(other)") }
    }

    /// VE-12: a stack that honestly declines everything has passed nothing.
    @Test func decliningEverythingIsNoSuccess() throws {
        let script = #"""
            import json, sys
            for line in sys.stdin:
                r = json.loads(line)
                if r["op"] == "hello":
                    said = dict.fromkeys(["name", "version", "language", "runtime", "zlib"], "x")
                    a = {"status": "ok", "implementation": said, "operations": [], "features": []}
                else:
                    a = {"status": "unsupported", "feature": "op:" + r["op"]}
                print(json.dumps({"id": r["id"], **a}), flush=True)
            """#
        let stack = Stack(name: "none", command: [Tool.python3, "-c", script])
        let verdict = try Verifier(stacks: [stack], files: Generated.files()).run()
        #expect(!verdict.isConformant)
        #expect(verdict.failures.map(\.name) == ["declines-everything"])
    }
}

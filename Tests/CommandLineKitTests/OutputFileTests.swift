import CommandLineKit
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// The error that `body` throws, nil for none.
private func failure(_ body: () throws -> Void) -> CommandLineError? {
    do {
        try body()
        return nil
    } catch {
        return error as? CommandLineError ?? CommandLineError(.internal, "\(error)")
    }
}

/// Writes text to an output and commits it.
private func write(
    _ text: String, to path: String, access: OutputFile.Access = .owner, force: Bool = false, inputs: [String] = []
) -> CommandLineError? {
    failure {
        var output = try OutputFile(path, access: access, force: force, inputs: inputs)
        try output.write(text)
        try output.commit()
    }
}

/// Sends the process a signal, which the process of an exit test may have blocked.
private func raiseUnblocked(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
}

private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
}

@Suite struct OutputFileTests {
    /// CL-4.
    @Test func fileAppearsWholeByCommit() throws {
        try withFolder { folder throws in
            let path = folder + "/out"
            var output = try OutputFile(path)
            try output.write("first ")
            try output.write(Array("second".utf8).span)
            let before = try names(in: folder)
            #expect(before.count == 1 && before[0].hasPrefix(".tmp-"))
            #expect(try permissions(folder + "/" + before[0]) == 0o600)
            try output.commit()
            #expect(try names(in: folder) == ["out"])
            #expect(try contents(path) == Array("first second".utf8))
            #expect(try permissions(path) == 0o600)
            #expect(write("x", to: folder + "/public", access: .umask) == nil)
            let mask = umask(0)
            _ = umask(mask)
            #expect(try permissions(folder + "/public") == 0o666 & ~Int(mask))
        }
    }

    /// CL-4.
    @Test func discardedOutputLeavesNothing() throws {
        try withFolder { folder throws in
            do {
                var output = try OutputFile(folder + "/out")
                try output.write("secret")
            }
            #expect(try names(in: folder).isEmpty)
            #expect(write("old", to: folder + "/out") == nil)
            do {
                var output = try OutputFile(folder + "/out", force: true)
                try output.write("new")
            }
            #expect(try contents(folder + "/out") == Array("old".utf8))
            #expect(try names(in: folder) == ["out"])
        }
    }

    /// CL-5.
    @Test func nothingIsOverwrittenWithoutForce() throws {
        try withFolder { folder throws in
            let path = folder + "/out"
            #expect(write("old", to: path, access: .umask) == nil)
            let error = write("new", to: path)
            #expect(error == CommandLineError(.cannotCreate, "\(path) exists; use --force to overwrite it"))
            #expect(try contents(path) == Array("old".utf8))
            #expect(write("new", to: path, force: true) == nil)
            #expect(try contents(path) == Array("new".utf8))
            #expect(try permissions(path) == 0o600)
            #expect(try names(in: folder) == ["out"])
        }
    }

    /// CL-5: someone else takes the name between the check and the end of the work.
    @Test func raceLosesNoData() throws {
        try withFolder { folder throws in
            let path = folder + "/out"
            let error = failure {
                var output = try OutputFile(path)
                try output.write("ours")
                try "theirs".write(toFile: path, atomically: false, encoding: .utf8)
                try output.commit()
            }
            #expect(error == CommandLineError(.cannotCreate, "\(path) exists; use --force to overwrite it"))
            #expect(try contents(path) == Array("theirs".utf8))
            #expect(try names(in: folder) == ["out"])
        }
    }

    @Test func inputIsNeverTheOutput() throws {
        try withFolder { folder throws in
            let path = folder + "/file"
            try "data".write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: folder + "/other", withDestinationPath: path)
            for name in ["/file", "/other", "/./file"] {
                let error = write("x", to: folder + name, force: true, inputs: [folder + "/absent", path])
                #expect(error?.exitCode == .cannotCreate)
                #expect(error?.message == "not writing to \(folder + name): it is also the input")
            }
            #expect(try contents(path) == Array("data".utf8))
        }
    }

    @Test func symbolicLinkIsFollowed() throws {
        try withFolder { folder throws in
            try "old".write(toFile: folder + "/target", atomically: false, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "target")
            #expect(write("new", to: folder + "/link", force: true) == nil)
            #expect(try contents(folder + "/target") == Array("new".utf8))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link") == "target")
            try FileManager.default.createSymbolicLink(atPath: folder + "/dangling", withDestinationPath: "absent")
            #expect(write("new", to: folder + "/dangling")?.exitCode == .cannotCreate)
            #expect(try names(in: folder) == ["dangling", "link", "target"])
        }
    }

    @Test func impossiblePlacesAreRefused() throws {
        try withFolder { folder throws in
            let cases = [
                (folder, "cannot write \(folder): it is a folder"),
                (folder + "/none/out", "cannot create \(folder)/none/out: No such file or directory"),
                (folder + "/new/", "cannot create '\(folder)/new/': it has no name"),
                ("", "cannot create '': it has no name"),
            ]
            for (path, message) in cases {
                #expect(write("x", to: path, force: true) == CommandLineError(.cannotCreate, message))
            }
            #expect(try names(in: folder).isEmpty)
        }
    }

    /// Devices are written to, never replaced, and a full one is an error.
    @Test func devicesAreStreams() throws {
        #expect(write("x", to: "/dev/null") == nil)
        #expect(write("x", to: "/dev/null", force: true) == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
        #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
        let error = write("x", to: "/dev/full")
        #expect(error == CommandLineError(.inputOutput, "cannot write /dev/full: No space left on device"))
    }

    /// A pipe gets everything by commit and nothing before, in memory or beyond; or at once if asked.
    @Test func streamsAreKeptBackUntilCommit() throws {
        try withFolder { folder throws in
            for count in [1, 200_000, 3_000_000] {
                let path = folder + "/\(count)"
                try #require(mkfifo(path, 0o600) == 0)
                let reader = try #require(FileHandle(forReadingAtPathWithoutBlocking: path))
                var output = try OutputFile(path)
                let piece = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
                for start in stride(from: 0, to: count, by: 1_000) {
                    try output.write(piece.span.extracting(first: min(1_000, count - start)))
                }
                try #require(reader.nextBytes(10).isEmpty)
                let received = Collector(reader, count)
                try output.commit()
                expectSame(received.wait(), (0..<count).map { piece[$0 % 1_000] })
                #expect(try names(in: folder).allSatisfy { !$0.hasPrefix(".tmp") })
                var direct = try OutputFile(path, release: .atOnce)
                try direct.write("now")
                #expect(reader.nextBytes(10) == Array("now".utf8))
            }
        }
    }

    /// CL-5.
    @Test func binaryNeverGoesToATerminal() throws {
        let terminal = try PseudoTerminal()
        let error = failure { _ = try OutputFile(terminal.path, isBinary: true) }
        #expect(error?.exitCode == .cannotCreate)
        #expect(error?.message == "not writing binary data to a terminal; give a file or a pipe")
        #expect(write("text", to: terminal.path) == nil)
    }

    /// CL-4: a process that a signal ends leaves no temporary file.
    @Test func signalsLeaveNothing() async throws {
        let folder = try makeTemporaryFolder().path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        await #expect(processExitsWith: .signal(SIGTERM)) { [folder = folder as String] in
            var output = try OutputFile(folder + "/term")
            try output.write("secret")
            try "it was there".write(toFile: folder + "/witness", atomically: false, encoding: .utf8)
            raiseUnblocked(SIGTERM)
            try output.commit()
        }
        await #expect(processExitsWith: .signal(SIGINT)) { [folder = folder as String] in
            let first = try OutputFile(folder + "/first")
            let second = try OutputFile(folder + "/second")
            try first.commit()
            raiseUnblocked(SIGINT)
            try second.commit()
        }
        #expect(try names(in: folder) == ["first", "witness"])
    }
}

import CommandLineKit
import Conformance

let vectorsKeepCommand = Command(
    "keep",
    abstract: "Keep what each stack seals, for every later reader",
    discussion: """
        Writes sealed/STACK-VERSION/archives.json for each stack of which there is no such file yet. From then on verify \
        has every stack open these archives. What was kept is never written again.
        """,
    arguments: [vectorFolderArgument("Where the vector files are.")],
    options: stackOptions,
    run: { arguments in
        let folder = VectorFolder(arguments.argument("folder"))
        let files = try folder.files()
        for stack in try VerifyArguments.stacks(arguments) {
            let kept: KeptArchives
            do { kept = try KeptArchives(of: stack, sealing: files) } catch {
                guard !stack.isRequired else { throw error }
                try StandardStream.error.write("skipped: \(printable("\(error)"))\n")
                continue
            }
            try folder.keep(kept)
        }
        return .success
    }
)

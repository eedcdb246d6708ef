import CanonicalJSON
import CommandLineKit
import SyncBridge
import SyncMerge

/// The rules of a merge.
let profileOption = Option.option(
    "profile", valueName: "name|file",
    help: """
        The rules: \(Profile.all.map { "\($0.name)" }.joined(separator: ", ")), or a file with a profile of your own.
        """,
    defaultValue: "\(Profile.blobCASLWW.name)")

/// The profile that is chosen: a published one by its name, else a file.
func profile(_ arguments: ParsedArguments) throws -> Profile {
    let name = arguments.option("profile") ?? ""
    if let profile = Profile.named(JSONString(name)) { return profile }
    guard name.contains("/") || name.hasSuffix(".json") else {
        throw CommandLineError(
            .usage, "no profile is called \(name); a file's name has a / or ends with .json")
    }
    do { return try Profile(JSONValue(bridging: Files.read(name))) } catch { throw translate(error, file: name) }
}

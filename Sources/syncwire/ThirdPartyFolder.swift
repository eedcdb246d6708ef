import CommandLineKit
import Conformance

/// The vectors that are made of the data of third parties in a folder.
///
/// - Throws: `CommandLineError` with exit code 66 where it holds none of the data that is known.
func thirdPartyFile(_ folder: String) throws -> VectorFile {
    var vectors: [Vector] = []
    for part in ThirdPartyData.folders {
        for name in matches(of: "\(part)/*.json", in: folder) {
            vectors += ThirdPartyData.vectors(path: name, bytes: try Files.read("\(folder)/\(name)"))
        }
    }
    guard !vectors.isEmpty else {
        let known = ThirdPartyData.folders.joined(separator: ", ")
        throw CommandLineError(.cannotOpen, "cannot open \(folder): there is none of \(known)")
    }
    return VectorFile(kind: ThirdPartyData.kind, vectors: vectors)
}

import Conformance

/// The generated vector files, made once for all tests: deriving keys from passphrases takes its time.
enum Generated {
    private static let result = Result { try Generator.files() }

    static func files() throws -> [VectorFile] { try result.get() }
}

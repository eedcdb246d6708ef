import Foundation
import TestSupport
import Testing

/// The package's shape: what may import what, and what is linked.
struct LayerTests {
    private struct Description: Decodable {
        struct Target: Decodable {
            var name: String
            var path: String
            var targetDependencies: [String]?
        }
        var targets: [Target]
    }

    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }()

    private struct Row: Equatable {
        var layer: Int
        var imports: Set<String>
    }

    @Test func targetGraphIsTheTableOfTheReadme() throws {
        let table = try Self.table()
        let description = try withTemporaryFolder { scratch in
            try Tool.run(
                ["swift", "package", "--scratch-path", scratch.path, "describe", "--type", "json"],
                in: Repository.root
            )
        }
        #expect(description.status == 0, "\(description.errorText)")
        let targets = try Self.decoder.decode(Description.self, from: Data(description.output)).targets
            .filter { !$0.path.hasPrefix("Tests/") }
        #expect(Set(targets.map(\.name)) == Set(table.keys))
        for target in targets {
            let row = try #require(table[target.name], "\(target.name) is not in the table")
            #expect(Set(target.targetDependencies ?? []) == row.imports, "\(target.name)")
            for dependency in row.imports {
                let below = try #require(table[dependency], "\(target.name) imports \(dependency)")
                // Arrows point downwards; inside a layer only where the table says so, and never in a circle.
                #expect(below.layer <= row.layer, "\(target.name) imports \(dependency) from above")
                #expect(!below.imports.contains(target.name), "\(target.name) and \(dependency) import each other")
            }
        }
    }

    @Test func sourcesImportOnlyWhatTheTableAllows() throws {
        let table = try Self.table()
        let system: Set<String> = ["Glibc", "Darwin", "Musl", "Swift", "Synchronization"]
        for (target, row) in table where row.layer > 0 {
            for file in try Repository.files(in: "Sources/\(target)", suffix: ".swift") {
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    let words = line.split(separator: " ")
                    guard let position = words.firstIndex(of: "import"), position + 1 < words.count,
                        !line.hasPrefix("//"), !line.hasPrefix(" ")
                    else { continue }
                    let module = String(words[position + 1])
                    #expect(
                        system.contains(module) || row.imports.contains(module),
                        "\(file.lastPathComponent) of \(target) imports \(module)"
                    )
                }
            }
        }
    }

    @Test func linkedBinaryHasNoFoundation() throws {
        let binary = try BuiltProduct.url("syncwire")
        let dynamic = try Tool.run(["readelf", "--dynamic", "--wide", binary.path], in: Repository.root)
        #expect(dynamic.status == 0, "\(dynamic.errorText)")
        let needed = dynamic.text.split(separator: "\n").filter { $0.contains("(NEEDED)") }
        #expect(
            needed.contains { $0.contains("libswiftCore") },
            "not a dynamically linked Swift binary: the test sees nothing")
        #expect(needed.filter { $0.contains("Foundation") || $0.contains("libicu") } == [])
        let symbols = try Tool.run(["nm", "--undefined-only", binary.path], in: Repository.root)
        #expect(symbols.status == 0, "\(symbols.errorText)")
        // Mangled names of the module Foundation and its parts.
        #expect(
            symbols.text.split(separator: "\n").filter {
                $0.contains("10Foundation") || $0.contains("20FoundationEssentials")
            } == [])
    }

    private static func table() throws -> [String: Row] {
        let readme = try String(contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
        var table: [String: Row] = [:]
        for line in readme.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let layer = Int(cells[0]) else { continue }
            let imports = cells[3].split(separator: ",").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            table[cells[1].trimmingCharacters(in: CharacterSet(charactersIn: "`"))] = Row(
                layer: layer, imports: Set(imports))
        }
        try #require(!table.isEmpty, "the README has no table of layers")
        return table
    }
}

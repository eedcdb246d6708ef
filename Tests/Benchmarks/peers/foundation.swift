// Times Foundation's JSONDecoder and JSONEncoder from bytes to bytes, on types made for the benchmark's rows:
// `foundation roundtrip --input FILE [--rounds N]` prints a line of JSON.
import Foundation

struct Payload: Codable {
    var rows: [String: [Row]]
    var schema: Int
}

struct Row: Codable {
    var data: Host?
    var deletedAt: Int?
    var id: String
    var updatedAt: Int
}

struct Host: Codable {
    var name: String
    var hostname: String
    var port: Int
    var username: String
    var groupId: String
    var tags: String
    var authKind: String
    var keyId: String
    var terminalType: String
    var keepAliveSec: Int
    var isFavorite: Bool
    var note: String
    var createdAt: Int
}

let arguments = CommandLine.arguments
func option(_ name: String) -> String? {
    arguments.firstIndex(of: name).map { arguments[$0 + 1] }
}

let content = try Data(contentsOf: URL(fileURLWithPath: option("--input") ?? ""))
let decoder = JSONDecoder()
let encoder = JSONEncoder()
encoder.outputFormatting = .withoutEscapingSlashes
func roundTrip() throws -> Int {
    try encoder.encode(decoder.decode(Payload.self, from: content)).count
}

_ = try roundTrip()
var seconds: [Double] = []
for _ in 0..<(option("--rounds").flatMap { Int($0) } ?? 5) {
    let begin = DispatchTime.now().uptimeNanoseconds
    _ = try roundTrip()
    seconds.append(Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9)
}
print("{\"name\":\"Foundation roundtrip\",\"seconds\":\(seconds),\"bytes\":\(content.count)}")

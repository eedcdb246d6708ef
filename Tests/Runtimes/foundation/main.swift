// A testee whose codec is Foundation as it comes, in the way that the first argument names. Wrong on purpose.
import Foundation

struct Rejected: Error {
    var message: String
}

/// Any JSON value, as generic code over `Codable` has it.
enum AnyJSON: Codable {
    case null, bool(Bool), int(Int), double(Double), string(String), array([AnyJSON]), object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([AnyJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: AnyJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

func bytes(_ value: Any?) throws -> Data {
    if let text = value as? String, let data = Data(base64Encoded: text) { return data }
    guard let path = (value as? [String: Any])?["file"] as? String else { throw Rejected(message: "no bytes") }
    return try Data(contentsOf: URL(fileURLWithPath: path))
}

func canonicalize(_ encode: @escaping (Data) throws -> Data) -> ([String: Any]) throws -> [String: Any] {
    { inputs in
        let json = try bytes(inputs["json"])
        do { return ["canonical": try encode(json).base64EncodedString()] } catch {
            throw Rejected(message: "\(error)")
        }
    }
}

func withEncoder(_ json: Data) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(JSONDecoder().decode(AnyJSON.self, from: json))
}

func withSerialization(_ json: Data) throws -> Data {
    let value = try JSONSerialization.jsonObject(with: json, options: [.fragmentsAllowed])
    return try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
}

func compare(_ inputs: [String: Any]) throws -> [String: Any] {
    func text(_ name: String) throws -> String {
        let value = try? JSONSerialization.jsonObject(with: bytes(inputs[name]), options: [.fragmentsAllowed])
        guard let text = value as? String else { throw Rejected(message: "\(name): no string") }
        return text
    }
    let (a, b) = (try text("a"), try text("b"))
    return ["order": a < b ? -1 : a == b ? 0 : 1]
}

let mode = CommandLine.arguments.dropFirst().first ?? ""
let operations: [String: ([String: Any]) throws -> [String: Any]] =
    switch mode {
    case "JSONEncoder": ["canonicalize": canonicalize(withEncoder)]
    case "JSONSerialization": ["canonicalize": canonicalize(withSerialization)]
    default: ["compareUTF16": compare]
    }

while let line = readLine() {
    // The members are found in the text: Foundation can't read a request that holds an unpaired surrogate anywhere.
    guard let head = line.firstMatch(of: /"id":([0-9]+),"op":"([^"]+)"/), let id = Int(head.1) else { exit(2) }
    let operation = String(head.2)
    let request = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
    var answer: [String: Any] = ["id": id, "status": "ok"]
    if operation == "hello" {
        answer["implementation"] = [
            "name": mode, "version": "1", "language": "swift", "runtime": "swift-corelibs-foundation", "zlib": "none",
        ]
        answer["operations"] = operations.keys.sorted()
        answer["features"] = [String]()
    } else if let handler = operations[operation] {
        do { answer["outputs"] = try handler(request["inputs"] as? [String: Any] ?? [:]) } catch {
            answer["status"] = "rejected"
            answer["error"] = ["class": "MALFORMED_JSON", "message": (error as? Rejected)?.message ?? "\(error)"]
        }
    } else {
        answer["status"] = "unsupported"
        answer["feature"] = "op:" + operation
    }
    FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: answer) + Data("\n".utf8))
}

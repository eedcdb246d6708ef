import CanonicalJSON

/// Values of one keyword each.
extension HostBuilder {
    /// The name with `%h` replaced by the alias and brackets around an IPv6 address removed; the alias without a line.
    static func hostname(_ line: ConfigLine?, alias: String) -> String {
        guard let text = line?.arguments.first else { return alias }
        var result = ""
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...].dropFirst()
            switch rest.first {
            case "h": result += alias
            case "%": result += "%"
            default:
                result += "%"
                continue
            }
            rest = rest.dropFirst()
        }
        result += rest
        return result.hasPrefix("[") && result.hasSuffix("]") ? String(result.dropFirst().dropLast()) : result
    }

    static func port(_ options: HostOptions) throws(ImportError) -> Int64 {
        guard let line = options["port"] else { return 22 }
        guard let port = port(line.arguments.first ?? "") else {
            throw line.place.error(.value, "the port is not in 1...65535")
        }
        return port
    }

    static func port(_ text: String) -> Int64? {
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let port = Int64(text), 1...65535 ~= port else {
            return nil
        }
        return port
    }

    /// A whole line as a command, `nil` for `none`.
    static func command(_ line: ConfigLine?) -> JSONString? {
        guard let line, line.rest.lowercased() != "none" else { return nil }
        return JSONString(line.rest)
    }

    /// A time as OpenSSH writes it: `90`, `1m30s`, `2h`.
    static func seconds(_ line: ConfigLine?) throws(ImportError) -> Int64 {
        guard let line else { return 0 }
        var total: Int64 = 0
        var number: Int64?
        for character in (line.arguments.first ?? "").lowercased().utf8 {
            let unit: Int64
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int64(character - UInt8(ascii: "0"))
                guard (number ?? 0) < 1_000_000_000 else { throw line.place.error(.value, "the time is too long") }
                number = (number ?? 0) * 10 + digit
                continue
            case UInt8(ascii: "s"): unit = 1
            case UInt8(ascii: "m"): unit = 60
            case UInt8(ascii: "h"): unit = 3600
            case UInt8(ascii: "d"): unit = 86400
            case UInt8(ascii: "w"): unit = 604_800
            default: throw line.place.error(.value, "not a time")
            }
            guard let count = number else { throw line.place.error(.value, "not a time") }
            total += count * unit
            guard total < 1_000_000_000_000 else { throw line.place.error(.value, "the time is too long") }
            number = nil
        }
        return total + (number ?? 0)
    }

    /// The variables of a `SetEnv` line as a JSON text.
    func environment(_ line: ConfigLine?) throws(ImportError) -> JSONString {
        var variables = JSONObject()
        guard let line else { return "{}" }
        for argument in line.arguments {
            guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                throw line.place.error(.syntax, "SetEnv takes NAME=value")
            }
            let name = JSONString(String(argument[..<equals]))
            if variables[name] == nil {
                variables[name] = .string(JSONString(String(argument[argument.utf8.index(after: equals)...])))
            }
        }
        return Self.text(.object(variables))
    }

    /// A value as the text of a JSON field. Only values that have a canonical form are given.
    static func text(_ value: JSONValue) -> JSONString {
        JSONString(wellFormed: (try? value.canonicalBytes()) ?? [])
    }
}

import Glibc

/// A payload of host rows made from a seed; of English words about 480 bytes a row.
struct HostData {
    let text: TextKind
    let rows: Int
    let seed: UInt64
    /// Whose payload it is: two devices have most rows alike, and each has some missing, changed or deleted.
    let device: String?
    /// Whether the ids come in no order; no payload on the wire is like that.
    let isShuffled: Bool
    /// Whether there is a space after each comma and colon, and a line for each row.
    let isPretty: Bool

    /// Writes the payload in pieces, so that its size does not matter.
    func write(to path: String) throws {
        guard let file = fopen(path, "wb") else { throw BenchmarkError("cannot create \(path)") }
        var shared = Seeded(seed: seed)
        var own = Seeded(seed: seed &+ (device ?? "").utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        var output: [UInt8] = []
        output.append(isPretty ? "{\"rows\": {\"host\": [" : "{\"rows\":{\"host\":[")
        var isFirst = true
        for number in 0..<rows {
            let content = shared.next()
            let fate = device == nil ? 100 : own.below(100)
            if fate < 2 { continue }
            if !isFirst { output.append(UInt8(ascii: ",")) }
            if isPretty { output.append("\n  ") }
            isFirst = false
            append(fate, identifier(number), Seeded(seed: content), &own, to: &output)
            if output.count >= 1 << 20 { try flush(&output, file, path) }
        }
        output.append(isPretty ? "\n]}, \"schema\": 1}" : "]},\"schema\":1}")
        try flush(&output, file, path)
        guard fclose(file) == 0 else { throw BenchmarkError("cannot write \(path)") }
    }

    private func flush(_ output: inout [UInt8], _ file: UnsafeMutablePointer<FILE>, _ path: String) throws {
        guard fwrite(output, 1, output.count, file) == output.count else {
            throw BenchmarkError("cannot write \(path)")
        }
        output.removeAll(keepingCapacity: true)
    }

    /// The numbers below `rows`, each once: a prime step is coprime to every smaller count.
    private func identifier(_ number: Int) -> Int {
        isShuffled ? number * 2_147_483_647 % rows : number
    }

    /// Appends a row; of a hundred of a device ten are changed there and three deleted.
    private func append(_ fate: Int, _ id: Int, _ content: Seeded, _ own: inout Seeded, to output: inout [UInt8]) {
        var content = content
        var stamp = 1_700_000_000_000 + content.below(1_000_000_000)
        let isDeleted = (12..<15).contains(fate)
        let isChanged = fate < 12
        if isChanged { stamp += own.below(3) }
        if isDeleted { stamp += 5 + own.below(3) }
        output.append("{")
        if isDeleted {
            key("deletedAt", &output)
            output.append(stamp)
        } else {
            key("data", &output)
            appendData(&content, port: isChanged ? own.below(65_536) : 22, to: &output)
        }
        comma(&output)
        key("id", &output)
        output.append("\"")
        appendID(id, to: &output)
        output.append("\"")
        comma(&output)
        key("updatedAt", &output)
        output.append(stamp)
        output.append("}")
    }

    private func appendData(_ content: inout Seeded, port: Int, to output: inout [UInt8]) {
        output.append("{")
        string("name", &output) {
            $0.append("host "); text.append(24, to: &$0, &content)
        }
        string("hostname", &output) {
            $0.append("h"); $0.append(content.below(1_000_000)); $0.append(".example.org")
        }
        key("port", &output)
        output.append(port)
        comma(&output)
        string("username", &output) { $0.append("deploy") }
        string("groupId", &output) { appendID(content.below(1000), to: &$0) }
        string("tags", &output) { $0.append("[\\\"prod\\\",\\\"eu\\\"]") }
        string("authKind", &output) { $0.append("key") }
        string("keyId", &output) { appendID(content.below(100), to: &$0) }
        string("terminalType", &output) { $0.append("xterm-256color") }
        key("keepAliveSec", &output)
        output.append(content.below(4) * 15)
        comma(&output)
        key("isFavorite", &output)
        output.append(content.below(8) == 0 ? "true" : "false")
        comma(&output)
        string("note", &output) { text.append(text.noteSize, to: &$0, &content) }
        key("createdAt", &output)
        output.append(1_600_000_000_000 + content.below(1_000_000_000))
        output.append("}")
    }

    private func appendID(_ number: Int, to output: inout [UInt8]) {
        output.append("00000000-0000-4000-8000-")
        output.append(number, digits: 12, base: 16)
    }

    private func key(_ name: StaticString, _ output: inout [UInt8]) {
        output.append("\"")
        output.append(name)
        output.append(isPretty ? "\": " : "\":")
    }

    private func comma(_ output: inout [UInt8]) {
        output.append(isPretty ? ", " : ",")
    }

    private func string(_ name: StaticString, _ output: inout [UInt8], _ value: (inout [UInt8]) -> Void) {
        key(name, &output)
        output.append("\"")
        value(&output)
        output.append("\"")
        comma(&output)
    }
}

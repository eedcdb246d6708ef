/// What a configuration says about one host: for most keywords the first line that applies wins.
struct HostOptions {
    private var first: [String: ConfigLine] = [:]
    /// Lines of keywords that add up, in order.
    private var all: [String: [ConfigLine]] = [:]
    /// The first lines of keywords that no field of a record holds, in order.
    private(set) var others: [ConfigLine] = []

    /// Keywords whose lines add up.
    static let additive: Set<String> = ["identityfile", "localforward", "remoteforward", "dynamicforward", "sendenv"]
    /// Keywords that records hold.
    static let held: Set<String> = additive.union([
        "hostname", "port", "user", "proxyjump", "proxycommand", "remotecommand", "serveraliveinterval", "setenv",
    ])

    init(of name: [UInt8], in blocks: ConfigBlocks) {
        for block in blocks.applying(to: name) {
            for line in block.lines {
                let key = line.name
                // Of these two the first that is read wins, and the other is ignored.
                if key == "proxyjump" && first["proxycommand"] != nil
                    || key == "proxycommand" && first["proxyjump"] != nil
                {
                    continue
                }
                if Self.additive.contains(key) {
                    all[key, default: []].append(line)
                } else if first[key] == nil {
                    first[key] = line
                    if !Self.held.contains(key) { others.append(line) }
                }
            }
        }
    }

    subscript(keyword: String) -> ConfigLine? { first[keyword] }

    func lines(_ keyword: String) -> [ConfigLine] { all[keyword] ?? [] }
}

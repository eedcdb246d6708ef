/// The blocks of a configuration, found by the name of a host without a look at each of them.
struct ConfigBlocks {
    let all: [ConfigReader.Block]

    /// The positions of the blocks that apply to nothing but these names.
    private var named: [[UInt8]: [Int]] = [:]
    /// The positions of all others that may apply.
    private var open: [Int] = []

    init(_ blocks: [ConfigReader.Block]) {
        all = blocks
        for (position, block) in blocks.enumerated() {
            var fewest: HostPatterns?
            var isPossible = true
            for condition in block.conditions {
                switch condition {
                case .host(let patterns) where patterns.areNamesOnly:
                    if patterns.names.count < fewest?.names.count ?? .max { fewest = patterns }
                case .host, .match(all: true): break
                case .match(all: false): isPossible = false
                }
            }
            guard isPossible else { continue }
            if let fewest {
                for name in fewest.names { named[name, default: []].append(position) }
            } else {
                open.append(position)
            }
        }
    }

    /// The blocks that apply to a name, in order.
    func applying(to name: [UInt8]) -> [ConfigReader.Block] {
        var blocks: [ConfigReader.Block] = []
        var (others, own) = (open[...], (named[name] ?? [])[...])
        while let position = (own.first ?? .max) < (others.first ?? .max) ? own.popFirst() : others.popFirst() {
            if all[position].applies(to: name) { blocks.append(all[position]) }
        }
        return blocks
    }
}

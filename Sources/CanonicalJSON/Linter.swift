extension JSONDocument {
    /// Everything in the source that some stack would change, in order of the source.
    public func lint() -> [LintFinding] {
        var linter = Linter(storage)
        linter.visitAll()
        return linter.findings
    }
}

/// Walks the nodes in order of the source, with the path from the root at hand.
private struct Linter {
    let source: [UInt8]
    private let storage: JSONDocument.Storage
    var findings: [LintFinding] = []
    private var open: [Level] = []

    /// An open container and which of its children is being visited.
    private struct Level {
        let end: Int
        let isObject: Bool
        /// The number of elements so far, for the path of an array's element.
        var position = -1
        /// The node of the current key, for the path of an object's member.
        var key = 0
        /// The path to the container itself, once a finding needed it.
        var path: [Unicode.Scalar]?
        /// The path's step to the current member, likewise: a long key is spelled out once for all of its findings.
        var keyText: [Unicode.Scalar]?
    }

    init(_ storage: JSONDocument.Storage) {
        self.storage = storage
        source = storage.source
    }

    private func node(_ index: Int) -> TapeNode { storage.tape.nodes[index] }

    mutating func visitAll() {
        var index = 0
        while index < storage.tape.nodes.count {
            while let level = open.last, level.end <= index { open.removeLast() }
            if let last = open.indices.last {
                open[last].position += 1
                if open[last].isObject {
                    open[last].key = index
                    open[last].keyText = nil
                    visitKey(node(index))
                    index += 1
                }
            }
            visitValue(index)
            index += 1
        }
        // Keys equal under NFC are found when their object begins, before what lies between them.
        findings.sort { $0.offset < $1.offset }
    }

    private mutating func visitValue(_ index: Int) {
        let node = node(index)
        switch node.kind {
        case .null, .bool: break
        case .integer: visitInteger(node)
        case .double: visitDouble(node)
        case .string: visitString(node)
        case .array, .object:
            if open.count == CanonicalJSON.portableDepth { report(.depth, node) }
            if node.kind == .object { compareKeysUnderNFC(index) }
            open.append(Level(end: node.next, isObject: node.kind == .object))
        }
    }

    private mutating func visitKey(_ key: TapeNode) {
        if key.flags.contains(.superseded) { report(.duplicateKey, key) }
        visitString(key)
    }

    private mutating func visitString(_ node: TapeNode) {
        if node.flags.contains(.loneSurrogate) { report(.loneSurrogate, node) }
        if containsByteOrderMark(node) { report(.byteOrderMark, node) }
    }

    private mutating func visitInteger(_ node: TapeNode) {
        let value = NumberText.integer(source.span, from: node.start, to: node.end) ?? 0
        if value.magnitude > 1 << 53 - 1 {
            report(.integerBeyond53, node)
        } else if value == 0, node.length == 2 {
            report(.negativeZero, node)
        }
    }

    private mutating func visitDouble(_ node: TapeNode) {
        let value = NumberText.double(source.span, from: node.start, to: node.end)
        if node.flags.contains(.bigInteger) {
            report(.integerBeyond64, node)
        } else if value.magnitude < 1e21, value.magnitude >= 0x1p53 || value == Double(Int64(value)) {
            report(.integralDouble, node)
        }
    }

    private func containsByteOrderMark(_ node: TapeNode) -> Bool {
        var bytes = source
        var (at, end) = (node.contentStart, node.contentEnd)
        if node.flags.contains(.escaped) {
            bytes = content(node)
            (at, end) = (0, bytes.count)
        }
        while at + 2 < end {
            if bytes[at] == 0xEF, bytes[at + 1] == 0xBB, bytes[at + 2] == 0xBF { return true }
            at += 1
        }
        return false
    }

    private mutating func compareKeysUnderNFC(_ object: Int) {
        var keys: [(form: [UInt8], node: TapeNode)] = []
        var isASCII = true
        var index = object + 1
        while index < node(object).next {
            let key = node(index)
            if !key.flags.contains(.superseded) {
                keys.append((form: content(key), node: key))
                isASCII = isASCII && keys[keys.count - 1].form.allSatisfy { $0 < 0x80 }
            }
            index = node(index + 1).next
        }
        // Equal ASCII keys are repetitions: nothing else can be equal.
        if isASCII { return }
        for position in keys.indices { keys[position].form = Normalization.nfc(keys[position].form) }
        keys.sort { a, b in
            let order = UTF16Order.compare(wtf8: a.form.span, b.form.span)
            return order == 0 ? a.node.start < b.node.start : order < 0
        }
        let equal = zip(keys, keys.dropFirst()).filter { $0.form == $1.form }.map { $1.node }
        for key in equal.sorted(by: { $0.start < $1.start }) { report(.keysEqualUnderNFC, key) }
    }

    private func content(_ node: TapeNode) -> [UInt8] {
        var bytes: [UInt8] = []
        StringEscape.decode(source.span, from: node.contentStart, to: node.contentEnd, into: &bytes)
        return bytes
    }

    private mutating func report(_ kind: LintFinding.Kind, _ node: TapeNode) {
        // Outer containers were mostly in the path of the finding before.
        let known = open.lastIndex { $0.path != nil } ?? -1
        var path = known < 0 ? [] : open[known].path ?? []
        for level in max(known, 0)..<open.count {
            if level > known { open[level].path = path }
            // A long key, or a deep nest, is in the path of each of its findings: spelled out it would be quadratic.
            guard path.count <= LintFinding.longestPath else { continue }
            path.append("/")
            path += open[level].isObject ? keyText(level) : Array(String(open[level].position).unicodeScalars)
        }
        if path.count > LintFinding.longestPath { path = path.prefix(LintFinding.longestPath) + ["\u{2026}"] }
        findings.append(
            LintFinding(kind: kind, path: String(String.UnicodeScalarView(path)), offset: node.start))
    }

    /// The step of a path to the current member of an open object, no longer than a path can use.
    private mutating func keyText(_ level: Int) -> [Unicode.Scalar] {
        if let known = open[level].keyText { return known }
        var text: [Unicode.Scalar] = []
        let key = JSONString(wellFormed: content(node(open[level].key))).description
        for character in key.unicodeScalars.prefix(LintFinding.longestPath + 1) {
            switch character {
            case "~": text += ["~", "0"]
            case "/": text += ["~", "1"]
            default: text.append(character)
            }
        }
        open[level].keyText = text
        return text
    }
}

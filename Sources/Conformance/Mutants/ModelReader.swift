import CanonicalJSON

/// A JSON parser as people write it by hand: recursive, over UTF-16 code units.
struct ModelReader {
    let model: Model
    let units: [UInt16]
    var at = 0
    private var depth = 0

    init(model: Model, units: [UInt16]) {
        self.model = model
        self.units = units
    }

    /// The one value of the text.
    mutating func document() throws(Rejection) -> ModelValue {
        if units.first == 0xFEFF, model.makes(.byteOrderMarkSkipped) { at = 1 }
        let document = try value()
        skipSpace()
        guard at == units.count || model.makes(.trailingDataIgnored) else { throw fault() }
        return document
    }

    func makes(_ mistake: Mutant) -> Bool { model.makes(mistake) }

    func fault() -> Rejection { model.malformed(at) }

    /// The character here, NUL beyond the end and for what is not ASCII.
    var next: Character {
        at < units.count && units[at] < 0x80 ? Character(UnicodeScalar(UInt8(units[at]))) : "\0"
    }

    /// Whether the character here is `wanted`, which is then behind us.
    mutating func take(_ wanted: Character) -> Bool {
        guard at < units.count, next == wanted else { return false }
        at += 1
        return true
    }

    private mutating func value() throws(Rejection) -> ModelValue {
        skipSpace()
        switch next {
        case "{": return try nested { (reader) throws(Rejection) in try reader.object() }
        case "[": return try nested { (reader) throws(Rejection) in try reader.array() }
        case "\"": return .string(try string())
        case "'" where makes(.singleQuotesAccepted): return .string(try string())
        case "a"..."z", "A"..."Z": return try word()
        default: return try number()
        }
    }

    private mutating func nested(
        _ read: (inout ModelReader) throws(Rejection) -> ModelValue
    ) throws(Rejection) -> ModelValue {
        // Without a limit of one's own it is the stack that ends it; this one stands so many levels.
        let limit = makes(.unboundedDepth) ? 1024 : makes(.shallowDepth) ? 64 : 512
        guard depth < limit else { throw fault() }
        depth += 1
        at += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func array() throws(Rejection) -> ModelValue {
        var elements: [ModelValue] = []
        skipSpace()
        if take("]") { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw fault() }
            skipSpace()
            if makes(.trailingCommaAccepted), take("]") { return .array(elements) }
        }
    }

    private mutating func object() throws(Rejection) -> ModelValue {
        var object = ModelObject()
        skipSpace()
        if take("}") { return .object(object) }
        while true {
            skipSpace()
            let key = try key()
            skipSpace()
            guard take(":") else { throw fault() }
            try insert(key, try value(), into: &object)
            skipSpace()
            if take("}") { break }
            guard take(",") else { throw fault() }
            skipSpace()
            if makes(.trailingCommaAccepted), take("}") { break }
        }
        if makes(.integerKeysFirst) { object = Self.indexesFirst(object) }
        return .object(object)
    }

    private mutating func key() throws(Rejection) -> JSONString {
        guard next == "\"" || next == "'" && makes(.singleQuotesAccepted) else { throw fault() }
        let key = try string()
        return makes(.nfcKeys) ? Self.composed(key) : key
    }

    private func insert(
        _ key: JSONString, _ value: ModelValue, into object: inout ModelObject
    ) throws(Rejection) {
        if makes(.protoKeyLost), key == "__proto__" { return }
        let place = object.members.firstIndex {
            makes(.mergeEquivalentKeys) ? $0.key.description == key.description : $0.key == key
        }
        guard let place else { return object.members.append((key, value)) }
        if makes(.duplicateFirstWins) { return }
        if makes(.duplicateRejected) { throw fault() }
        if makes(.duplicateLastPlace) {
            object.members.remove(at: place)
            object.members.append((key, value))
        } else {
            object.members[place].value = value
        }
    }

    /// The order of a JavaScript object: array indexes ascending, then the other keys.
    private static func indexesFirst(_ object: ModelObject) -> ModelObject {
        func index(_ key: JSONString) -> UInt32? {
            guard let number = UInt32(key.description), number < UInt32.max, "\(number)" == key.description else {
                return nil
            }
            return number
        }
        let indexes = object.members.filter { index($0.key) != nil }
            .sorted { (index($0.key) ?? 0) < (index($1.key) ?? 0) }
        return ModelObject(members: indexes + object.members.filter { index($0.key) == nil })
    }

    private mutating func word() throws(Rejection) -> ModelValue {
        var word = ""
        while next.isLetter {
            word.append(next)
            at += 1
        }
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "NaN" where makes(.nonFiniteAccepted): return .double(.nan)
        case "Infinity" where makes(.nonFiniteAccepted): return .double(.infinity)
        default: throw fault()
        }
    }

    private mutating func skipSpace() {
        while at < units.count {
            switch units[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            case 0x0B, 0x0C, 0x85, 0xA0, 0x2028, 0x2029, 0x3000, 0xFEFF:
                guard makes(.unicodeSpaceAccepted) else { return }
                at += 1
            case 0x2F where makes(.commentsAccepted): skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() {
        let rest = units[at...]
        if rest.starts(with: "//".utf16) {
            at = rest.firstIndex(of: 0x0A) ?? units.count
        } else {
            while at < units.count, !units[at...].starts(with: "*/".utf16) { at += 1 }
            at = min(at + 2, units.count)
        }
    }
}

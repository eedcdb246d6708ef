/// The members of a JSON object in order of declaration.
///
/// Setting a key that is there already keeps the first position and takes the last value, as Dart's `LinkedHashMap`
/// does. Keys are equal when their code units are. Finding one is a scan in a small object and a seeded hash in a
/// larger one, so keys chosen by an adversary do not make it slow.
public struct JSONObject: Sendable {
    private var keys: [JSONString] = []
    private var values: [JSONValue] = []
    /// Open addressing: 0 is free, otherwise a position plus one. Empty while the object is small.
    private var slots: [UInt32] = []

    private static let scanLimit = 16

    /// An object without members.
    public init() {}

    /// An object with `members` in that order; a repeated key keeps its first position and its last value.
    public init(_ members: some Sequence<(key: JSONString, value: JSONValue)>) {
        for (key, value) in members {
            self[key] = value
        }
    }

    /// An object whose keys are known to be different.
    init(differentKeys keys: [JSONString], values: [JSONValue]) {
        self.keys = keys
        self.values = values
        rebuild(capacity: keys.count)
    }

    /// The value of `key`, or nil; assigning appends or replaces, assigning nil removes.
    public subscript(key: JSONString) -> JSONValue? {
        get { position(of: key).map { values[$0] } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?):
                values[position] = value
            case (let position?, nil):
                keys.remove(at: position)
                values.remove(at: position)
                rebuild(capacity: keys.count)
            case (nil, let value?):
                keys.append(key)
                values.append(value)
                index(key)
            case (nil, nil):
                break
            }
        }
    }

    /// The position of `key`, or nil when no member has it.
    public func position(of key: JSONString) -> Int? {
        guard !slots.isEmpty else { return keys.firstIndex(of: key) }
        let mask = slots.count - 1
        var slot = key.hashValue & mask
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if keys[position] == key { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Makes room for `count` members.
    public mutating func reserveCapacity(_ count: Int) {
        keys.reserveCapacity(count)
        values.reserveCapacity(count)
    }

    /// The members sorted by key in UTF-16 code unit order; nested objects stay as they are.
    public func sortedByKey() -> JSONObject {
        JSONObject(sorted { $0.key < $1.key })
    }

    private mutating func index(_ key: JSONString) {
        guard keys.count > Self.scanLimit else { return }
        if keys.count * 2 > slots.count {
            rebuild(capacity: keys.count * 2)
        } else {
            insert(position: keys.count - 1)
        }
    }

    private mutating func rebuild(capacity: Int) {
        slots = []
        guard keys.count > Self.scanLimit else { return }
        var size = 64
        while size < capacity * 2 { size *= 2 }
        slots = [UInt32](repeating: 0, count: size)
        for position in keys.indices {
            insert(position: position)
        }
    }

    private mutating func insert(position: Int) {
        let mask = slots.count - 1
        var slot = keys[position].hashValue & mask
        while slots[slot] != 0 {
            slot = (slot + 1) & mask
        }
        slots[slot] = UInt32(position + 1)
    }
}

extension JSONObject: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { 0 }

    /// The position after the last member.
    public var endIndex: Int { keys.count }

    /// The member at a position.
    public subscript(position: Int) -> (key: JSONString, value: JSONValue) {
        (keys[position], values[position])
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same members in the same order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        a.keys == b.keys && a.values == b.values
    }

    /// Feeds keys and values in order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(keys)
        hasher.combine(values)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object in the order of the literal; a repeated key keeps its first position and its last value.
    public init(dictionaryLiteral elements: (JSONString, JSONValue)...) {
        for (key, value) in elements {
            self[key] = value
        }
    }
}

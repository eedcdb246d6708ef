/// The members of a JSON object in order of declaration.
///
/// Setting a key that is there already keeps the first position and takes the last value, as Dart's `LinkedHashMap`
/// does. Keys are equal when their code units are. Finding one is a scan in a small object and a seeded hash in a
/// larger one, so keys chosen by an adversary do not make it slow.
public struct JSONObject: Sendable {
    /// One list, and nothing beside it in most objects: copying an object retains what it refers to.
    private var members: [Member] = []
    /// Open addressing: 0 is free, otherwise a position plus one. Nil while the object is small.
    private var slots: [UInt32]?

    private struct Member: Hashable, Sendable {
        var key: JSONString
        var value: JSONValue
    }

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
        members.reserveCapacity(keys.count)
        for index in keys.indices { members.append(Member(key: keys[index], value: values[index])) }
        rebuild(capacity: keys.count)
    }

    /// The value of `key`, or nil; assigning appends or replaces, assigning nil removes.
    public subscript(key: JSONString) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?):
                members[position].value = value
            case (let position?, nil):
                members.remove(at: position)
                rebuild(capacity: members.count)
            case (nil, let value?):
                members.append(Member(key: key, value: value))
                indexLast()
            case (nil, nil):
                break
            }
        }
    }

    /// The position of `key`, or nil when no member has it.
    public func position(of key: JSONString) -> Int? {
        guard let slots else { return members.firstIndex { $0.key == key } }
        let mask = slots.count - 1
        var slot = key.hashValue & mask
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if members[position].key == key { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Makes room for `count` members.
    public mutating func reserveCapacity(_ count: Int) {
        members.reserveCapacity(count)
    }

    /// The members sorted by key in UTF-16 code unit order; nested objects stay as they are.
    public func sortedByKey() -> JSONObject {
        JSONObject(sorted { $0.key < $1.key })
    }

    private mutating func indexLast() {
        guard members.count > Self.scanLimit else { return }
        if var known = slots.take(), members.count * 2 <= known.count {
            insert(position: members.count - 1, into: &known)
            slots = known
        } else {
            rebuild(capacity: members.count * 2)
        }
    }

    private mutating func rebuild(capacity: Int) {
        slots = nil
        guard members.count > Self.scanLimit else { return }
        var size = 64
        while size < capacity * 2 { size *= 2 }
        var fresh = [UInt32](repeating: 0, count: size)
        for position in members.indices {
            insert(position: position, into: &fresh)
        }
        slots = fresh
    }

    private func insert(position: Int, into slots: inout [UInt32]) {
        let mask = slots.count - 1
        var slot = members[position].key.hashValue & mask
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
    public var endIndex: Int { members.count }

    /// The member at a position.
    public subscript(position: Int) -> (key: JSONString, value: JSONValue) {
        (members[position].key, members[position].value)
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same members in the same order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        a.members == b.members
    }

    /// Feeds keys and values in order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members)
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

import CanonicalJSON

extension Model {
    /// -1, 0 or 1 as `a` comes before `b`, equals it, or comes after it.
    func order(_ a: JSONString, _ b: JSONString) -> Int {
        switch choice(
            of: .utf8Order, .swiftStringOrder, .caseInsensitiveOrder, .localeOrder, .lengthFirstOrder)
        {
        case .utf8Order: sign(a.wtf8, b.wtf8, by: <)
        case .swiftStringOrder: a.description == b.description ? 0 : a.description < b.description ? -1 : 1
        case .caseInsensitiveOrder: sign(a.lowercased, b.lowercased, by: <)
        case .localeOrder: localeOrder(a, b)
        case .lengthFirstOrder where a.utf16Count != b.utf16Count: a.utf16Count < b.utf16Count ? -1 : 1
        default: sign(a.utf16, b.utf16, by: <)
        }
    }

    private func sign<Unit: Equatable>(_ a: [Unit], _ b: [Unit], by precedes: (Unit, Unit) -> Bool) -> Int {
        a == b ? 0 : a.lexicographicallyPrecedes(b, by: precedes) ? -1 : 1
    }

    /// As dictionaries sort: first without regard to case, then small letters before capitals.
    private func localeOrder(_ a: JSONString, _ b: JSONString) -> Int {
        let order = sign(a.lowercased, b.lowercased, by: <)
        return order == 0 ? sign(a.utf16, b.utf16, by: >) : order
    }
}

extension JSONString {
    fileprivate var lowercased: [UInt16] { Array(description.lowercased().utf16) }
}

extension Header {
    /// Makes a header: one slot a recipe, and the MAC over them.
    init(
        _ prologue: Prologue, _ recipes: [SlotRecipe], keys: ContentKeys, nonce: [UInt8],
        _ entropy: inout Entropy, _ trace: Trace?
    ) throws(EnvelopeError) {
        var slots: [Slot] = []
        for (number, recipe) in recipes.enumerated() {
            slots.append(try Slot.seal(recipe, number: number, keys.contentKey, prologue, &entropy, trace))
        }
        try entropy.finish()
        let unsigned = Header(prologue: prologue, slots: slots, mac: [], nonce: nonce)
        let mac = try keys.headerMAC(unsigned.authenticatedBytes)
        trace?.headerMAC = mac
        self.init(prologue: prologue, slots: slots, mac: mac, nonce: nonce)
    }

    /// Finds the content key in the first slot that opens, then checks the MAC; throws `NO_MATCH` and `HEADER_AUTH`.
    package func unlock(
        with key: UnlockingKey, _ trace: Trace?
    ) throws(EnvelopeError) -> (keys: ContentKeys, slot: Int) {
        for (number, slot) in slots.enumerated() {
            guard let contentKey = try slot.open(with: key, number: number, prologue, trace) else { continue }
            let keys = try ContentKeys(contentKey, archiveSalt: prologue.archiveSalt)
            let expected = try keys.headerMAC(authenticatedBytes)
            guard constantTimeEqual(expected.span, mac.span) else {
                throw EnvelopeError(.headerAuth, at: count - 44, field: "headerMac", "the header was altered")
            }
            trace?.headerMAC = expected
            return (keys, number)
        }
        throw EnvelopeError(.noMatch, "no slot opens with this key")
    }
}

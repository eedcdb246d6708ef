import CanonicalJSON
import SyncArchive
import SyncEnvelope

extension FuzzTarget {
    /// Passphrases as they were typed: what is derived from is the normal form, by the linter's way to it too.
    static let passphrases = FuzzTarget(
        "passphrases",
        seeds: {
            [
                "pw", "Zoe\u{308}", "\u{212B}\u{1FBE}\u{308}\u{301}", "\u{1112}\u{1161}\u{11AB}", "\u{F73}\u{334}",
                "a\0", " \u{FEFF}",
            ]
            .map { Array($0.utf8) } + [[0xED, 0xA0, 0x80], [UInt8](repeating: 0x61, count: 1025)]
        }
    ) { bytes in
        let passphrase = outcome { () throws(EnvelopeError) in try Passphrase(utf8: bytes.span) }
        let text = String(validating: bytes, as: UTF8.self)
        let form = text.map { Array(Normalization.nfc($0).utf8) }
        let fits = form.map { (1...Passphrase.maximumCount).contains($0.count) && !$0.contains(0) } ?? false
        try same((try? passphrase.get()) != nil, fits, "a passphrase is refused, or not, without a reason")
        guard case .success(let passphrase) = passphrase, let form else { return }
        var normal: [UInt8] = []
        passphrase.secret.withBytes { normal.append(copying: $0) }
        try same(normal, form, "two ways to the normal form differ")
        try same(try Passphrase(utf8: form.span), passphrase, "the normal form has another one")
    }

    /// Archives as a provider may have altered them.
    static let envelope = FuzzTarget("envelope", seeds: { try Forge.archives() }, repair: Forge.repairedMagic) {
        try ArchiveLaws.check($0)
    }

    /// Archives whose MAC and tags are right, as an insider makes them: behind the prologue and the slots comes the
    /// inner stream, which is encrypted before it is read.
    static let archive = FuzzTarget("archive", seeds: { try Forge.openArchives() }, repair: Forge.repairedMagic) {
        guard let archive = try Forge.sealed($0) else { return }
        try ArchiveLaws.check(archive)
    }

    /// New slots for what an insider or a provider made: the payload is carried over, whatever it is.
    static let rewrap = FuzzTarget("rewrap", seeds: { try Forge.openArchives() }, repair: Forge.repairedMagic) {
        bytes in
        for archive in [bytes, try Forge.sealed(bytes) ?? []] {
            let slots: [SlotRecipe] = [.rawKey(try WorkspaceKey(Forge.otherKey))]
            let rewrapped = outcome { () throws(EnvelopeError) in
                try Envelope.rewrap(archive, with: Forge.unlocking, slots: slots)
            }
            let inspection = outcome { () throws(EnvelopeError) in
                try Envelope.inspect(archive, with: Forge.unlocking)
            }
            guard case .success(let output) = rewrapped, case .success(let before) = inspection else {
                let faults = (rewrapped.fault, inspection.fault)
                try same(faults.0, faults.1, "rewrapping and inspecting with a key do not refuse alike")
                continue
            }
            let after = try Envelope.inspect(output, with: .workspaceKey(WorkspaceKey(Forge.otherKey)))
            try law(after.header.prologue == before.header.prologue, "another prologue")
            try law(
                output.suffix(12 + after.payloadCount) == archive.suffix(12 + before.payloadCount),
                "another nonce or payload")
        }
    }
}

extension Result {
    fileprivate var fault: Failure? {
        if case .failure(let fault) = self { fault } else { nil }
    }
}

/// What holds for any bytes that are opened as an archive.
enum ArchiveLaws {
    private static let greatest: UInt64 = 1 << 20

    /// Opens an archive in every way, and holds the ways against each other.
    static func check(_ archive: [UInt8]) throws {
        let whole = outcome { () throws(EnvelopeError) in
            try Envelope.open(archive, with: Forge.unlocking, maximumPlaintext: greatest)
        }
        var streamed: [UInt8] = []
        let opening = outcome {
            try Envelope.open(from: source(archive), with: Forge.unlocking, maximumPlaintext: greatest) {
                streamed.append(copying: $0)
            }
        }
        let inspection = outcome { () throws(EnvelopeError) in try Envelope.inspect(archive) }
        if case .success(let inspection) = inspection {
            let header = inspection.header.bytes
            try law(Array(archive.prefix(header.count)) == header, "a header is not what it was read from")
            try law(inspection.archiveCount == archive.count, "inspected, it has another size")
        }
        switch (whole, opening) {
        case (.success(let opened), .success(let other)):
            try law(other == opened.opening && streamed == opened.plaintext, "a stream opens differently")
            try law((try? inspection.get())?.header == opened.opening.header, "opened, and not inspected")
            try checkOpened(archive, opened.plaintext)
        case (.failure(let fault), .failure(let other as EnvelopeError)):
            try same(other, fault, "a stream fails otherwise than the whole")
        default: throw BrokenLaw("the whole opens and a stream does not, or the reverse: \(whole), \(opening)")
        }
    }

    private static func checkOpened(_ archive: [UInt8], _ plaintext: [UInt8]) throws {
        try law(plaintext.count <= Int(greatest), "more plaintext than allowed")
        let stranger = SecretBytes(copying: Array(repeating: 0, count: 32).span)
        let other = outcome { () throws(EnvelopeError) in
            try Envelope.open(archive, with: .workspaceKey(WorkspaceKey(stranger)))
        }
        guard case .failure(let fault) = other else { throw BrokenLaw("another key opens it") }
        try law([.noMatch, .headerAuth].contains(fault.errorClass), "another key leads to \(fault)")
        let rewrapped = try Envelope.rewrap(
            archive, with: Forge.unlocking, slots: [.rawKey(try WorkspaceKey(Forge.otherKey))])
        let again = try Envelope.open(
            rewrapped, with: .workspaceKey(WorkspaceKey(Forge.otherKey)), maximumPlaintext: greatest)
        try law(again.plaintext == plaintext, "rewrapped, it holds something else")
    }

    private static func source(_ archive: [UInt8]) -> ByteSource {
        var rest = archive[...]
        return { maximum in
            let piece = Array(rest.prefix(max(1, min(maximum, 1 + archive.count % 700))))
            rest = rest.dropFirst(piece.count)
            return piece
        }
    }
}

/// The vectors that no known mistake fails (MU-5): what they show must go on working all the same.
///
/// `syncwire mutants --check` says which belong here and which no longer do.
enum Controls {
    static let ids = Set(
        [canonicalJSON, order, hash, records, rows, codec, slots, envelope, rewrap, merge, reconcile, decide]
            .flatMap { $0.split(separator: " ") }.map(String.init))

    /// Texts that every parser refuses, each in a place of its own.
    private static let canonicalJSON = """
        cj-not-utf8-truncated-at-end cj-not-syntax-missing-comma cj-not-syntax-double-comma \
        cj-not-syntax-leading-comma cj-not-syntax-missing-colon cj-not-syntax-missing-value \
        cj-not-syntax-unquoted-key cj-not-syntax-number-key cj-not-syntax-capital-true \
        cj-not-syntax-truncated-literal cj-not-syntax-longer-literal cj-not-syntax-unclosed-array \
        cj-not-syntax-unclosed-object cj-not-syntax-unclosed-after-exponent cj-not-syntax-wrong-bracket \
        cj-not-syntax-undefined cj-not-number-no-exponent cj-not-number-no-exponent-sign cj-not-number-minus \
        cj-not-number-full-width cj-not-string-unclosed cj-not-string-escape-end cj-not-string-unicode-short \
        cj-not-string-unicode-not-hex cj-not-string-unicode-braces cj-not-string-unicode-plus cj-not-space-nul \
        cj-not-end-empty cj-not-end-only-space cj-depth-20000 cj-depth-unclosed cj-not-entropy
        """

    /// Neighbours in the order whose order nobody gets wrong.
    private static let order = """
        order-step-1 order-step-1-back order-step-2 order-step-2-back order-step-4 order-step-4-back order-step-6 \
        order-step-6-back order-step-7 order-step-7-back order-step-9 order-step-9-back order-step-11 \
        order-step-11-back order-step-12 order-step-12-back order-step-14 order-step-14-back order-step-15 \
        order-step-15-back order-step-16 order-step-16-back order-step-22 order-step-22-back order-step-23 \
        order-step-23-back order-step-28 order-step-28-back order-step-29 order-step-29-back order-step-30 \
        order-step-30-back order-chinese order-digit-letter order-letters order-digit-later-letter order-equal \
        order-not-number order-not-json order-not-json-beside-number order-not-json-cut order-not-json-empty \
        order-not-json-bare order-not-null order-not-true order-not-list order-not-object
        """

    /// Rows that every reader refuses.
    private static let hash = """
        hash-not-id-missing hash-not-data-string hash-not-data-number hash-not-data-false hash-not-id-null \
        hash-not-id-list hash-not-id-astral-256 hash-not-time-null hash-not-time-true hash-not-deleted-negative \
        hash-not-deleted-only hash-not-string hash-not-null hash-not-number hash-not-key-case hash-not-json-empty \
        hash-not-json-cut
        """

    /// Records that every reader refuses.
    private static let records = """
        record-encode-group-not-missing record-decode-group-not-json-cut record-decode-group-not-json-empty \
        record-decode-group-not-json-depth-20000 record-encode-group-not-json-cut \
        record-encode-group-not-json-empty record-encode-group-not-json-depth-20000
        """

    /// Rows and records that every reader refuses.
    private static let rows = """
        record-decode-row-not-data-string record-decode-row-not-data-number record-decode-row-not-data-false \
        record-decode-row-not-id-null record-decode-row-not-id-list record-decode-row-not-id-astral-256 \
        record-decode-row-not-time-null record-decode-row-not-time-true record-decode-row-not-deleted-negative \
        record-decode-row-not-deleted-only record-decode-row-not-string record-decode-row-not-null \
        record-decode-row-not-number record-decode-row-not-key-case record-encode-row-not-tombstone-null \
        record-encode-row-not-tombstone-id record-decode-row-not-and-not-record record-decode-row-not-no-id \
        record-decode-row-not-no-updated-at record-decode-row-not-neither record-decode-row-not-not-object \
        record-decode-row-not-data-list record-decode-row-not-data-null record-decode-row-not-id-empty \
        record-decode-row-not-id-long record-decode-row-not-id-number record-decode-row-not-time-negative \
        record-decode-row-not-tombstone-null record-decode-row-not-json record-decode-row-not-order-id-empty
        """

    /// Streams that every decoder refuses or copies.
    private static let codec = """
        codec-write-identity-empty codec-write-identity-hello codec-write-identity-fox codec-write-identity-zeros \
        codec-write-identity-all-bytes codec-write-not-mode-without codec-write-not-mode-unknown \
        codec-read-gzip-empty codec-read-identity-hello codec-read-identity-empty codec-read-not-header-0-1e \
        codec-read-not-header-1-8a codec-read-not-header-2-07 codec-read-not-header-3-08 \
        codec-read-not-truncated-0 codec-read-not-truncated-1 codec-read-not-truncated-2 \
        codec-read-not-truncated-3 codec-read-not-truncated-4 codec-read-not-truncated-5 \
        codec-read-not-truncated-6 codec-read-not-truncated-7 codec-read-not-truncated-8 \
        codec-read-not-truncated-9 codec-read-not-truncated-10 codec-read-not-truncated-11 \
        codec-read-not-truncated-12 codec-read-not-truncated-13 codec-read-not-truncated-14 \
        codec-read-not-truncated-15 codec-read-not-truncated-16 codec-read-not-truncated-18 \
        codec-read-not-truncated-19 codec-read-not-truncated-20 codec-read-not-truncated-21 \
        codec-read-not-truncated-22 codec-read-not-truncated-23 codec-read-not-truncated-24 \
        codec-read-not-deflate-truncated-0 codec-read-not-deflate-truncated-1 codec-read-not-deflate-truncated-2 \
        codec-read-not-deflate-truncated-3 codec-read-not-deflate-truncated-4 codec-read-not-deflate-truncated-5 \
        codec-read-not-zlib-level-1 codec-read-not-zlib-level-9 codec-read-not-deflate-block-type \
        codec-read-not-deflate-stored-length codec-read-not-deflate-stored-short codec-read-not-deflate-distance \
        codec-read-not-deflate-gzip-in-deflate codec-read-not-deflate-not-final \
        codec-read-not-deflate-stored-zero codec-read-not-members-apart codec-read-not-zlib-level-2 \
        codec-read-not-zlib-dictionary codec-read-not-zlib-small-window codec-read-not-zlib-in-gzip \
        codec-read-not-zlib-for-gzip codec-read-not-deflate-for-gzip codec-read-not-text-for-gzip \
        codec-read-not-text-for-deflate codec-read-not-header-fhcrc codec-read-not-header-fextra \
        codec-read-not-header-fcomment codec-read-not-header-method-0 codec-read-not-header-swapped \
        codec-read-unlimited-identity
        """

    /// Slots and keys.
    private static let slots = """
        en-open-not-cut-73 en-open-not-cut-74 en-open-not-cut-75 en-open-not-pbkdf2-of-two \
        en-open-not-scrypt-of-two en-inspect-not-slot-count en-open-not-without-version en-open-not-without-chunk \
        en-open-not-without-slot-count en-inspect-not-scrypt-count en-inspect-not-cut-73 en-inspect-not-cut-75
        """

    /// Requests and archives that every stack refuses, and in which order.
    private static let envelope = """
        en-seal-not-content-type-0 en-seal-not-content-type-4 en-seal-not-codec-3 en-seal-not-mode \
        en-seal-not-chunk en-seal-not-generation-negative en-seal-not-generation-65-bit \
        en-seal-not-generation-leading-zero en-seal-not-workspace-15 en-seal-not-without-cek \
        en-seal-not-short-cek en-seal-not-without-archivesalt en-seal-not-short-archivesalt \
        en-seal-not-without-nonce en-seal-not-short-nonce en-seal-not-without-slotsalt.0 \
        en-seal-not-short-slotsalt.0 en-seal-not-twice en-seal-not-unused en-seal-not-unused-kdfsalt \
        en-open-not-magic-0 en-open-not-magic-1 en-open-not-magic-2 en-open-not-magic-3 en-open-not-text \
        en-open-not-gzip en-open-not-content-type-0 en-open-not-content-type-4 en-open-not-content-type-255 \
        en-open-not-codec-3 en-open-not-codec-255 en-open-not-chunk-1 en-open-not-chunk-15 en-open-not-chunk-17 \
        en-open-not-chunk-32 en-open-not-chunk-64 en-open-not-truncated-bad-type en-open-not-cut-8 \
        en-open-not-cut-9 en-open-not-cut-10 en-open-not-cut-40 en-open-not-cut-71 en-open-not-cut-72 \
        en-open-not-null-expect en-open-not-null-maxplaintext en-open-not-null-profile \
        en-open-not-null-passphrase en-forged-not-header-type-0 en-forged-not-header-codec-3 \
        en-forged-not-header-chunk-17 en-inspect-not-magic en-inspect-not-content-type en-inspect-not-cut-72 \
        en-open-not-cut-11 en-open-not-cut-12 en-open-not-cut-13 en-open-not-cut-16 en-open-not-cut-32 \
        en-open-not-cut-64 en-open-not-without-magic en-open-not-without-reserved en-open-not-twice-version \
        en-open-not-order-magic-and-version en-open-not-order-magic-and-cut en-open-not-order-type-and-slot-type \
        en-inspect-not-codec en-inspect-not-chunk-size en-inspect-not-cut-8 en-inspect-not-cut-9 \
        en-inspect-not-cut-10
        """

    /// Old archives that every stack refuses.
    private static let rewrap = """
        en-rewrap-not-magic en-rewrap-not-content-type en-rewrap-not-codec en-rewrap-not-chunk-size \
        en-rewrap-not-cut-72 en-rewrap-not-cut-75
        """

    /// Versions of which all rules say the same, and what is no payload, profile or journal.
    private static let merge = """
        mg-snapshot-occ-LL-equal-same-2 mg-commit-gated-LL-equal-same-2 mg-blob-cas-lww-LL-equal-same-2 \
        mg-server-accept-LL-equal-same-2 mg-server-accept-watch-LL-equal-same-2 mg-not-no-inputs \
        mg-not-repeated-id mg-not-row mg-not-row-time mg-not-json mg-not-list mg-not-schema mg-not-rows \
        mg-not-collection mg-profile mg-profile-order mg-not-profile-json mg-not-profile-list \
        mg-not-profile-missing mg-not-profile-unknown mg-not-profile-tie mg-not-profile-replica \
        mg-not-profile-number mg-not-profile-double mg-not-profile-type mg-not-profile-soft mg-not-profile-kind \
        mg-not-profile-counter mg-not-profile-watched mg-not-profile-cycle mg-not-profile-retry \
        mg-not-profile-error mg-not-profile-mass mg-replay-replay-guarded-absent mg-replay-replay-restamp-absent \
        mg-replay-merge-absent mg-replay-journal-empty mg-replay-journal-order mg-replay-not-json \
        mg-replay-not-list mg-replay-not-entry mg-replay-not-synced mg-replay-not-member mg-replay-not-row \
        mg-not-json-cut mg-not-json-empty mg-not-json-bom mg-not-json-trailing mg-not-json-utf8 \
        mg-not-json-depth-513
        """

    /// What are no metadata, records or downloads.
    private static let reconcile = """
        re-not-metadata-hash-short re-not-metadata-hash-signed re-not-metadata-hash-upper re-not-metadata-version \
        re-not-metadata-deleted re-not-metadata-deleted-at re-not-metadata-member re-not-metadata-missing \
        re-not-metadata-json re-not-metadata-list re-not-domain re-not-domain-twice re-not-remote \
        re-not-remote-row re-not-failed re-not-consent re-not-metadata-json-cut re-not-metadata-json-empty \
        re-not-metadata-json-bom re-not-metadata-json-trailing re-not-metadata-json-utf8 \
        re-not-metadata-json-depth-513
        """

    /// What is decided alike by whoever decides, and what is no question.
    private static let decide = """
        de-event-newer de-event-later-period de-event-restored de-event-created de-event-deletion-new \
        de-event-just-in-time de-event-ageless de-event-malformed de-lifecycle-active-paused \
        de-lifecycle-active-archived de-lifecycle-paused-active de-lifecycle-paused-archived \
        de-lifecycle-archived-active de-history-created de-history-deleted de-history-tombstone de-history-orphan \
        de-history-again de-history-reused de-history-malformed de-pulled-new de-pulled-settled de-pulled-same \
        de-pulled-half-deleted de-pulled-deleted-settled de-change-new de-change-newer \
        de-change-deleted-published de-change-edit-earlier de-change-edit-earlier-queue \
        de-change-edit-earlier-lww de-change-edit-earlier-server de-change-fraction de-change-not-day \
        de-change-not-space de-change-not-zone de-change-not-point de-change-not-empty de-change-not-record \
        de-change-not-local de-not-json de-not-list de-not-empty de-not-now de-not-collection de-not-stored \
        de-not-pushed de-not-pending de-not-answer de-returning-recent \
        de-change-floored-half-next de-not-json-cut de-not-json-empty de-not-json-bom de-not-json-trailing \
        de-not-json-utf8 de-not-json-depth-513 de-stamps-past de-stamps-none de-stamps-clock-greatest \
        de-stamps-not-row de-stamps-not-now de-stamps-not-collection de-change-last-year-before \
        de-change-year-9600-before de-change-year-0-before de-change-lower-case-before \
        de-change-leap-second-before de-returning-in-time
        """
}

extension Mutant {
    /// The part of an implementation in which a mistake is made.
    public enum Layer: String, Sendable, CaseIterable {
        /// Values read from and written as canonical JSON.
        case canonicalJSON = "canonical JSON"
        /// The order of strings.
        case order
        /// The content hash.
        case hash
        /// Records, and the rows that carry them.
        case records
        /// The plaintext of a snapshot.
        case payload
        /// Compression.
        case codec
        /// Slots and the keys behind them.
        case keys
        /// The header of an archive and its MAC.
        case header
        /// The encrypted part of an archive.
        case envelopePayload = "envelope payload"
        /// Which version of a record stays.
        case merge
        /// What is made of edits of one field.
        case fields
        /// The comparison of an application with what was remembered of it.
        case reconcile
        /// Whether a version is accepted, and what becomes of the answer.
        case decisions
    }

    /// Whether the model of JSON, records and payloads makes the mistake.
    var isOfJSON: Bool {
        switch layer {
        case .canonicalJSON, .order, .hash, .records, .payload: true
        case .codec, .keys, .header, .envelopePayload, .merge, .fields, .reconcile, .decisions: false
        }
    }

    /// The part of an implementation that makes the mistake.
    public var layer: Layer {
        switch self {
        case .escapeSlash, .escapeNonASCII, .escapeHTML, .escapeLineSeparators, .escapeDelete, .upperHex,
            .noShortEscapes, .rareEscapesAsHex, .controlsUnescaped, .cesu8, .nestedSort, .integerKeysFirst,
            .spaces, .trailingNewline, .byteOrderMark,
            .integralDoubleAsInteger, .integerAsDouble, .exponentPadding, .exponentWithoutPlus, .javaNumberLayout,
            .pythonNumberLayout, .negativeZeroDropped, .seventeenDigits, .fifteenDigits, .numberTextKept,
            .negativeZeroAsDouble, .integersRounded, .bigIntegerClamped, .bigIntegerWrapped, .bigIntegerKept,
            .bigIntegerRejected, .overflowAsInfinity, .underflowRejected, .exponentClamped, .float32,
            .naiveDoubleParser, .replaceLoneSurrogate, .loneSurrogateAsQuestionMark, .loneSurrogateRejected,
            .duplicateFirstWins, .duplicateLastPlace, .duplicateRejected, .protoKeyLost, .nfcKeys, .nfcStrings,
            .mergeEquivalentKeys, .byteOrderMarkSkipped, .commentsAccepted, .trailingCommaAccepted,
            .trailingDataIgnored, .controlCharactersAccepted, .unknownEscapesAccepted, .singleQuotesAccepted,
            .leadingZerosAccepted, .plusSignAccepted, .barePointAccepted, .nonFiniteAccepted, .unicodeSpaceAccepted,
            .invalidUTF8Replaced, .overlongAccepted, .encodedSurrogatesAccepted, .unboundedDepth, .shallowDepth:
            .canonicalJSON
        case .utf8Order, .swiftStringOrder, .localeOrder, .caseInsensitiveOrder, .lengthFirstOrder: .order
        case .unpaddedHash, .signedHash, .hashWithVersion, .hashOfReceivedBytes, .hashOfRow, .hashOfUTF16, .fnv1,
            .tombstoneHashOfNull:
            .hash
        case .tagsAsArray, .jsonFieldUnchecked, .jsonFieldReformatted, .boolAsInteger, .numbersAsBool,
            .integralDoubleAccepted, .numericStringAccepted, .largeIntegersAccepted, .int32Fields, .dropUnknownField,
            .unknownFieldsFirst, .unknownFieldsSorted, .fieldsInInputOrder, .missingInsteadOfNull,
            .missingFieldAccepted, .nullAsDefault, .unknownEnumRejected, .unknownEnumAsFirst, .stampFieldOmitted,
            .stampFieldUnchecked, .rowNamesAccepted, .unknownCollectionAccepted, .noTopSort, .bumpNow, .tombstoneNow,
            .stampAsText, .stampInSeconds, .deletedRowWithData, .tombstoneTimesUnchecked, .rowKeyOrderRequired,
            .idTrimmed, .idLengthInBytes, .idSurrogateAccepted:
            .records
        case .notCanonicalAccepted, .payloadUnchecked, .schemaUnchecked, .unsortedCollectionsAccepted,
            .unsortedRowsAccepted, .duplicateIDsAccepted:
            .payload
        case .osByte3, .modificationTimeNow, .extraFlags2, .fileName, .gzipHeaderUnchecked, .gzipBigEndian,
            .zlibWrapper, .emptyLastStoredBlock, .secondMemberIgnored, .membersJoined, .trailingIgnored,
            .trailingZerosIgnored, .finalBlockUnchecked, .checksumUnchecked, .sizeUnchecked, .lengthIgnored,
            .lengthTrusted, .overflowAsLimit, .limitExclusive, .unboundedInflate:
            .codec
        case .passphraseTrimmed, .passphraseLowercased, .noNormalization, .decomposed, .compatibilityNormalization,
            .passphraseLatin1, .passphraseUTF16, .passphraseLimitUnchecked, .passphraseLimitBeforeNormalization,
            .nulAccepted, .surrogateReplaced, .kekWithoutLabel, .kekOneLabel, .rootAsKeyEncryptionKey, .hkdfSwapped,
            .hkdfWithoutSalt, .saltAsHex, .saltAsBase64, .kdfSaltWithoutPrefix, .pbkdf2SHA1, .pbkdf2SHA512,
            .iterationsIgnored, .iterationsUnbounded, .iterationsLittleEndian, .costCheckedLate, .log2NIgnored,
            .scryptSwapped, .keyIDOfHash, .keyIDOfKeyAlone, .keyIDUnchecked, .keyLengthUnchecked, .keyWrapUnchecked,
            .wrapWithoutAssociatedData, .wrapWithoutPrologue, .wrapWithoutSlot, .onlyFirstSlot, .firstKeyIDDecides,
            .noMatchAsHeaderAuth, .headerAuthAsNoMatch:
            .keys
        case .magicOfFour, .shortAsBadMagic, .lengthBeforeVersion, .versionUnchecked, .suiteUnchecked, .reservedIgnored,
            .slotCountUnchecked, .slotType0Accepted, .slotLimitUnchecked, .slotLengthIgnored, .slotLengthLittleEndian,
            .unknownSlotRejected, .passphraseSlotAmongOthers, .slotsSorted, .generationAsDouble,
            .generationLittleEndian, .generationSigned, .macUnchecked, .macAfterPayload, .macWithoutSlots,
            .macWithNonce, .macOf16Bytes, .macOfContentKey, .oneKeyForAll, .workspaceUnchecked, .contentTypeUnchecked,
            .rollbackUnchecked, .equalAsRollback, .rollbackBeforeContext, .contextBeforeMAC, .contextAfterPayload,
            .rewrapKeepsSlots, .rewrapKeepsMAC, .rewrapVerifiesPayload, .rewrapReencrypts:
            .header
        case .tagFirst, .noncePrefixed, .nonce16, .nonceNotCounted, .counterFrom1, .counterLittleEndian, .counterAdded,
            .noAssociatedData, .slotsInAssociatedData, .associatedDataWithoutIndex, .associatedDataWithoutFinal,
            .noFinalFlag, .finalFlagUnchecked, .emptyLastPiece, .chunkWithTag, .shortTagAccepted,
            .contentKeyAsPayloadKey, .lengthLittleEndian, .lengthOfCompressed, .faultBeforeAuthentication:
            .envelopePayload
        case .absenceDeletes, .swiftStringTie, .utf8Tie, .firstTie, .secondTie, .olderWins, .tombstoneWinsTie,
            .liveWinsTie, .replicaIgnored, .deletionByStamp, .softDeleteIgnored, .halfSoftDelete, .rowKeysDropped,
            .payloadKeysDropped, .unknownCollectionDropped, .blobLWW, .fieldsOfBoth, .watchedSettled, .tieSettled,
            .blindReplay, .syncedReplayed, .firstEntryCounts, .heldPublished:
            .merge
        case .wroteAtDecides, .smallerReplica, .duplicateByHash, .recordGranularity, .countersSummed,
            .listRemovalForgotten, .listByID, .listEarliestFirst, .moveAdds, .flaggedSettled, .resolutionIgnored,
            .equalValuesDisputed, .editUndoesDeletion, .tombstoneWithoutState:
            .fields
        case .wallClockStamp, .applyBeforeSnapshot, .metadataBeforeLanding, .fingerprintOfStore, .unguardedDeletes,
            .consentForAll, .hashWithoutExclude, .stampInFingerprint, .editAtNow, .tombstoneAtNow, .unchangedRestamped,
            .deletionsForgotten, .rowKeysForgotten, .deviceSettingsPublished, .alwaysUploads:
            .reconcile
        case .lastPusherWins, .deletionUndone, .olderDeletionRefused, .lifecycleIgnored, .ageIgnored, .forgottenRevived,
            .periodIgnored, .tieAccepted, .pausedAcceptsProgress, .keepMineWithoutStamp, .keepMineRevives,
            .futureUnreported, .futureWithoutTolerance, .pullOverPending, .pendingOverDeletion, .refusedKept,
            .changeRepeated, .changeVersionIgnored, .changeOverEdit, .changeOverTombstone:
            .decisions
        }
    }

    /// The operations whose answers the mistake can change; the others need not be asked.
    public var operations: Set<String> {
        switch layer {
        case .canonicalJSON: ["canonicalize", "compareUTF16", "contentHash", "encodeRecord", "decodeRecord", "open"]
        case .order: ["compareUTF16", "encodeRecord", "open"]
        case .hash: ["contentHash"]
        case .records: ["contentHash", "encodeRecord", "decodeRecord", "open"]
        case .payload: ["open"]
        case .codec: ["compress", "decompress", "seal", "open"]
        case .keys: ["seal", "open", "rewrap", "inspect"]
        case .header: ["seal", "open", "rewrap", "inspect"]
        case .envelopePayload: ["seal", "open", "rewrap"]
        case .merge: ["merge", "replay", "reconcile"]
        case .fields: ["merge"]
        case .reconcile: ["reconcile", "replay", "decide"]
        case .decisions: ["decide"]
        }
    }
}

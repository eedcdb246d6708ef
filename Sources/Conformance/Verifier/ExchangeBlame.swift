import CanonicalJSON

/// Which of two stacks is wrong when they do not understand each other: the reference decides (VR-12).
enum ExchangeBlame {
    /// About an archive that `reader` did not open as it was sealed.
    static func explained(
        _ failure: Failure, _ answer: Answer, _ sealed: ExchangeCheck.Sealed, reader: String
    ) -> Failure {
        var failure = failure
        let opened = Blame.reference("open", inputs: sealed.vector.openInputs(archive: sealed.archive))
        let isSealedRight =
            opened.map {
                ExchangeCheck.fault(
                    of: .ok(outputs: $0.outputs, intermediates: [:]), opening: sealed.vector) == nil
            } ?? false
        guard isSealedRight, let opened else { return blamed(failure, sealed) }
        failure.culprit = reader
        if case .ok(_, let intermediates) = answer {
            failure.layer = Blame.layer(intermediates, reference: opened.intermediates, ofOwnDeflate: false)
        }
        return failure
    }

    /// About two archives with different headers.
    static func explained(
        _ failure: Failure, _ first: ExchangeCheck.Sealed, _ second: ExchangeCheck.Sealed
    ) -> Failure {
        var failure = failure
        if let difference = failure.difference {
            failure.difference?.part = Blame.place(
                at: difference.offset, of: first.archive, output: difference.place)
        }
        guard let right = Blame.reference(first.vector)?.outputs["archive"]?.bytes else { return failure }
        let isFirstRight = HeaderIdentity.fault(of: first.archive, expected: right) == nil
        let isSecondRight = HeaderIdentity.fault(of: second.archive, expected: right) == nil
        guard isFirstRight != isSecondRight else {
            // Both differ from the reference: each has failed its vector, too.
            failure.culprit = isFirstRight ? nil : "\(first.writer) and \(second.writer)"
            return failure
        }
        return blamed(failure, isFirstRight ? second : first)
    }

    /// The writer is wrong: names the first layer, or part of the header, that it got wrong.
    private static func blamed(_ failure: Failure, _ sealed: ExchangeCheck.Sealed) -> Failure {
        var failure = failure
        failure.culprit = sealed.writer
        guard let right = Blame.reference(sealed.vector) else { return failure }
        failure.layer = Blame.layer(
            sealed.intermediates, reference: right.intermediates,
            ofOwnDeflate: sealed.vector.determinism == .perImplementation)
        if failure.layer == nil, let expected = right.outputs["archive"]?.bytes {
            failure.layer = HeaderIdentity.fault(of: sealed.archive, expected: expected)?.difference
        }
        return failure
    }
}

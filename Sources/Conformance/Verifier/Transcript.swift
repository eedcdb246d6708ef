import CanonicalJSON
import SyncBridge

/// What was said about one vector, for a report about that one.
public struct Transcript: Equatable, Sendable {
    /// A request and what came back, as lines without their newlines.
    public struct Exchange: Equatable, Sendable {
        /// The request; empty when none was made.
        public var request: [UInt8] = []
        /// The answer; empty when there was none.
        public var answer: [UInt8] = []
    }

    /// The last request and its answer.
    public var exchange: Exchange
    /// What a right stack answers: the outputs, or the error class, as JSON.
    public var expected: String
}

extension TestResult {
    /// The one result in full: what was asked, what came, what was due, who is to blame, and the command that does it again.
    public func explanation(_ settings: RunSettings) -> String {
        func shown(_ line: [UInt8]) -> String {
            guard line.count > Self.shownLimit else { return String(decoding: line, as: UTF8.self).visible() }
            let start = String(decoding: line.prefix(Self.shownLimit), as: UTF8.self).visible()
            return "\(start)... (\(line.count) bytes)"
        }
        var lines = ["\(stack) \(name)"]
        if let transcript {
            lines.append("  request:  " + shown(transcript.exchange.request))
            lines.append("  answer:   " + shown(transcript.exchange.answer))
            lines.append("  expected: " + shown(Array(transcript.expected.utf8)))
        }
        switch outcome {
        case .passed: lines.append("  passed")
        case .skipped(let reason): lines.append("  skipped: " + reason.visible())
        case .failed(let failure), .known(let failure, _):
            lines.append("  failed (\(failure.observedClass)): \(failure.summary.visible())")
            for difference in [failure.difference, failure.layer].compactMap({ $0 }) {
                lines.append("  \(difference.place), from byte \(difference.windowOffset):")
                lines.append("    actual   " + Hex.encode(difference.actual))
                lines.append("    expected " + Hex.encode(difference.expected))
            }
        }
        lines.append("  again:    " + reproduction(settings))
        return lines.joined(separator: "\n") + "\n"
    }

    private static let shownLimit = 4000
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension ChildProcess {
    /// Why the conversation ended, in words; a child that closed its output is waited for.
    func explain(_ failure: ChildFailure) -> String {
        var text: String
        switch failure {
        case .endOfFile:
            text = finish().words
        case .unasked(let line): text = "said something that nobody had asked for: \(line)"
        case .timeout(let milliseconds): text = "no answer in \(milliseconds / 1000) s"
        case .lineTooLong(let limit): text = "answered with a line of over \(limit) bytes"
        case .cannotStart(let errno): text = "cannot start: \(Self.words(errno))"
        case .system(let call, let errno): text = "\(call): \(Self.words(errno))"
        }
        let said = String(decoding: diagnostics, as: UTF8.self)
        if let last = said.split(separator: "\n").last { text += "; it said: \(last)" }
        return text
    }

    /// An error number as the C library words it.
    private static func words(_ number: Int32) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}

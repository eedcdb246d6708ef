import CommandLineKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The lines of an input, without their newlines, one in memory at a time.
struct LineReader: ~Copyable {
    private var input: FileInput
    private var pending: [UInt8] = []
    private var start = 0
    private var searched = 0
    private var isEnd = false

    init(_ input: consuming FileInput) {
        self.input = input
    }

    /// The next line; the last one may lack its newline. Nil at the end.
    mutating func next() throws(CommandLineError) -> [UInt8]? {
        while true {
            if let newline = pending[searched...].firstIndex(of: 0x0A) {
                let line = Array(pending[start..<newline])
                start = newline + 1
                searched = start
                return line
            }
            searched = pending.count
            if isEnd {
                guard start < pending.count else { return nil }
                defer { start = pending.count }
                return Array(pending[start...])
            }
            pending.removeFirst(start)
            searched -= start
            start = 0
            isEnd = try input.read(upTo: 65536, into: &pending) == 0
        }
    }

    /// Whether the next line may have to be waited for.
    var mayWait: Bool { !pending[searched...].contains(0x0A) }
}

/// Ends the process with a code that only the testee protocol knows.
func exit(with code: Int32) -> Never {
    exit(code)
}

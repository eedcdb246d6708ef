import CanonicalJSON

extension RunRecord {
    /// Reads a saved run.
    ///
    /// - Parameter name: the file's name, for messages.
    /// - Throws: `VectorError` for anything that is no whole record of this form: it names the line.
    public init(parsing bytes: [UInt8], name: String) throws(VectorError) {
        var lines: [RecordLine] = []
        for (index, line) in bytes.split(separator: 0x0A).enumerated() {
            let place = "\(name): line \(index + 1)"
            lines.append(RecordLine(value: try JSONValue(parsing: Array(line), place: place), place: place))
        }
        guard let first = lines.first, try first.text("type") == "run" else {
            throw VectorError(place: name, reason: "not a saved run: the first line has not the type run")
        }
        guard first.value["format"] == .integer(Self.format) else { throw first.error("another format of record") }
        tool = try first.text("tool")
        timestamp = try first.optionalText("timestamp")
        vectorsVersion = try first.optionalText("vectorsVersion")
        suites = []
        for suite in try first.objects("suites") {
            suites.append(
                Suite(
                    kind: try suite.text("kind"), vectors: try suite.count("vectors"),
                    sha256: try suite.text("sha256")))
        }
        verdict = Verdict()
        for stack in try first.objects("stacks") { verdict.stacks.append(try StackFacts(stack)) }
        if let settings = try first.object("settings") { verdict.settings = try RunSettings(settings) }
        var ended = false
        for line in lines.dropFirst() {
            guard !ended else { throw line.error("a line after the summary") }
            switch try line.text("type") {
            case "result": verdict.results.append(try TestResult(line))
            case "output": verdict.outputs.append(try StackOutput(line))
            case "third-party": verdict.thirdParty.append(try ThirdPartyVerdict(line))
            case "suspect": verdict.suspects.append(try Suspect(line))
            case "summary":
                ended = true
                for (key, value) in summary where line.value[key] != value {
                    throw line.error("\(key) is not that of the lines before")
                }
            case let other: throw line.error("unknown type \(other)")
            }
        }
        guard ended else { throw VectorError(place: name, reason: "the record has no summary: it was cut") }
    }
}

extension StackFacts {
    fileprivate init(_ line: RecordLine) throws(VectorError) {
        name = try line.text("name")
        implementation = try line.text("implementation")
        version = try line.text("version")
        language = try line.text("language")
        runtime = try line.text("runtime")
        zlib = try line.text("zlib")
        features = try line.texts("features")
        fault = try line.optionalText("fault")
    }
}

extension RunSettings {
    fileprivate init(_ line: RecordLine) throws(VectorError) {
        guard let seed = UInt64(try line.text("seed")) else { throw line.error("seed: not a number") }
        var testees: [String: String] = [:]
        for (name, command) in line.value["testees"]?.objectValue ?? [:] {
            guard let name = name.string, let command = command.text else { throw line.error("testees: not text") }
            testees[name] = command
        }
        self.init(options: try line.texts("options"), testees: testees, seed: seed)
    }
}

extension TestResult {
    fileprivate init(_ line: RecordLine) throws(VectorError) {
        let outcome: Outcome
        switch try line.text("outcome") {
        case "passed": outcome = .passed
        case "skipped": outcome = .skipped(try line.text("skipped"))
        case "failed":
            guard let failure = try line.object("failure") else { throw line.error("failure: not there") }
            outcome = .failed(try Failure(failure))
        case "known":
            guard let failure = try line.object("failure") else { throw line.error("failure: not there") }
            outcome = .known(try Failure(failure), reason: try line.text("known"))
        case let other: throw line.error("unknown outcome \(other)")
        }
        self.init(
            group: try line.text("group"), stack: try line.text("stack"), name: try line.text("name"),
            clauses: try line.texts("clauses"), outcome: outcome, vector: try line.optionalText("vector"))
        if line.value["reading"] != nil { reading = try line.count("reading") - 1 }
    }
}

extension Failure {
    fileprivate init(_ line: RecordLine) throws(VectorError) {
        guard let kind = Kind(rawValue: try line.text("kind")) else { throw line.error("kind: unknown") }
        self.init(
            kind, try line.text("reason"), errorClass: try line.optionalText("errorClass"),
            difference: try Difference(line.object("difference")))
        layer = try Difference(line.object("layer"))
        culprit = try line.optionalText("culprit")
        mutants = try line.texts("mutants")
    }
}

extension Difference {
    fileprivate init?(_ line: RecordLine?) throws(VectorError) {
        guard let line else { return nil }
        place = try line.text("place")
        offset = try line.count("offset")
        windowOffset = try line.count("windowOffset")
        actual = try line.hex("actual")
        expected = try line.hex("expected")
        actualCount = try line.count("actualCount")
        expectedCount = try line.count("expectedCount")
        part = try line.optionalText("part")
    }
}

extension Suspect {
    fileprivate init(_ line: RecordLine) throws(VectorError) {
        stack = try line.text("stack")
        guard let known = Mutant(rawValue: try line.text("mutant")) else { throw line.error("mutant: unknown") }
        mutant = known
        explained = try line.count("explained")
        failures = try line.count("failures")
    }
}

extension StackOutput {
    fileprivate init(_ line: RecordLine) throws(VectorError) {
        vector = try line.text("vector")
        stack = try line.text("stack")
        name = try line.text("name")
        length = try line.count("length")
        sha256 = try line.text("sha256")
    }
}

import CanonicalJSON

extension Diagnosis {
    /// Explains what an implementation answered to `vector`.
    ///
    /// - Parameter given: a line of the testee protocol, or the bytes of the one output that the operation has.
    /// - Throws: `VectorError` for what can be neither.
    public init(answering vector: Vector, with given: [UInt8]) throws(VectorError) {
        let answer = try Answer(given, to: vector)
        self.init(vector.id)
        guard var failure = Judge.fault(of: answer, for: vector) else { return }
        fault = failure.reason
        failure.layer = Blame.layer(of: answer, for: vector)
        notes.append("\(vector.operation): \(vector.comment) (\(vector.clauses.joined(separator: ", ")))")
        mutants = Explanation().mutants(giving: answer, to: vector)
        layer = mutants.first?.layer.rawValue ?? vector.operation
        if case .ok(let outputs, _) = answer { compare(outputs, to: vector) }
        if let found = failure.layer {
            layer = found.place
            difference = found
            place = nil
        }
    }

    /// Compares with what the reference makes, since a vector may hold no more than a hash of it.
    private mutating func compare(_ outputs: JSONObject, to vector: Vector) {
        guard case .ok(let expected, _) = Model(mutant: nil).answer(vector) else { return }
        for (name, value) in expected {
            guard let actual = outputs[name]?.bytes, var wanted = value.bytes else { continue }
            var compared = actual
            if vector.determinism == .perImplementation, case .valid(let stated) = vector.expectation,
                let prefix = stated["archivePrefix"]?.bytes
            {
                // What follows is the stack's own.
                guard !actual.starts(with: prefix) else { continue }
                compared = Array(actual.prefix(prefix.count)) + wanted.dropFirst(prefix.count)
                wanted = prefix + wanted.dropFirst(prefix.count)
            }
            compare(name.description, actual: compared, expected: wanted)
            if difference != nil { return }
        }
    }
}

extension Answer {
    /// Reads an answer line, or takes bytes as the operation's output.
    fileprivate init(_ given: [UInt8], to vector: Vector) throws(VectorError) {
        let line = try? JSONValue(parsing: given)
        if let line, line["id"]?.integerValue != nil, let status = line["status"]?.text {
            self = try Self.read(line, status)
            return
        }
        guard let output = vector.soleOutput else {
            throw VectorError(place: vector.id, reason: "\(vector.operation) needs an answer line of the protocol")
        }
        let value: JSONValue
        switch output {
        case "hash":
            // A program that prints a hash ends the line.
            let text = given.last == 0x0A ? given.dropLast() : given[...]
            value = .text(String(decoding: text, as: UTF8.self))
        case "order":
            guard let line, line.integerValue != nil else {
                throw VectorError(place: vector.id, reason: "the answer is neither -1, 0, 1 nor an answer line")
            }
            value = line
        default: value = .bytes(given)
        }
        self = .ok(outputs: [output: value], intermediates: [:])
    }

    private static func read(_ line: JSONValue, _ status: String) throws(VectorError) -> Answer {
        switch status {
        case "ok":
            return .ok(
                outputs: line["outputs"]?.objectValue ?? [:], intermediates: line["intermediates"]?.objectValue ?? [:])
        case "rejected":
            return .rejected(
                errorClass: line["error"]?["class"]?.text ?? "", message: line["error"]?["message"]?.text ?? "")
        case "unsupported": return .unsupported(feature: line["feature"]?.text ?? "")
        default: throw VectorError(place: "the answer", reason: "its status is neither ok, rejected nor unsupported")
        }
    }
}

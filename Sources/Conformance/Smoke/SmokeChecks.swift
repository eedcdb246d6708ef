import CanonicalJSON

/// The checks of `Smoke`, in the order in which they are made.
enum SmokeChecks {
    typealias Outcome = Smoke.Check.Outcome

    /// One line for each request, with its id, in whatever order the ids come.
    static func answers(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        for id: Int64 in [7, 4_294_967_299, 1, 1, 0] {
            if case .broken(let reason) = conversation.ask("frobnicate", [:], id: id) { return .failed(reason) }
        }
        return .passed
    }

    static func unknownOperation(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        // Names that tables of some languages have by themselves are among them.
        for name in ["frobnicate", "Canonicalize", "toString", "__proto__", "__init__", "op:seal", "säl", ""] {
            let answer = conversation.ask(name, [:])
            guard answer == .unsupported(feature: "op:" + name) else {
                return .failed("\(words(answer)) for the operation \"\(name)\"; unsupported, op:\(name) expected")
            }
        }
        return .passed
    }

    static func wrongInputs(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        guard !samples.declared.isEmpty else { return .skipped("hello names no operation that the specification has") }
        for operation in samples.declared {
            let requests: [(what: String, request: JSONObject)] = [
                ("no inputs", ["id": 1, "op": .text(operation)]),
                ("inputs as a list", ["id": 1, "op": .text(operation), "inputs": []]),
                ("empty inputs", ["id": 1, "op": .text(operation), "inputs": [:]]),
            ]
            for (what, request) in requests {
                if let fault = fault(ofRejection: conversation.send(request, id: 1)) {
                    return .failed("\(operation) with \(what): \(fault)")
                }
            }
        }
        for sample in samples.working {
            for value: JSONValue in [1, .null, "?", "YQ", "YR==", "Y Q==", ["file": "/dev/null"]] {
                let answer = conversation.ask(sample.operation, sample.inputs(value, length: 1))
                if let fault = fault(ofRejection: answer) {
                    return .failed("\(sample.operation) with \(text(value)) as \(sample.input): \(fault)")
                }
            }
        }
        return .passed
    }

    static func unknownMembers(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        guard let sample = samples.working.first else { return noSample }
        var inputs = sample.inputs
        inputs["frobnicate"] = [1]
        let request: JSONObject = [
            "frobnicate": ["a": .null], "inputs": .object(inputs), "op": .text(sample.operation), "id": 1,
        ]
        let answer = conversation.send(request, id: 1)
        let plain = conversation.ask(sample.operation, sample.inputs)
        return answer == plain
            ? .passed : .failed("\(sample.operation): \(words(answer)); without them \(words(plain))")
    }

    /// A short byte string in a file, and a long one.
    static func fileIn(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        guard let sample = samples.working.first else { return noSample }
        for count in [5, longCount] {
            let value: JSONValue
            do { value = try conversation.scratch.file(SmokeSamples.text(count: count)) } catch {
                return .failed(error.reason)
            }
            let answer = conversation.ask(sample.operation, sample.inputs(value, length: count))
            guard case .ok = answer else {
                return .failed("\(sample.operation) with a file of \(count) bytes: \(words(answer))")
            }
        }
        return .passed
    }

    static func fileOut(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        guard let sample = samples.working.first(where: { $0.output != nil }), let output = sample.output else {
            return .skipped("no operation that gives back a byte string was answered with ok")
        }
        let content = SmokeSamples.text(count: longCount)
        do throws(ScratchError) {
            let value = try conversation.scratch.file(content)
            let answer = conversation.ask(sample.operation, sample.inputs(value, length: content.count))
            guard case .ok(let outputs, _) = answer else { return .failed("\(sample.operation): \(words(answer))") }
            guard let given = outputs[output] else { return .failed("\(sample.operation): no output \(output)") }
            if let bytes = given.bytes {
                guard bytes.count <= ScratchFolder.inlineLimit else {
                    return .failed(
                        "\(sample.operation): \(bytes.count) bytes of \(output) in the line instead of a file")
                }
                return .failed("\(sample.operation): only \(bytes.count) bytes of \(output)")
            }
            let read = try conversation.scratch.internalize([output: given])
            return read[output]?.bytes == nil ? .failed("\(output): neither base64 nor a file") : .passed
        } catch { return .failed(error.reason) }
    }

    static func endOfInput(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        // It may have crashed before.
        _ = conversation.ask("frobnicate", [:])
        return outcome(conversation.finish())
    }

    static func onceOK(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        guard let sample = samples.working.first else { return noSample }
        return once(conversation, sample.operation, sample.inputs, exitCode: 0)
    }

    static func onceRejected(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        guard let operation = samples.declared.first else {
            return .skipped("hello names no operation that the specification has")
        }
        return once(conversation, operation, [:], exitCode: 1)
    }

    static func onceUnsupported(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        once(conversation, "frobnicate", [:], exitCode: 127)
    }

    static func onceNoRequest(_ conversation: SmokeConversation, _ samples: SmokeSamples) -> Outcome {
        outcome(conversation.once(Array("this is no request".utf8), exitCode: 2, answered: false))
    }

    /// More than fits in a line, in bytes.
    private static let longCount = ScratchFolder.inlineLimit + 4464

    private static let noSample = Outcome.skipped("no operation that this can ask for was answered with ok")

    private static func once(
        _ conversation: SmokeConversation, _ operation: String, _ inputs: JSONObject, exitCode: Int32
    ) -> Outcome {
        let request: JSONValue = ["id": 1, "op": .text(operation), "inputs": .object(inputs)]
        return outcome(conversation.once(Array(text(request).utf8), exitCode: exitCode, answered: true))
    }

    private static func outcome(_ fault: String?) -> Outcome { fault.map { .failed($0) } ?? .passed }

    private static func fault(ofRejection answer: Answer) -> String? {
        if case .rejected("INVALID_PARAMETER", _) = answer { return nil }
        return "\(words(answer)); rejected, INVALID_PARAMETER expected"
    }

    private static func words(_ answer: Answer) -> String {
        switch answer {
        case .ok: "ok"
        case .rejected(let errorClass, let message): "rejected, \(errorClass): \(message)"
        case .unsupported(let feature): "unsupported, \(feature)"
        case .broken(let reason): reason
        }
    }

    private static func text(_ value: JSONValue) -> String {
        (try? value.canonicalBytes()).map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }
}

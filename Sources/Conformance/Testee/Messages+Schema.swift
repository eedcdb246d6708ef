import CanonicalJSON

extension Messages {
    /// The JSON Schema of all messages, in `$defs` by `OPERATION-request` and `OPERATION-answer`, one a line.
    ///
    /// - Throws: `VectorError`, which never happens with the table that is here.
    public static func schemaFile() throws(VectorError) -> [UInt8] {
        var definitions: [(name: String, schema: JSONValue)] = [
            ("bytes", bytes), ("hello-request", helloRequest.schema), ("hello-answer", helloAnswer.schema),
            ("request", request(nil).schema), ("answer", schema(ofAnswerTo: nil)),
        ]
        for operation in operations {
            definitions.append((operation.name + "-request", schema(ofRequest: operation)))
            definitions.append((operation.name + "-answer", schema(ofAnswerTo: operation)))
        }
        func text(_ value: JSONValue) throws(VectorError) -> [UInt8] {
            do { return try value.canonicalBytes() } catch {
                throw VectorError(place: "testee-protocol.schema.json", reason: "\(error)")
            }
        }
        var file = Array("{\n".utf8)
        for (name, value) in head { file += try text(.text(name)) + Array(": ".utf8) + text(value) + Array(",\n".utf8) }
        file += Array("\"$defs\": {\n".utf8)
        for (index, definition) in definitions.enumerated() {
            file += try text(.text(definition.name)) + Array(": ".utf8) + text(definition.schema)
            file += Array((index == definitions.count - 1 ? "\n" : ",\n").utf8)
        }
        return file + Array("}\n}\n".utf8)
    }

    private static let head: [(String, JSONValue)] = [
        ("$schema", "https://json-schema.org/draft/2020-12/schema"),
        ("title", "Messages of the testee protocol"),
        (
            "description",
            """
            See Spec/testee-protocol.md (TP). Each definition NAME-request and NAME-answer is the schema of one message; request \
            and answer are those of an operation that the specification does not have. A request that has to be answered with \
            INVALID_PARAMETER need not validate. Made by: syncwire testee schema
            """
        ),
    ]

    private static let bytes: JSONValue = [
        "oneOf": [
            [
                "type": "string", "maxLength": .integer(Int64((ScratchFolder.inlineLimit + 2) / 3 * 4)),
                "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
            ],
            file.schema,
        ]
    ]

    private static func schema(ofRequest operation: Operation) -> JSONValue {
        var schema = request(operation).schema
        if operation.isUnlocking {
            schema["properties"]?["inputs"]?["oneOf"] = [["required": ["key"]], ["required": ["passphrase"]]]
        }
        return schema
    }

    private static func schema(ofAnswerTo operation: Operation?) -> JSONValue {
        ["oneOf": .array(answers(operation).map(\.form.schema))]
    }
}

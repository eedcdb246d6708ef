import CommandLineKit
import Conformance

let schemaCommand = Command(
    "schema",
    abstract: "Print the JSON Schema of all messages of the testee protocol",
    discussion: "This is how Spec/schemas/testee-protocol.schema.json is made.",
    run: { _ in
        let schema = try Messages.schemaFile()
        try StandardStream.output.write(schema.span)
        return .success
    }
)

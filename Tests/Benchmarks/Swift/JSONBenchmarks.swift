import CanonicalJSON

/// The canonical form: reading, writing, and both.
let jsonBenchmarks: [String: Benchmark] = [
    "parse": { context in
        let source = try context.input()
        return try context.measure(bytes: source.count) { keep(try JSONDocument(parsing: source)) }
    },
    // An input that is canonical already would be copied; one in the pretty style has every value written.
    "write": { context in
        let document = try JSONDocument(parsing: try context.input())
        var output: [UInt8] = []
        return try context.measure(bytes: document.source.count) {
            output.removeAll(keepingCapacity: true)
            document.root.appendCanonical(to: &output)
            keep(output)
        }
    },
    // From values that somebody may have changed: every string is looked at for what must be escaped.
    "write-model": { context in
        let source = try context.input()
        let value = try JSONValue(parsing: source)
        var output: [UInt8] = []
        return try context.measure(bytes: source.count) {
            output.removeAll(keepingCapacity: true)
            try value.appendCanonical(to: &output)
            keep(output)
        }
    },
    // One document after another, with the buffers of the one before.
    "canonicalize": { context in
        let source = try context.input()
        var canonicalizer = Canonicalizer()
        var output: [UInt8] = []
        return try context.measure(bytes: source.count) {
            output.removeAll(keepingCapacity: true)
            try canonicalizer.append(source.span, to: &output)
            keep(output)
        }
    },
    "canonicalize-fresh": { context in
        let source = try context.input()
        return try context.measure(bytes: source.count) { keep(try CanonicalJSON.canonicalize(source)) }
    },
]

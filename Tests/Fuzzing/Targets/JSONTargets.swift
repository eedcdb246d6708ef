import CanonicalJSON
import JSONTwin

extension FuzzTarget {
    /// Texts: by the tape, by values, in pieces, and by the plain twins.
    static let json = FuzzTarget("json", seeds: { JSONSeeds.texts }) { bytes in
        let expected: Result<[UInt8], JSONError> = outcome { () throws(JSONError) in
            Array(PlainWriter.write(try PlainReader.read(bytes)).utf8)
        }
        let actual: Result<[UInt8], JSONError> = outcome { () throws(JSONError) in
            try CanonicalJSON.canonicalize(bytes)
        }
        try same(actual, expected, "the canonical form or the fault is not that of the plain twin")
        try same(outcome { () throws(JSONError) in try inPieces(bytes) }, expected, "pieces make a difference")
        guard case .success(let canonical) = actual else { return }
        try law(try CanonicalJSON.canonicalize(canonical) == canonical, "the canonical form is no fixed point")
        let document = try JSONDocument(parsing: bytes)
        try law(document.isCanonical == (bytes == canonical), "isCanonical is wrong")
        try law(document.root.value == (try JSONValue(parsing: canonical)), "the canonical form has another value")
        _ = document.lint()
        // A repeated key is written at its first place by the tape and by a value alike.
        try law(try JSONValue(parsing: bytes).canonicalBytes() == canonical, "the value writes something else")
    }

    /// The canonical form of a text in pieces; a fault of the whole text if a key was repeated in what had been entered.
    private static func inPieces(_ bytes: [UInt8]) throws(JSONError) -> [UInt8] {
        var canonicalizer = StreamCanonicalizer()
        var output: [UInt8] = []
        for piece in bytes.pieces(greatest: 40) { try canonicalizer.update(Array(piece).span, into: &output) }
        let isCanonical = try canonicalizer.finish(into: &output)
        return isCanonical ? output : try CanonicalJSON.canonicalize(bytes)
    }

    /// Eight bytes that are a double: its text reads back as the same number, by the standard library too.
    static let numbers = FuzzTarget("numbers", seeds: { [Array("12345678".utf8), [0, 0, 0, 0, 0, 0, 0xF0, 0x7F]] }) {
        bytes in
        guard bytes.count >= 8 else { return }
        let bits = bytes.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let number = Double(bitPattern: bits)
        let written = outcome { () throws(JSONError) in try JSONValue.double(number).canonicalBytes() }
        guard number.isFinite else { return try law((try? written.get()) == nil, "written though not finite") }
        let text = try written.get()
        let read = Double(String(decoding: text, as: UTF8.self))
        try law(read?.bitPattern == bits, "the standard library reads another number")
        try law(try JSONValue(parsing: text) == .double(number), "reads back as another value")
    }
}

enum JSONSeeds {
    static let texts: [[UInt8]] = [
        #"{"b":[1,2.50,-0,1e400,"\u00e9\/\ud83d\ude00\ud800"],"a":{"":null},"a":true}"#, "[]", "0", #""é😀""#,
        "\u{FEFF}{}", #"{"a":{"b":{"c":[[[[[0.1]]]]]}},"\u0061":2}"#, " [1 , 2\n]\t", "-1.7976931348623157e308",
        "[9007199254740993,9223372036854775808,1E+2,5e-324]",
    ].map { Array($0.utf8) }

    static let payload =
        #"{"rows":{"host":[{"data":{"a":1,"name":"é"},"id":"a","updatedAt":5},"#
        + #"{"deletedAt":7,"id":"b","updatedAt":7}],"label":[]},"schema":1,"x":[1]}"#
}

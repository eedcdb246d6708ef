import CanonicalJSON
import FuzzTargets
import SyncMerge

@testable import Conformance

extension FuzzTarget {
    /// Requests to a testee, in which what goes as base64 may stand as JSON, so that mutations reach what is in it.
    static let requests = FuzzTarget("requests", seeds: { Requests.seeds }) { bytes in
        var testee = Testee()
        guard let given = try? JSONValue(parsing: bytes) else {
            return try law(testee.respond(to: bytes).status == .unreadable, "answers what is no JSON")
        }
        let request = Requests.packed(given)
        // To derive keys takes too long, and a folder would be one of the input's choice.
        guard !Requests.derivesKeys(request), request["op"] != "hello", let line = try? request.canonicalBytes() else {
            return
        }
        let (answer, status) = testee.respond(to: line)
        guard status != .unreadable else { return try law(answer.isEmpty, "an answer to what cannot be read") }
        let read = try JSONValue(parsing: answer)
        try law(read["id"] == request["id"], "answers another request")
        if let fault = Messages.fault(inAnswer: read, to: request["op"]?.text ?? "") {
            throw BrokenLaw("an answer of no known form: \(fault)")
        }
        try law(read["error"]?["class"] != "INTERNAL", "\(read["error"]?["message"]?.text ?? "")")
        guard request["entropy"] == nil, request["op"] != "seal", request["op"] != "rewrap" else { return }
        try law(testee.respond(to: line).answer == answer, "the same request has two answers")
    }

    /// The line of a testee: its first byte chooses the operation that it answers.
    static let answers = FuzzTarget(
        "answers",
        seeds: {
            [
                #"{"id":1,"outputs":{"canonical":"e30="},"status":"ok"}"#,
                #"{"error":{"class":"MALFORMED_JSON","message":"m","released":"00"},"id":1,"status":"rejected"}"#,
                #"{"feature":"op:seal","id":1,"status":"unsupported"}"#,
                #"{"id":1,"outputs":{"row":{"file":"/tmp/x","length":1,"sha256":"00"}},"status":"ok"}"#,
                #"{"id":1,"intermediates":{"keyId.0":"0011223344556677"},"outputs":{"archive":"AA=="},"status":"ok"}"#,
                #"{"id":1,"status":"ok","implementation":{"name":"n","version":"1","language":"l","runtime":"r","#
                    + #""zlib":"z"},"operations":["open"],"features":[]}"#,
            ].enumerated().map { [UInt8($0)] + Array($1.utf8) }
        }
    ) { bytes in
        guard let first = bytes.first else { return }
        let operations = Messages.operations.map(\.name) + ["hello"]
        let operation = operations[Int(first) % operations.count]
        guard case .success(let answer) = StackConnection.answer(in: Array(bytes.dropFirst()), id: 1) else { return }
        let fault = Messages.fault(inAnswer: answer, to: operation)
        guard operation != "hello" else {
            if fault == nil { _ = Introduction(answer) }
            return
        }
        let connection = try StackConnection(Stack(name: "fuzzed", command: ["false"]), timeoutMilliseconds: 1)
        defer { connection.close() }
        let read = connection.read(answer, operation: operation)
        if case .broken = read { return }
        try law(fault == nil, "taken though \(fault ?? "")")
    }
}

/// Requests, in the spelling of the target and in that of the protocol.
enum Requests {
    static let seeds: [[UInt8]] = texts.map { Array($0.utf8) }

    private static let texts: [String] = [
        #"{"id":1,"op":"canonicalize","inputs":{"json":[1.0]}}"#,
        #"{"id":1,"op":"compareUTF16","inputs":{"a":"ImEi","b":"ImIi"}}"#,
        #"{"id":1,"op":"encodeRecord","inputs":{"collection":"theme","record":{"id":"a","updatedAt":1,"name":"n"}}}"#,
        #"{"id":1,"op":"decompress","inputs":{"codec":1,"compressed":"H4sIAAAAAAAA/wMAAAAAAAAAAAA=","length":0,"limit":9}}"#,
        #"{"id":1,"op":"compress","inputs":{"codec":2,"mode":"stored","msg":"AA=="}}"#,
        #"{"id":1,"op":"seal","inputs":{"plaintext":"e30=","workspaceId":"00112233445566778899aabbccddeeff","contentType":1,"#
            + #""codec":1,"mode":"deflate","chunk":"64k","generation":"1","slots":[{"type":"raw","key":"\#(key)"},"#
            + #"{"type":"aes-kw","key":"\#(key)"}]},"entropy":[{"label":"cek","hex":"\#(key)"}]}"#,
        #"{"id":1,"op":"open","inputs":{"archive":"iVNXQQ0KGgoBAQ==","key":"\#(key)","expect":{"minGeneration":"1"},"#
            + #""maxPlaintext":9,"profile":"snapshot"}}"#,
        #"{"id":1,"op":"decide","inputs":{"profile":\#(profile),"question":{"push":\#(row),"collection":"event","#
            + #""stored":\#(row),"now":9}}}"#,
        #"{"id":1,"op":"decide","inputs":{"profile":\#(profile),"question":{"keepMine":\#(row),"over":\#(row),"now":9}}}"#,
        #"{"id":1,"op":"decide","inputs":{"profile":\#(profile),"question":{"pulled":\#(row),"local":\#(row),"#
            + #""pending":true,"lastPush":null}}}"#,
        #"{"id":1,"op":"decide","inputs":{"profile":\#(profile),"question":{"change":{"id":"c","updatedAt":1,"data":"#
            + #"{"entityType":"event","entityId":"a","operation":"update","version":2}},"local":{"baseVersion":1,"#
            + #""pendingSince":null,"deleted":false},"processed":["c"]}}}"#,
        #"{"id":1,"op":"reconcile","inputs":{"profile":\#(profile),"domain":{"rows":{"host":[\#(row)]},"schema":1},"#
            + #""metadata":{},"now":9,"remote":[{"rows":{"host":[\#(row)]},"schema":1}],"consent":1}}"#,
        #"{"id":1,"op":"replay","inputs":{"profile":\#(profile),"payload":{"rows":{},"schema":1},"now":9,"#
            + #""journal":[{"collection":"host","row":\#(row),"synced":false}]}}"#,
        #"{"id":1,"op":"merge","inputs":{"profile":\#(profile),"payloads":[{"rows":{"host":[\#(row)]},"schema":1}]}}"#,
    ]

    private static let key = String(repeating: "07", count: 32)
    private static let row = #"{"id":"a","updatedAt":5,"data":{"name":"n"}}"#
    private static let profile = text(Profile.blobCASLWW.value)

    private static func text(_ value: JSONValue) -> String {
        (try? value.canonicalBytes()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The request with the base64 of each text in the place of the text.
    static func packed(_ given: JSONValue) -> JSONValue {
        guard var request = given.objectValue, let inputs = request["inputs"]?.objectValue else { return given }
        let forms = request["op"]?.text.flatMap(Messages.operation)?.inputs ?? []
        var packed = inputs
        for member in forms {
            guard let value = inputs[member.name] else { continue }
            switch member.form {
            case .bytes: packed[member.name] = Self.bytes(value)
            case .list(.bytes):
                guard let elements = value.arrayValue else { continue }
                packed[member.name] = .array(elements.map(Self.bytes))
            default: continue
            }
        }
        request["inputs"] = .object(packed)
        return .object(request)
    }

    private static func bytes(_ value: JSONValue) -> JSONValue {
        guard value.stringValue == nil, let text = try? value.canonicalBytes() else { return value }
        return .bytes(text)
    }

    static func derivesKeys(_ request: JSONValue) -> Bool {
        let inputs = request["inputs"]
        let slots = inputs?["slots"]?.arrayValue ?? []
        return inputs?["passphrase"] != nil || slots.contains { $0["passphrase"] != nil }
    }
}

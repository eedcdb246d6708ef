import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// The profiles and their JSON form.
struct ProfileTests {
    /// PF-2: what is built in is what the files say, no file more and none less.
    @Test func publishedFiles() throws {
        let files = try Repository.files(in: "Spec/profiles", suffix: ".json")
        #expect(files.count == Profile.all.count)
        for file in files {
            let profile = try Profile(JSONValue(parsing: file.bytes()))
            #expect(file.lastPathComponent == "\(profile.name).json")
            #expect(Profile.named(profile.name) == profile, "\(profile.name)")
            #expect(try canonical(profile.value) == canonical(JSONValue(parsing: file.bytes())))
        }
        #expect(Profile.named("naive") == nil)
    }

    /// PF-1: every member is needed, no other is taken, and none takes a value of another type.
    @Test(arguments: Profile.all)
    func faults(profile: Profile) throws {
        let whole = try #require(profile.value.objectValue)
        func refusal(_ object: JSONObject) -> BridgeError? {
            do throws(BridgeError) {
                _ = try Profile(.object(object))
                return nil
            } catch { return error }
        }
        #expect(refusal(whole) == nil)
        #expect(refusal(JSONObject(whole.reversed())) == nil)
        for (key, _) in whole {
            var faulty = whole
            faulty[key] = nil
            #expect(
                refusal(faulty)?.path == "/\(key)" && refusal(faulty)?.errorClass == .invalidParameter, "without \(key)"
            )
            faulty[key] = 1.5
            #expect(refusal(faulty)?.path.hasPrefix("/\(key)") == true, "\(key)")
            faulty[key] = "no such name"
            if key != "name" && key != "replicaField" { #expect(refusal(faulty) != nil, "\(key)") }
        }
        var more = whole
        more["mistake"] = "blind-replay"
        #expect(refusal(more)?.path == "/mistake")
    }

    /// PF-1: members of members are checked as well.
    @Test func nestedFaults() throws {
        func refused(_ path: [JSONString], _ new: JSONValue?) throws -> String? {
            func change(_ value: JSONValue, _ path: ArraySlice<JSONString>) -> JSONValue? {
                guard let key = path.first else { return new }
                var value = value
                value[key] = change(value[key] ?? [:], path.dropFirst())
                return value
            }
            do {
                _ = try Profile(#require(change(Profile.oplogField.value, path[...])))
                return nil
            } catch let error as BridgeError { return error.path }
        }
        #expect(try refused(["retry", "max"], 0) == "/retry/max")
        #expect(try refused(["retry", "jitter"], "some") == "/retry/jitter")
        #expect(try refused(["errors", "412"], "hope") == "/errors/412")
        #expect(
            try refused(["fieldTypes", "vitalsTarget", "dose", "type"], "magic") == "/fieldTypes/vitalsTarget/dose/type"
        )
        #expect(
            try refused(["fieldTypes", "vitalsTarget", "dose", "flagged"], nil)
                == "/fieldTypes/vitalsTarget/dose/flagged")
        #expect(try refused(["massDelete"], ["count": 1, "percent": 101]) == "/massDelete/percent")
        #expect(try refused(["softDelete"], ["field": "f", "value": nil]) == "/softDelete/stamp")
        #expect(try refused(["tie"], "replica-utf16") == "/replicaField")
        #expect(try refused(["watched", "host"], [1]) == "/watched/host")
    }

    /// PF-1: a collection without named fields has fields; one that is not there has none.
    @Test func collectionWithoutNamedFields() throws {
        var profile = Profile.oplogField
        profile.fieldTypes = ["c": [:]]
        let read = try Profile(profile.value)
        #expect(read == profile)
        let state = #"{"fields":{"f":{"edits":[{"seq":1,"replica":"a","wroteAt":1,"set":1}]}},"seq":1}"#
        let versions = [
            try row(#"{"data":{},"id":"r","state":\#(state),"updatedAt":1}"#),
            try row(#"{"data":{"f":2},"id":"r","updatedAt":9}"#),
        ]
        let merged = try #require(try Merge(read).rows(versions, in: "c"))
        #expect(merged.trace.inputs.map(\.outcome) == [.merged, .noState])
        #expect(try Merge(read).rows(versions, in: "d")?.trace.inputs.map(\.outcome) == [.older, .won])
    }
}

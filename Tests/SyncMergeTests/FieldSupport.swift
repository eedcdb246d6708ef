import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import TestSupport
import Testing

let vitals = FieldTypes.vitals["vitalsTarget"] ?? [:]

func document(_ rules: [JSONString: FieldRule] = vitals) -> Document {
    Document(collection: "vitalsTarget", id: "v1", rules: rules)
}

/// A replica of one document, with a clock of its own.
struct Replica {
    let name: JSONString
    var document: Document
    var clock: Int64 = 1000
    private var minted = 0

    init(_ name: JSONString, _ document: Document = SyncMergeTests.document()) {
        self.name = name
        self.document = document
    }

    mutating func author() -> Author {
        minted += 1
        clock += 1
        return Author(id: JSONString("\(name)-\(minted)"), replica: name, wroteAt: clock)
    }

    @discardableResult
    mutating func edit(_ field: JSONString, _ intent: Intent) throws -> SyncMerge.Operation {
        let author = author()
        return try document.edit([field: intent], by: author)
    }

    mutating func pull(_ other: Replica) { document.merge(other.document) }
}

/// Edits in the short form of the chapter's table.
struct ShortEdits {
    private var known: [String: EditID] = [:]

    mutating func state(_ words: [String]) throws -> [FieldState] {
        let rule = FieldRule(try #require(FieldRule.Kind(rawValue: words[0])))
        return try words.dropFirst().map { word in
            let parts = word.split(separator: ":").map(String.init)
            if rule.kind == .counter {
                let count = FieldState.Count(up: try #require(Int64(parts[1])), down: try #require(Int64(parts[2])))
                return try FieldState(rule, counts: [JSONString(parts[0]): count])
            }
            let edit = try Edit(
                sequence: try #require(Int64(parts[0].dropFirst())), replica: JSONString(String(parts[0].prefix(1))),
                action: try action(parts), wroteAt: 0)
            known[parts[0]] = edit.id
            return try FieldState(rule, edits: [edit])
        }
    }

    private func action(_ parts: [String]) throws -> Edit.Action {
        switch parts[1] {
        case "set": .set(try value(parts[2]))
        case "insert": .insert(try value(parts[2]), after: parts.count > 3 ? id(parts[3]) : nil)
        case "remove": .remove(id(parts[2]))
        case "add": .add(try value(parts[2]), at: JSONString(parts[3]))
        case "move": .move(try value(parts[2]), at: JSONString(parts[3]))
        default: .drop(try value(parts[2]))
        }
    }

    private func id(_ name: String) -> EditID {
        known[name]
            ?? EditID(
                sequence: Int64(name.dropFirst()) ?? 1, replica: JSONString(String(name.prefix(1))),
                hash: ContentHash(rawValue: 7))
    }
}

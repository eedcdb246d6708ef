import CanonicalJSON
import SyncBridge
import TestSupport
import Testing

/// The check of texts that come in pieces.
@Suite struct ContentCheckerTests {
    private static let base = Array(
        (#"{"rows":{"group":[{"data":{"n":1},"id":"a","updatedAt":1},{"deletedAt":2,"id":"b","updatedAt":2}],"#
            + #""host":[{"data":{"s":"\u0001é"},"id":"aa","updatedAt":10,"x":1}]},"schema":1,"t":{"u":[1,2]}}"#).utf8)

    /// PL-13: verdict and place do not depend on where the text is cut.
    @Test func cutsMakeNoDifference() {
        let seed: UInt64 = 0x5EED_0002
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for round in 0..<6_000 {
            var bytes = Self.base
            for _ in 0..<random.below(4) {
                let at = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[at] = random.pick(Self.base)
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(bytes[at], at: at)
                default: bytes.insert(random.pick([0x20, 0x0A, 0x5C, 0xEF]), at: at)
                }
            }
            let rule = random.pick([ContentChecker.Rule.payload, .snapshot, .metadata])
            let whole = Self.fault(bytes, rule, cut: { bytes.count })
            let pieces = Self.fault(bytes, rule, cut: { random.below(9) })
            if whole != pieces {
                Issue.record("seed \(seed), round \(round): \(text(bytes)): \(String(describing: (whole, pieces)))")
                return
            }
            if whole != nil { refused += 1 }
        }
        #expect(refused > 3_000)
    }

    /// PL-13: nor do they where containers are close to the size at which they are no longer read as a whole, and where
    /// some fault comes before a worse one.
    @Test(arguments: [0, 2]) func cutsOfLargeValues(depth: Int) {
        let size = JSONStream.windowSize
        let pieces = [1 << 12, size - 1, size + 17, 5 * size]
        for length in [size, size + 1, 3 * size] {
            let open = String(repeating: #"{"a":["#, count: depth) + "["
            let close = "]" + String(repeating: "]}", count: depth)
            let count = length - open.utf8.count - close.utf8.count
            // Few numbers for the length: without the optimiser each costs more than its digits.
            let long = "1,123456789012,"
            let pairs = (count - 1) / long.utf8.count
            let last = String(repeating: "1", count: count - pairs * long.utf8.count)
            let content = Array((open + String(repeating: long, count: pairs) + last + close).utf8)
            let places = [20, size - 1, size, 2 * size]
            for place in places where place < content.count {
                for fault: UInt8 in [0x20, 0xEF] {
                    var bytes = Array(#"{"k":"#.utf8) + content + Array("}".utf8)
                    bytes[5 + place] = fault
                    bytes[bytes.count - 2] = 0x3A
                    let found = pieces.map { piece in Self.fault(bytes, .metadata, cut: { piece }) }
                    #expect(
                        Set(found.map { "\($0.map(String.init(describing:)) ?? "none")" }).count == 1,
                        "\(length) \(place)")
                }
            }
        }
    }

    /// PL-13: a payload of many rows is read row by row, with one in memory.
    @Test func readsRows() throws {
        let rows = (0..<3_000).map(Self.row)
        let payload = Payload(
            collections: [.init(name: "empty", rows: []), .init(name: "host", rows: rows)], extra: ["a": 1, "z": [2]])
        let bytes = try payload.canonicalBytes()
        var reader = PayloadReader(.payload)
        var events: [PayloadReader.Event: Int] = [:]
        var read: [Row] = []
        var (start, isDone) = (0, false)
        while !isDone {
            switch try reader.next() {
            case .needsInput:
                guard start < bytes.count else {
                    reader.finish()
                    continue
                }
                let end = min(bytes.count, start + 1_000)
                reader.update(bytes.span.extracting(start..<end))
                start = end
            case .row:
                let row = try reader.row()
                #expect(reader.rowID == row.id.wtf8 && reader.rowStamp == row.updatedAt)
                #expect(reader.rowIsTombstone == (row.content == .tombstone))
                var written: [UInt8] = []
                reader.appendCanonical(to: &written)
                #expect(try written == row.canonicalBytes())
                read.append(row)
            case .finished: isDone = true
            case let event:
                if event == .collection { #expect(["empty", "host"].contains(reader.key)) }
                if event == .member { #expect(["a", "z"].contains(reader.key)) }
                events[event, default: 0] += 1
            }
        }
        #expect(read == rows)
        #expect(events[.collection] == 2 && events[.endOfCollection] == 2 && events[.member] == 2)
    }

    private static func row(_ index: Int) -> Row {
        let data: JSONObject = ["n": .integer(Int64(index)), "t": "\u{1F600}"]
        let extra: JSONObject = index % 11 == 0 ? ["zz": 1] : [:]
        return Row(
            id: JSONString("row-\(10_000 + index)"), updatedAt: Int64(index),
            content: index % 7 == 0 ? .tombstone : .data(data), extra: extra)
    }

    private static func fault(_ bytes: [UInt8], _ rule: ContentChecker.Rule, cut: () -> Int) -> BridgeError? {
        var checker = ContentChecker(rule)
        do throws(BridgeError) {
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + cut())
                try checker.update(bytes.span.extracting(start..<end))
                start = end
            }
            try checker.finish()
            return nil
        } catch {
            return error
        }
    }
}

import Foundation
import TestSupport

/// Wycheproof's files, beside the checkout; they are read from there and never copied into it.
enum Wycheproof {
    private static let folder = Repository.peers.appending(path: "wycheproof")

    static var isPresent: Bool { folder.exists }
    static let absent = "needs ../shared/peers/wycheproof beside the checkout"

    struct Case {
        let id: Int
        let group: [String: Any]
        let fields: [String: Any]

        var label: String { "tcId \(id) (\(fields["comment"] as? String ?? ""))" }
        /// `valid`, `invalid` or `acceptable`.
        var result: String { fields["result"] as! String }

        func bytes(_ name: String) -> [UInt8] { TestSupport.bytes(hex: fields[name] as! String) }
        func number(_ name: String) -> Int { (fields[name] ?? group[name]) as! Int }
    }

    /// All cases of a file, and a check that none was lost on the way.
    static func cases(_ name: String) throws -> [Case] {
        let data = try Data(contentsOf: folder.appending(path: "\(name)_test.json"))
        let file = try JSONSerialization.jsonObject(with: data) as! [String: Any]
        let cases = (file["testGroups"] as! [[String: Any]]).flatMap { group in
            (group["tests"] as! [[String: Any]]).map { Case(id: $0["tcId"] as! Int, group: group, fields: $0) }
        }
        precondition(cases.count == file["numberOfTests"] as! Int)
        return cases
    }
}

import CanonicalJSON
import CommandLineKit
import SyncBridge
import SyncMerge
import SyncStore

let conflictsCommand = Command(
    "conflicts",
    abstract: "Show and settle what waits for a person",
    subcommands: [conflictsListCommand, conflictsResolveCommand]
)

private let conflictsListCommand = Command(
    "list",
    abstract: "List the conflicts in a store",
    discussion: "The exit code is 1 if there is none.",
    options: [
        storeOption("The store."), .flag("all", help: "Those that are settled too."), formatOption,
    ],
    run: { arguments in
        let entries = try existingStore(arguments).conflicts(includingSettled: arguments.flag("all"))
        if arguments.option("format") == "json" {
            try writeJSON(.array(entries.map(\.value)))
        } else {
            for entry in entries { try StandardStream.output.write(printable(entry)) }
        }
        return entries.isEmpty ? .no : .success
    }
)

private let conflictsResolveCommand = Command(
    "resolve",
    abstract: "Settle a conflict with one of its sides or another value",
    discussion: """
        The choice is made in the payload that holds the record, where it merges like every other change, and noted in \
        the store. The entry stays, with who settled it and when.
        """,
    arguments: [
        Argument("id", help: "The conflict, as conflicts list names it.", value: .text),
        Argument("payload", help: "The payload or archive that holds the record; - is standard input."),
    ],
    options: PayloadInput.options() + [
        storeOption("The store."),
        .option("side", value: .integer(1...1000), valueName: "n", help: "The side to take, 1 for the first."),
        .option("value", valueName: "json", help: "A value for the field instead."),
        .option("by", valueName: "name", help: "Who settles it: the device's name.", isRequired: true),
        profileOption, nowOption("The time of the choice"), outputOption("The payload with the choice."), forceOption,
    ],
    exclusive: KeyOptions.current.exclusive + [["side", "value"]],
    run: resolve
)

private func existingStore(_ arguments: ParsedArguments) throws -> Store {
    var options = Store.Options()
    options.createsFile = false
    return try Store(at: arguments.option("db") ?? "", options: options)
}

private func resolve(_ arguments: ParsedArguments) throws -> ExitCode {
    let (id, path) = (arguments.argument("id") ?? "", arguments.argument("payload") ?? "-")
    try checkStandardInput(arguments, [.current], files: [path])
    let store = try existingStore(arguments)
    guard let entry = try store.conflicts(includingSettled: true).first(where: { $0.conflict.id == JSONString(id) })
    else { throw CommandLineError(.usage, "no conflict is called \(printable(id))") }
    let choice = try choice(arguments, entry.conflict)
    let profile = try profile(arguments)
    var input = PayloadInput(arguments)
    var payload = try input.payload(path)
    let output = OutputStream(
        try OutputFile(
            arguments.option("output") ?? "-", force: arguments.flag("force"),
            inputs: KeyOptions.current.files(arguments) + [path, arguments.option("db") ?? ""]))
    let (now, person) = (now(arguments), JSONString(arguments.option("by") ?? ""))
    try payload.settle(entry.conflict, with: choice, by: person, profile: profile, at: now)
    try store.transaction { transaction in
        try transaction.resolve(entry.conflict.id, with: choice, by: person, at: now)
        let bytes = try payload.canonicalBytes()
        try output.write(bytes.span)
        // Before the store says that it is settled: a choice that was made twice is none that was lost.
        try output.commit()
    }
    return .success
}

/// The value that settles a conflict: that of a side, or the given one for a field.
private func choice(_ arguments: ParsedArguments, _ conflict: Conflict) throws -> JSONValue {
    if let side = arguments.integer("side") {
        guard side <= conflict.sides.count else {
            throw CommandLineError(.usage, "the conflict has \(conflict.sides.count) sides")
        }
        return conflict.value(of: conflict.sides[Int(side) - 1])
    }
    guard let text = arguments.option("value") else { throw CommandLineError(.usage, "give --side or --value") }
    guard conflict.field != nil else {
        throw CommandLineError(.usage, "a conflict of whole records is settled with --side")
    }
    do { return try JSONDocument(parsing: Array(text.utf8)).root.value } catch {
        throw translate(error, file: "--value")
    }
}

extension Payload {
    /// Writes a choice into the record that a conflict is about.
    fileprivate mutating func settle(
        _ conflict: Conflict, with choice: JSONValue, by person: JSONString, profile: Profile, at now: Int64
    ) throws {
        guard let place = collections.firstIndex(where: { $0.name == conflict.collection }),
            let index = collections[place].rows.firstIndex(where: { $0.id == conflict.record })
        else {
            throw CommandLineError(.usage, printable("the payload has no \(conflict.collection) \(conflict.record)"))
        }
        let row = collections[place].rows[index]
        guard let field = conflict.field else {
            var chosen = try Row(choice)
            chosen.updatedAt = try Stamp.after(max(row.updatedAt, chosen.updatedAt), now: now)
            collections[place].rows[index] = chosen
            return
        }
        guard let rules = profile.fieldTypes[conflict.collection],
            var document = try Document(row, in: conflict.collection, rules: rules)
        else {
            throw CommandLineError(.usage, printable("\(conflict.collection) has no fields to settle; give --profile"))
        }
        let isList = rules[field]?.kind == .list
        _ = try document.edit(
            [field: isList ? .review : .resolve(choice)],
            by: Author(id: conflict.id, replica: person, wroteAt: now))
        collections[place].rows[index] = document.row
    }
}

/// A conflict for people: a line, and one for each side.
private func printable(_ entry: ConflictEntry) -> String {
    let conflict = entry.conflict
    let field = conflict.field.map { " \($0)" } ?? ""
    let status: String
    switch entry.status {
    case .open: status = "open since \(entry.foundAt)"
    case .resolved(_, let person, let time): status = "settled by \(person) at \(time)"
    case .superseded(let time): status = "superseded at \(time)"
    }
    var text = printable("\(conflict.id) \(conflict.collection) \(conflict.record)\(field): \(status)") + "\n"
    for (number, side) in conflict.sides.enumerated() {
        let value = (try? conflict.value(of: side).canonicalBytes()).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let time = side.deviceTime.map { " at \($0)" } ?? ""
        text += printable("  \(number + 1). \(side.device)\(time): \(value)") + "\n"
    }
    return text
}

extension Conflict {
    /// What a side wants: of a field the value that its edit sets, else all of it.
    fileprivate func value(of side: Side) -> JSONValue {
        field == nil ? side.value : side.value["set"] ?? side.value
    }
}

extension ConflictEntry {
    /// The JSON form (CL-45).
    fileprivate var value: JSONValue {
        var value: JSONValue = [
            "id": .string(conflict.id), "collection": .string(conflict.collection), "record": .string(conflict.record),
            "field": conflict.field.map { .string($0) } ?? .null,
            "sides": .array(conflict.sides.map(\.form)), "foundAt": .integer(foundAt),
        ]
        switch status {
        case .open: value["status"] = "open"
        case .resolved(let choice, let person, let time):
            value["status"] = "resolved"
            value["resolution"] = choice
            value["settledBy"] = .string(person)
            value["settledAt"] = .integer(time)
        case .superseded(let time):
            value["status"] = "superseded"
            value["settledAt"] = .integer(time)
        }
        return value
    }
}

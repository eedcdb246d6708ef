import CanonicalJSON
import CommandLineKit
import SyncBridge
import SyncMerge
import SyncStore

let reconcileCommand = Command(
    "reconcile",
    abstract: "Find what an application changed, and merge what was downloaded",
    discussion: """
        Compares the application's records with what the store remembers of them, stamps what is new, and writes the \
        payload to upload. With --remote that is merged with what was downloaded, and the rows that the application has \
        to apply are listed. Say --landed when it has them: until then the store does not count on it.
        Nothing is written when so many records are gone that a person has to agree; the exit code is then 1.
        """,
    arguments: [
        Argument("payload", help: "The application's records now: a payload or an archive; - is standard input.")
    ],
    options: PayloadInput.options(keyIsRepeatable: true) + [
        storeOption("The store; it is made if there is none."),
        .option(
            "remote", value: .file, valueName: "file", help: "What was downloaded; may be given again.",
            isRepeatable: true),
        profileOption, nowOption("The time of the snapshot"),
        .option(
            "consent", value: .integer(1...UInt64(Int32.max)), valueName: "n", help: "Agree to so many deletions."),
        .flag("landed", help: "The application has the rows to apply."),
        .option(
            "output", short: "o", value: .file, valueName: "file",
            help: "The payload to upload; - is standard output, and the rest is then not printed."),
        forceOption, formatOption,
    ],
    exclusive: KeyOptions.current.exclusive,
    run: reconcile
)

/// The store that a command works on.
func storeOption(_ help: String) -> Option {
    .option("db", value: .file, valueName: "file", help: help, isRequired: true)
}

private func reconcile(_ arguments: ParsedArguments) throws -> ExitCode {
    let path = arguments.argument("payload") ?? "-"
    let remotePaths = arguments.options("remote")
    try checkStandardInput(arguments, [.current], files: [path] + remotePaths)
    let reconciler = Reconciler(try profile(arguments))
    var input = PayloadInput(arguments)
    let domain = try input.payload(path)
    let remote = try remotePaths.map { try input.payload($0) }
    let output = try arguments.option("output").map {
        OutputStream(
            try OutputFile(
                $0, force: arguments.flag("force"),
                inputs: KeyOptions.current.files(arguments) + remotePaths + [path, arguments.option("db") ?? ""]))
    }
    let now = now(arguments)
    let store = try Store(at: arguments.option("db") ?? "")
    let outcome = try store.transaction { transaction in
        let outcome = try reconciler.snapshot(
            of: domain, metadata: store.metadata(), now: now,
            consent: arguments.integer("consent").map { DeletionConsent(deletions: Int($0)) })
        guard case .snapshot(let snapshot) = outcome else { return Reconciled(outcome, nil) }
        let plan = try reconciler.plan(remote: remote, over: snapshot, detail: .differences)
        let hasLanded = arguments.flag("landed")
        try transaction.setMetadata(hasLanded ? plan.metadata(afterLanding: plan.apply) : snapshot.metadata)
        try transaction.report(
            plan.merge.conflicts, among: [snapshot.payload] + remote, names: [path] + remotePaths,
            by: reconciler.profile, at: now)
        // Before the commit: what cannot be written is not remembered as published.
        if let output {
            let bytes = try plan.payload.canonicalBytes()
            try output.write(bytes.span)
            try output.synchronize()
        }
        return Reconciled(outcome, plan)
    }
    if outcome.plan != nil { try output?.commit() }
    let future = outcome.plan?.payload.futureStamps(now: now) ?? []
    if arguments.option("output") != "-" { try print(outcome, future, arguments) }
    try FutureStamps(future, now: now).warn()
    return outcome.plan == nil ? .no : .success
}

/// What a run found and plans.
private struct Reconciled {
    let snapshot: Reconciler.Outcome
    let plan: Reconciler.Plan?

    init(_ snapshot: Reconciler.Outcome, _ plan: Reconciler.Plan?) {
        self.snapshot = snapshot
        self.plan = plan
    }
}

private func print(_ outcome: Reconciled, _ future: [FutureStamp], _ arguments: ParsedArguments) throws {
    let isJSON = arguments.option("format") == "json"
    switch outcome.snapshot {
    case .needsConsent(let deletion):
        if isJSON { return try writeJSON(["needsConsent": deletion.value]) }
        let counts = deletion.collections.sorted { $0.key < $1.key }.map { "\($1) of \($0)" }
        try StandardStream.output.write(
            printable(
                "\(deletion.deletions) of \(deletion.live) records are gone (\(counts.joined(separator: ", "))); "
                    + "--consent \(deletion.deletions) deletes them everywhere") + "\n")
    case .snapshot(let snapshot):
        guard let plan = outcome.plan else { return }
        if isJSON {
            return try writeJSON([
                "changes": .array(snapshot.changes.map(\.value)), "apply": plan.value()["apply"] ?? .null,
                "needsUpload": .bool(plan.needsUpload), "conflicts": .count(plan.merge.conflicts.count),
                "findings": .array(future.map(\.value)),
            ])
        }
        var text = ""
        for change in snapshot.changes {
            text += printable("\(change.kind.rawValue) \(change.collection) \(change.id), at \(change.version)") + "\n"
        }
        for application in plan.apply {
            let (row, isTombstone) = (application.row, application.row.content == .tombstone)
            text +=
                printable(
                    "\(isTombstone ? "delete" : "apply") \(application.collection) \(row.id), at \(row.updatedAt)")
                + "\n"
        }
        text += "changes: \(snapshot.changes.count), rows to apply: \(plan.apply.count), "
        text += "conflicts: \(plan.merge.conflicts.count); \(plan.needsUpload ? "to upload" : "nothing to upload")\n"
        try StandardStream.output.write(text)
    }
}

extension Transaction {
    /// Puts what a merge could not settle into the queue: disputes of fields one by one, others as whole rows.
    fileprivate func report(
        _ conflicts: [RowTrace], among inputs: [Payload], names: [String], by profile: Profile, at now: Int64
    ) throws {
        guard !conflicts.isEmpty else { return }
        let merged = try Merge(profile).payloads(inputs).payload
        for conflict in conflicts {
            func row(_ payload: Payload) -> Row? {
                payload.rows(of: conflict.collection).first { $0.id == conflict.id }
            }
            if let rules = profile.fieldTypes[conflict.collection], let row = row(merged),
                let document = try Document(row, in: conflict.collection, rules: rules)
            {
                try report(conflictsOf: document, at: now)
                continue
            }
            var sides: [Conflict.Side] = []
            for (payload, name) in zip(inputs, names) {
                guard let row = row(payload) else { continue }
                let side = Conflict.Side(
                    value: try row.value(), device: JSONString(name), deviceTime: row.updatedAt, saw: .null)
                if !sides.contains(where: { $0.value == side.value }) { sides.append(side) }
            }
            try report(Conflict(collection: conflict.collection, record: conflict.id, sides: sides), at: now)
        }
    }
}

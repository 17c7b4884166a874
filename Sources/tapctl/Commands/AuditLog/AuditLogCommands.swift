import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import StaffAccess
import TextKit
import TimeKit

/// `tapctl audit-log`: lists, exports and checks the audit log, which records each change and its author.
struct AuditLogCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit-log", abstract: "List, export and check the log of all changes.",
        subcommands: [AuditLogList.self, AuditLogExport.self, AuditLogCheckCommand.self])
}

/// The options that select rows of the audit log.
struct AuditLogOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only rows about this organization.", valueName: "id"))
    var org: String?

    @Option(
        help: ArgumentHelp(
            "Only rows of this actor: cli, server, anonymous, or the id of a person or API key.",
            valueName: "id"))
    var actor: String?

    @Option(
        help: ArgumentHelp("Only rows with this action, such as gift.refund.", valueName: "code"),
        completion: AuditLogAction.completion, transform: AuditLogAction.typed)
    var action: AuditLogAction?

    @Option(help: "Only rows about the object with this id.")
    var id: String?

    @Flag(help: "Only refused actions.")
    var refused = false

    @OptionGroup var days: DayOptions

    /// The values of the options that select rows.
    var filters: [Any?] { [org, actor, action, id, refused ? true : nil, days.since, days.until] }

    /// Returns the filter for these options.
    func filter(limit: Int) -> AuditLogFilter {
        var filter = AuditLogFilter(limit: limit)
        (filter.organization, filter.actor, filter.action, filter.id) = (org, actor, action, id)
        filter.isRefusedOnly = refused
        (filter.since, filter.until) = (days.start(by: .utc), days.end(by: .utc))
        return filter
    }
}

/// `tapctl audit-log list`: lists rows of the audit log, newest first.
struct AuditLogList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List changes and who made them, newest first.",
        discussion: """
            EXAMPLES:
              tapctl audit-log list
              tapctl audit-log list --org WoodlandsChurch --action gift.refund
              tapctl audit-log list --refused --since 2026-03-01 --json

            Each change by staff, by an API key or by a command adds a row, and so does
            each sign-in and each refused request. Rows contain only ids and codes. Without
            --json, the list shows an actor's address or name instead of the id, unless the
            actor was removed. Days are in UTC.
            """)

    @OptionGroup var rows: AuditLogOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (found, names) = try await data.withData { data in
            try await data.auditLog.chain()
            return try await data.read { try list($0) }
        }
        try output.print(
            found, page, id: { String($0.number) }, document: \.document,
            none: "no rows in the audit log", of: "rows", filters: rows.filters
        ) { entries, style in
            table(
                [["time", "who", "network", "action", "outcome", "about"]]
                    + entries.map { entry in
                        let event = entry.event
                        return [
                            entry.time.iso8601, printable(names[event.actor] ?? event.actor.text),
                            printable(event.network), printable(event.action),
                            event.refusal.isEmpty ? "done" : "refused: \(printable(event.refusal))",
                            printable(event.ids.joined(separator: " ")),
                        ]
                    }, shrinking: ["about"], style: style)
        }
    }

    /// Returns the rows of the page, and the display names of their actors.
    private func list(_ transaction: Transaction) throws -> ([AuditLogEntry], [AuditLogActor: String]) {
        var filter = rows.filter(limit: page.asked)
        filter.before = try page.cursor { try transaction.auditLogRow($0) != nil }.flatMap { Int64($0) }
        let found = try transaction.auditLog(filter)
        return (found, try transaction.names(of: found.map(\.event.actor)))
    }
}

/// `tapctl audit-log export`: exports rows of the audit log, newest first.
struct AuditLogExport: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the log for a spreadsheet or a program.",
        discussion: """
            EXAMPLES:
              tapctl audit-log export --csv > audit-log.csv
              tapctl audit-log export --since 2026-03-01 --until 2026-03-31 > march.csv
              tapctl audit-log export --json | jq 'select(.actor == "anonymous")'

            Writes one line per row, newest first; with --json, writes one document per
            row. A log of any size can be exported. Days are in UTC.
            """)

    @OptionGroup var rows: AuditLogOptions

    @Flag(help: "Write CSV. This is the default.")
    var csv = false

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    /// The number of rows that are read from the database at a time.
    private static let page = 500

    func validate() throws {
        if csv, output.json { throw ValidationError("Use either --csv or --json.") }
    }

    func run() async throws {
        let json = output.json
        try await data.withData { data in
            var filter = rows.filter(limit: Self.page)
            if !json { try StandardStream.out.write(CSVLine.text(AuditLogSheet.head)) }
            while true {
                let found = try await data.auditLog.entries(filter)
                guard let last = found.last else { return }
                let lines = found.map {
                    json ? $0.document.text + "\n" : CSVLine.text(AuditLogSheet.line($0))
                }
                try StandardStream.out.write(lines.joined())
                try Task.checkCancellation()
                filter.before = last.number
            }
        }
    }
}

/// `tapctl audit-log check`: checks that no row of the audit log was changed or removed.
struct AuditLogCheckCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check that no row was changed or removed.",
        discussion: """
            EXAMPLES:
              tapctl audit-log check
              tapctl audit-log check --contains 5f2d...   a hash from an earlier check

            Each row contains a SHA-256 hash of its own fields and the previous row's hash.
            The check recomputes every hash, and names the first row whose hash differs.

            The check also prints the hash of the newest row. Store this hash elsewhere. If
            you pass it to a later check with --contains, that check also detects whether
            the newest rows were removed. Exits with 1 if a row was changed or removed, or
            if no row has the hash given with --contains.
            """)

    @Option(help: ArgumentHelp("The hash of a row that must still be in the log.", valueName: "hash"))
    var contains: String?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let contains, contains.utf8.count != 64 || Hex.bytes(of: contains) == nil {
            throw ValidationError("--contains must be a hash: 64 hex digits.")
        }
    }

    func run() async throws {
        let hash = contains?.lowercased()
        let check = try await data.withData { try await $0.auditLog.check(containing: hash) }
        try output.print(check.document) { style in
            if let flaw = check.flaw { return "\(style.red("damaged"))  \(flaw.sentence)" }
            let newest = check.newest.map { "\nnewest  \($0.number)  \($0.hashText)" } ?? ""
            return "\(style.green("intact"))  \(counted(check.rows, "row"))\(newest)"
        }
        if check.flaw != nil { throw ExitCode.no }
    }
}

extension AuditLogEntry {
    /// The row's JSON document, as described in `docs/json.md`.
    fileprivate var document: JSONValue {
        [
            "object": "audit_log_entry", "number": number.json, "time": time.json,
            "actor": event.actor.text.json, "action": event.action.json, "outcome": event.outcome.json,
            "code": JSONValue(event.refusal.isEmpty ? nil : event.refusal),
            "ids": event.ids.json, "orgs": event.organizations.json,
            "network": JSONValue(event.network.isEmpty ? nil : event.network), "hash": hashText.json,
        ]
    }
}

extension AuditLogCheck {
    /// The check's JSON document, as described in `docs/json.md`.
    fileprivate var document: JSONValue {
        [
            "object": "audit_log_check", "intact": .bool(flaw == nil), "rows": rows.json,
            "newest": JSONValue(newest?.number), "hash": JSONValue(newest?.hashText),
            "problem": flaw.map { flaw in
                [
                    "code": flaw.kind.rawValue.json, "number": flaw.number == 0 ? .null : flaw.number.json,
                    "message": flaw.sentence.json,
                ]
            } ?? .null,
        ]
    }
}

extension AuditLogFlaw {
    /// A clause that describes the damage to the audit log.
    fileprivate var sentence: String {
        switch kind {
        case .changed where number == 1: "row 1 was changed"
        case .changed: "row \(number) or the row before it was changed"
        case .missing: "one or more rows before row \(number) are missing"
        case .unexplainedStart:
            "the log begins with row \(number), and no row explains why earlier rows were removed"
        case .relisted: "the stored list of organizations for row \(number) was changed"
        case .hashNotFound:
            "no row has this hash: the hash was mistyped, the newest rows were removed, or the row was deleted because of its age"
        }
    }
}

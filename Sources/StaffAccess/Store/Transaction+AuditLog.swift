package import DatabaseKit
import Foundation
import TimeKit

extension Transaction {
    private static var columns: String {
        "a.number, a.time, a.actor, a.action, a.network, a.refusal, a.ids, a.organizations, a.hash"
    }

    /// An SQL condition that is true if the `ids` column contains the bound id. The ids in the column are
    /// separated by spaces.
    ///
    /// The condition removes the id and checks whether the text has changed, because the functions that find
    /// a substring differ between SQLite and PostgreSQL.
    private static var listsID: String {
        "replace(' ' || a.ids || ' ', ' ' || CAST(? AS TEXT) || ' ', '') <> ' ' || a.ids || ' '"
    }

    /// Returns the number and the hash of the chain's newest row; nil if the chain is empty.
    func lastChained() throws -> (number: Int64, hash: [UInt8])? {
        try one("SELECT number, hash FROM audit_log ORDER BY number DESC LIMIT 1") { row in
            (number: row[0] as Int64, hash: Array(row[1] as Data))
        }
    }

    /// Appends a row to the chain after its newest row, `last`; see ``lastChained()``.
    ///
    /// - Returns: The number and the hash of the new row.
    /// - Throws: ``DatabaseFileError`` with code `constraint` if the log already has a row with the next
    ///   number.
    @discardableResult
    func append(
        _ event: AuditLogEvent, after last: (number: Int64, hash: [UInt8])?, at time: Timestamp
    ) throws -> (number: Int64, hash: [UInt8]) {
        let entry = AuditLogEntry(event, after: last, at: time)
        let stored = entry.event
        // If another transaction takes the number at the same time, PostgreSQL reports a conflict, and this one
        // runs again. Without the clause, it would report a duplicate key, after which a transaction runs again
        // only a few times.
        let count = try changedRows(
            """
            INSERT INTO audit_log (number, time, actor, action, network, refusal, ids, organizations, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO NOTHING
            """,
            [entry.number, time.seconds] + stored.values + [Data(entry.hash)])
        guard count > 0 else {
            throw DatabaseFileError(
                .constraint, at: "audit_log", "the audit log already has the row \(entry.number)")
        }
        for organization in Set(stored.organizations.map { $0.lowercased() }) {
            try run(
                "INSERT INTO audit_log_organization (number, organization) VALUES (?, ?)",
                [entry.number, organization])
        }
        return (entry.number, entry.hash)
    }

    /// Returns whether this database has an audit log.
    func keepsAuditLog() throws -> Bool {
        try isAny("SELECT 1 FROM migration WHERE name = 'auditlog.1'")
    }

    /// Returns how many more refusals can be recorded for the event's actor and network before a limit is
    /// reached. The number can be negative.
    func room(for refused: AuditLogEvent, at now: Timestamp) throws -> Int64 {
        let counts = try one(
            """
            SELECT count(*), count(CASE WHEN network = ?1 THEN 1 END) FROM (
              SELECT network FROM audit_log WHERE actor = ?2 AND refusal <> '' AND time > ?3 AND time <= ?4
              UNION ALL
              SELECT network FROM audit_log_waiting WHERE actor = ?2 AND refusal <> '' AND time > ?3 AND time <= ?4
            ) AS refused
            """,
            [
                refused.network, refused.actor.text, now.adding(seconds: -AuditLogLimit.period).seconds,
                now.seconds,
            ]
        ) { row in (all: row[0] as Int64, near: row[1] as Int64) }
        let room = AuditLogLimit.perActor - (counts?.all ?? 0)
        guard refused.actor == .anonymous, !refused.network.isEmpty else { return room }
        return min(room, AuditLogLimit.perNetwork - (counts?.near ?? 0))
    }

    /// Returns the rows that match a filter, newest first, up to the filter's limit.
    package func auditLog(_ filter: AuditLogFilter) throws -> [AuditLogEntry] {
        var (conditions, values) = (["TRUE"], [] as StatementValues)
        func add(_ condition: String, _ value: (any StatementValue)?) {
            guard let value else { return }
            conditions.append(condition)
            values += [value]
        }
        // An organization's rows are found with their own index. In a cross join, SQLite keeps the order of the
        // tables.
        let organized = filter.organization != nil
        if organized { conditions.append("a.number = o.number") }
        add("o.organization = ?", filter.organization?.caseKey)
        add("\(organized ? "o" : "a").number < ?", filter.before)
        add("a.time >= ?", filter.since?.seconds)
        add("a.time < ?", filter.until?.seconds)
        add("a.actor = ?", filter.actor)
        add("a.action = ?", filter.action?.rawValue)
        add(Self.listsID, filter.id)
        if let involved = filter.involved {
            conditions.append("(a.actor = ? OR \(Self.listsID))")
            values += [involved, involved]
        }
        if filter.isRefusedOnly { conditions.append("a.refusal <> ''") }
        let tables = organized ? "audit_log_organization o CROSS JOIN audit_log a" : "audit_log a"
        return try all(
            """
            SELECT \(Self.columns) FROM \(tables) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(organized ? "o" : "a").number DESC LIMIT ?
            """, values + [filter.limit], AuditLogEntry.init)
    }

    /// Returns the row with this number. Returns nil if the row does not exist or the text is not a number.
    package func auditLogRow(_ number: String) throws -> AuditLogEntry? {
        guard let number = Int64(number), number > 0 else { return nil }
        return try auditLog(after: number - 1, limit: 1).first { $0.number == number }
    }

    /// Returns the display names of the actors that still exist: the e-mail address of a member, or the name
    /// of a key. The log itself does not contain these names.
    ///
    /// If `actors` contains any key, the result contains the names of all keys that belong to `organization`.
    ///
    /// - Parameters:
    ///   - actors: The actors to look up.
    ///   - organization: The organization to which the members and keys must belong; nil to include members
    ///     and keys of all organizations.
    package func names(of actors: [AuditLogActor], in organization: String? = nil) throws
        -> [AuditLogActor: String]
    {
        var names: [AuditLogActor: String] = [:]
        for actor in Set(actors) where actor.text.hasPrefix("staff_") {
            guard let member = try staffMember(actor.text),
                organization.map(member.belongs(to:)) ?? true
            else { continue }
            names[actor] = member.email
        }
        guard actors.contains(where: { $0.text.hasPrefix("key_") }) else { return names }
        for key in try apiKeys() where organization.map(key.belongs(to:)) ?? true {
            names[.key(key)] = key.name
        }
        return names
    }

    /// Returns at most `limit` rows after the row with this number, oldest first.
    func auditLog(after number: Int64, limit: Int) throws -> [AuditLogEntry] {
        try all(
            "SELECT \(Self.columns) FROM audit_log a WHERE a.number > ? ORDER BY a.number LIMIT ?",
            [number, limit], AuditLogEntry.init)
    }

    /// Returns the organizations under which each row is listed, keyed by row number.
    func auditLogOrganizations(_ numbers: ClosedRange<Int64>) throws -> [Int64: Set<String>] {
        let found = try all(
            "SELECT number, organization FROM audit_log_organization WHERE number BETWEEN ? AND ?",
            [numbers.lowerBound, numbers.upperBound]
        ) { row in (row[0] as Int64, row[1] as String) }
        return found.reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
    }

    /// Returns the newest row that records a removal of old rows, or nil.
    func auditLogCheckpoint() throws -> AuditLogEntry? {
        var filter = AuditLogFilter(limit: 1)
        filter.action = .pruneLog
        return try auditLog(filter).first
    }

    /// Returns whether the log begins with rows that are older than `time`. Rows that record earlier removals
    /// do not count.
    func hasAuditLog(before time: Timestamp) throws -> Bool {
        try auditLog(after: 0, limit: 1_000).prefix { $0.time < time }.contains { !$0.isCheckpoint }
    }

    /// Removes the rows at the start of the log that are older than `time`. Then appends a row with the
    /// number and the hash of the last row that was removed.
    ///
    /// Does nothing if all of the old rows record earlier removals.
    ///
    /// - Returns: The number of removed rows, which is at most `limit`.
    func pruneAuditLog(
        before time: Timestamp, limit: Int, by actor: AuditLogActor, at now: Timestamp
    ) throws -> Int {
        let old = try auditLog(after: 0, limit: limit).prefix { $0.time < time }
        guard let last = old.last, old.contains(where: { !$0.isCheckpoint }) else { return 0 }
        var event = AuditLogEvent(.pruneLog, by: actor)
        event.ids = [String(last.number), last.hashText]
        try append(event, after: lastChained(), at: now)
        try run("DELETE FROM audit_log_organization WHERE number <= ?", [last.number])
        try run("DELETE FROM audit_log WHERE number <= ?", [last.number])
        return old.count
    }
}

extension AuditLogEntry {
    /// Whether the row records a removal of old rows.
    fileprivate var isCheckpoint: Bool { event.action == AuditLogAction.pruneLog.rawValue }

    /// Creates an entry from a database row that contains all columns of the audit log, in the order of
    /// `columns`.
    fileprivate init(_ row: StatementRow) {
        self.init(
            number: row[0], time: Timestamp(seconds: row[1]), event: AuditLogEvent(row),
            hash: Array(row[8] as Data))
    }
}

extension AuditLogEvent {
    /// The values of the columns from `actor` to `organizations`, in the order of the log's columns.
    var values: StatementValues {
        [
            actor.text, action, network, refusal, ids.joined(separator: " "),
            organizations.joined(separator: " "),
        ]
    }

    /// Creates an event from a database row. The columns of ``values`` begin at the row's third column.
    init(_ row: StatementRow) {
        func words(_ column: Int) -> [String] {
            (row[column] as String).split(separator: " ").map(String.init)
        }
        actor = AuditLogActor(text: row[2])
        (action, network, refusal) = (row[3], row[4], row[5])
        (ids, organizations) = (words(6), words(7))
    }
}

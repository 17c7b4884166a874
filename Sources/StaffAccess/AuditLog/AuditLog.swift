package import DatabaseKit
package import TimeKit

/// An append-only log of the actions of staff, API keys and commands, including actions that were refused.
///
/// The row about a change is written in the same transaction as the change, so that neither exists without
/// the other. Each row contains the hash of the previous row, so that a changed or removed row can be
/// detected. On PostgreSQL, a row is stored with its change, and gets its number and hash seconds later; see
/// ``chain()``.
///
/// Source: OWASP ASVS 5.0, 16.2.1 and 16.3.1.
package struct AuditLog: Sendable {
    private let database: any TransactionRunner
    private let clock: WallClock

    /// The default number of days for which rows are kept.
    ///
    /// Source: PCI DSS 4.0.1, 10.5.1, which requires at least 12 months. The additional days leave time to
    /// notice a problem.
    package static let standardDays: Int64 = 400

    /// Creates an audit log that uses a database with the tables of ``StaffMigrations``.
    package init(database: any TransactionRunner, clock: WallClock) {
        self.database = database
        self.clock = clock
    }

    /// Runs a change, and appends a row about it to the log. The row is part of the first transaction that
    /// changes an object.
    ///
    /// If the change is refused, a row with the error's code is appended afterward. A change can also be
    /// stored first and then refused, for example if the processor refuses a refund. The log then has a row
    /// about the change and a row about the refusal. If a repeated request finds that the change was already
    /// made, no row is appended.
    ///
    /// - Parameters:
    ///   - change: The event to record. The ids and the organizations of the changed objects are added to the
    ///     row.
    ///   - code: Returns the code of an error, or nil if the error is not a refusal.
    ///   - work: Makes the change.
    /// - Throws: Any error that `work` throws, or `DatabaseFileError` if the row about a refusal cannot be
    ///   written.
    package func recording<Value>(
        _ change: AuditLogEvent, code: (any Error) -> String?, _ work: () async throws -> Value
    ) async throws -> Value {
        let now = clock.now()
        let record = ChangeRecord { transaction, subjects in
            guard try transaction.keepsAuditLog() else { return false }
            try transaction.append(change.about(subjects), at: now)
            return true
        }
        defer { record.close() }
        do {
            let value = try await ChangeRecord.$current.withValue(record, operation: work)
            if let code = record.refusal { try await refuse(change, code) }
            return value
        } catch {
            if let code = code(error) { try await refuse(change, code) }
            throw error
        }
    }

    /// Appends a row for a refused action, unless too many refusals were recorded in the last hour.
    ///
    /// At most ``AuditLogLimit/perActor`` refusals are recorded per actor and hour. All clients that have
    /// neither a session nor a key count as one actor. Their refusals are also limited to
    /// ``AuditLogLimit/perNetwork`` per network and hour. The row that reaches a limit has the action
    /// ``AuditLogAction/limitLog``.
    ///
    /// - Parameters:
    ///   - event: The action.
    ///   - code: The error code.
    ///   - adding: Adds ids to the event, in the transaction that appends the row.
    package func refuse(
        _ event: AuditLogEvent, _ code: String,
        adding: @escaping @Sendable (Transaction, inout AuditLogEvent) throws -> Void = { _, _ in }
    ) async throws {
        let now = clock.now()
        var refused = event
        refused.refusal = code
        // The limit is checked in a read first, so that a flood of refusals does not keep the writer busy.
        guard try await database.read({ [refused] in try $0.room(for: refused, at: now) }) > 0 else { return }
        try await database.write { [refused] transaction in
            let room = try transaction.room(for: refused, at: now)
            guard room > 0 else { return }
            var row = refused
            try adding(transaction, &row)
            if room == 1 { row.action = AuditLogAction.limitLog.rawValue }
            try transaction.append(row, at: now)
        }
    }

    /// Assigns a number and a hash to each event that was stored without them; see
    /// `Transaction.append(_:at:)`. Call this before you read the log.
    package func chain() async throws {
        guard try await database.read({ try $0.hasWaitingAuditLog() }) else { return }
        while try await database.write({ try $0.chainAuditLog(limit: 200) }) {}
    }

    /// Returns the rows that match a filter, newest first.
    package func entries(_ filter: AuditLogFilter) async throws -> [AuditLogEntry] {
        try await chain()
        return try await database.read { try $0.auditLog(filter) }
    }

    /// Checks that the chain of hashes is intact, and that each row is listed for exactly the organizations
    /// that it contains.
    ///
    /// - Parameter hash: A hash in hex from the result of an earlier check, or nil. The check fails if no row
    ///   has this hash. This detects that the newest rows were removed, which the chain alone does not show.
    package func check(containing hash: String? = nil) async throws -> AuditLogCheck {
        try await chain()
        return try await database.read { transaction in
            var chain = AuditLogChain(from: try transaction.auditLogCheckpoint(), containing: hash)
            var last: Int64 = 0
            while true {
                let page = try transaction.auditLog(after: last, limit: 1_000)
                guard let end = page.last else { return chain.finished() }
                let listed = try transaction.auditLogOrganizations(page[0].number...end.number)
                for entry in page where !chain.take(entry, listed: listed[entry.number] ?? []) {
                    return chain.finished()
                }
                last = end.number
            }
        }
    }

    /// Removes the rows that are older than `days` days, in transactions of up to 5,000 rows. Each
    /// transaction also appends a row with the hash of the last removed row. Later checks of the chain can
    /// start from this hash.
    ///
    /// - Returns: The number of removed rows.
    package func prune(olderThanDays days: Int64, by actor: AuditLogActor) async throws -> Int {
        let now = clock.now()
        let (seconds, isTooLong) = days.multipliedReportingOverflow(by: 86_400)
        let oldest = isTooLong ? Timestamp.earliest : now.adding(seconds: -seconds)
        try await chain()
        var count = 0
        // Without anything to remove, no write transaction is needed.
        guard try await database.read({ try $0.hasAuditLog(before: oldest) }) else { return 0 }
        while true {
            let removed = try await database.write {
                try $0.pruneAuditLog(before: oldest, limit: 5_000, by: actor, at: now)
            }
            guard removed > 0 else { return count }
            count += removed
        }
    }
}

/// The limits on rows about refused actions. Clients that are not signed in can cause at most ``perActor``
/// rows per hour in total, which is about 1.5 MB per day.
package enum AuditLogLimit {
    /// The maximum number of recorded refusals per actor and hour.
    package static let perActor: Int64 = 200
    /// The maximum number of recorded refusals per network and hour, for clients that are not signed in and
    /// have no key.
    package static let perNetwork: Int64 = 20
    /// The period for which the limits apply: one hour, in seconds.
    static let period: Int64 = 3_600
}

/// A filter for the rows of the log. A condition that is nil matches every row.
package struct AuditLogFilter: Hashable, Sendable {
    /// The time from which rows match, inclusive.
    package var since: Timestamp?
    /// The end of the period in which rows match. A row at exactly this time does not match.
    package var until: Timestamp?
    /// The actor in its stored form, such as `cli`.
    package var actor: String?
    package var action: AuditLogAction?
    /// The id of an object. Rows about actions on this object match.
    package var id: String?
    /// The id of an actor or an object. Rows about actions by this actor or on this object match.
    package var involved: String?
    /// The id of an organization, in any ASCII case. Only rows that are listed for this organization match.
    package var organization: String?
    /// Whether only refused actions are listed.
    package var isRefusedOnly = false
    /// The number of the last row on the previous page. The list continues with older rows. If nil, the list
    /// starts with the newest row.
    package var before: Int64?
    /// The maximum number of rows.
    package var limit: Int

    package init(limit: Int) { self.limit = limit }
}

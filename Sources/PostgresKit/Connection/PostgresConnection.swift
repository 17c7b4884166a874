import CPostgres
package import DatabaseKit

/// A statement that was queued before its rows are needed.
private struct PrefetchedStatement {
    let statement: PreparedStatement
    let values: [StatementCell]
    /// The statement's place among the queued commands, or nil after its result has arrived.
    private(set) var place: Int?
    private(set) var result: PostgresResult?

    mutating func receive(_ result: PostgresResult) { (self.result, place) = (result, nil) }
}

/// A connection to the primary server. Its functions block the calling thread. Only one thread at a time may
/// use the connection.
///
/// Except during a script, the connection is in libpq's pipeline mode. ``run(_:_:)`` queues a statement.
/// ``rows(_:_:)`` and the commit send all queued statements together and read their results (PostgreSQL
/// manual, 34.5).
package final class PostgresConnection {
    /// The hosts and the name of the database, such as `a,b/church`.
    package var database: String { settings.name }

    let settings: PostgresSettings
    let link: PostgresLink
    /// Whether the connection can no longer be used.
    private(set) var isBroken = false
    /// Whether prepared statements no longer match the tables. If true, the next transaction needs a new
    /// connection.
    private(set) var isStale = false
    /// The first error in this transaction, or nil. Later statements of the transaction fail with the same
    /// error.
    var failure: PostgresError?
    /// The slot in which the connection's transactions change counters and balances.
    var counterSlot: Int64 = 0
    /// The time by which the current transaction must end.
    var deadline: Deadline
    /// The maximum time to wait for one response.
    var responseTimeout: Duration

    private var statements: [String: PreparedStatement] = [:]
    private var uses = 0
    private var preparedCount = 0
    private var queued = 0
    /// The prefetched statements of the current transaction, in the order in which they were queued.
    private var prefetched: [PrefetchedStatement] = []
    private var queuedBytes = 0
    /// The number of times that this connection sent queued statements and waited for their results.
    private(set) var roundTrips = 0

    /// The maximum number of prepared statements. At this limit, the least recently used statement is
    /// dropped.
    static let mostStatements = 500
    /// The limits of the queue: the number of statements, and the total size of their values in bytes. The
    /// queue is sent when it reaches either limit.
    private static let mostQueued = 100
    private static let mostQueuedBytes = 1 << 20
    /// The maximum number of prefetched statements in a transaction. Further statements are not prefetched.
    private static let mostPrefetched = 32

    init(_ link: PostgresLink, settings: PostgresSettings) {
        self.link = link
        self.settings = settings
        // The server's own timeout comes first, because its error is more exact and keeps the connection.
        responseTimeout = settings.statementTimeout + .seconds(1)
        deadline = Deadline(after: settings.transactionTimeout)
    }

    /// Queues a statement that returns no rows. A full queue is sent immediately. If the statement fails,
    /// this call, a later call or the commit throws its error.
    package func run(_ sql: String, _ values: [StatementCell] = []) throws(PostgresError) {
        let statement = try prepared(sql)
        forget(statement)
        try send(statement, values)
        if queued >= Self.mostQueued || queuedBytes >= Self.mostQueuedBytes { _ = try finish() }
    }

    /// Sends all queued statements, followed by the given statement, and returns the rows of the given
    /// statement. The statement must limit the number of its rows.
    package func rows(_ sql: String, _ values: [StatementCell] = []) throws(PostgresError) -> PostgresRows {
        let statement = try prepared(sql)
        if let place = prefetched.firstIndex(where: { $0.statement === statement && $0.values == values }) {
            if prefetched[place].result == nil { _ = try finish() }
            return PostgresRows(try result(prefetched[place].result), of: statement)
        }
        forget(statement)
        try send(statement, values)
        return PostgresRows(try result(finish()), of: statement)
    }

    private func result(_ result: PostgresResult?) throws(PostgresError) -> PostgresResult {
        guard let result else { throw lost("the response has no result") }
        return result
    }

    /// Queues a statement that ``rows(_:_:)`` will run later in this transaction. Its rows arrive with those
    /// of other statements, without a separate round trip. A statement that does not only read is ignored.
    ///
    /// The transaction sees a single state of the database (REPEATABLE READ), so only its own statements can
    /// change the result. A statement that changes one of the tables therefore discards the rows.
    func prefetch(_ sql: String, _ values: [StatementCell] = []) throws(PostgresError) {
        let statement = try prepared(sql)
        guard statement.effect.onlyReads, prefetched.count < Self.mostPrefetched,
            !prefetched.contains(where: { $0.statement === statement && $0.values == values })
        else { return }
        let place = queued
        try send(statement, values)
        prefetched.append(PrefetchedStatement(statement: statement, values: values, place: place))
    }

    /// Discards the prefetched rows that a statement may change.
    private func forget(_ statement: PreparedStatement) {
        prefetched.removeAll { statement.effect.changesTables(of: $0.statement.effect) }
    }

    /// Discards all prefetched rows, because they belong to another transaction.
    func forgetPrefetched() { prefetched = [] }

    /// Queues a command that has no parameters, such as `BEGIN`.
    func command(_ sql: String) throws(PostgresError) {
        guard !isBroken, cpostgres_send_once(link.raw, sql) == 1 else { throw lost(link.message) }
        queued += 1
    }

    private func send(_ statement: PreparedStatement, _ values: [StatementCell]) throws(PostgresError) {
        let encoded = try EncodedValues(values, for: statement.parameters, at: database)
        guard encoded.send(statement, on: link) else { throw lost(link.message) }
        queued += 1
        queuedBytes += encoded.bytes.count
    }

    // MARK: - Prepared statements

    private func prepared(_ sql: String) throws(PostgresError) -> PreparedStatement {
        if let failure { throw failure }
        guard !isBroken else { throw lost("") }
        uses += 1
        if let statement = statements[sql] {
            statement.lastUse = uses
            return statement
        }
        let text = SQLText(sql)
        guard text.parameterCount <= mostParameters, !text.sql.utf8.contains(0) else {
            throw PostgresError(
                .internal, at: database, "a statement cannot be sent to the server",
                reason: "the statement contains NUL or more than \(mostParameters) parameters")
        }
        if statements.count >= Self.mostStatements { try dropOldest() }
        preparedCount += 1
        let name = "s\(preparedCount)"
        guard cpostgres_send_prepare(link.raw, name, text.sql) == 1,
            cpostgres_send_describe(link.raw, name) == 1
        else { throw lost(link.message) }
        queued += 2
        let statement = try PreparedStatement(
            name: name, sql: sql, described: result(finish()), at: database)
        statement.lastUse = uses
        statements[sql] = statement
        return statement
    }

    private func dropOldest() throws(PostgresError) {
        guard let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
        statements[oldest.key] = nil
        try command("DEALLOCATE \(oldest.value.name)")
    }

    /// The number of statements that are currently prepared on the server.
    var statementCount: Int { statements.count }

    // MARK: - Responses

    /// Sends the queued statements and reads all of their results.
    ///
    /// - Returns: The result of the last statement.
    /// - Throws: The first error. After an error, the server skips the rest of the queued statements.
    func finish() throws(PostgresError) -> PostgresResult? {
        guard cpostgres_sync(link.raw) == 1 else { throw lost(link.message) }
        (queued, queuedBytes) = (0, 0)
        roundTrips += 1
        let limit = Deadline(after: responseTimeout).earlier(deadline)
        var (last, first): (PostgresResult?, PostgresError?)
        var (missing, place) = (0, 0)
        while true {
            try wait(until: limit)
            guard let raw = cpostgres_result(link.raw) else {
                // Each command's results end with a null pointer. Two of them mean that nothing is left.
                (missing, place) = (missing + 1, place + 1)
                guard missing < 2, !link.isBad else { throw lost(link.message) }
                continue
            }
            missing = 0
            let result = PostgresResult(raw)
            switch result.status {
            case CPOSTGRES_PIPELINE_SYNC:
                if let first { throw failed(first) }
                return last
            case CPOSTGRES_PIPELINE_ABORTED: continue
            case _ where result.isSuccess:
                last = result
                if let waiting = prefetched.firstIndex(where: { $0.place == place }) {
                    prefetched[waiting].receive(result)
                }
            default:
                let error = try error(of: result)
                first = first ?? error
            }
        }
    }

    /// Runs a script of statements that are separated by semicolons, such as a migration.
    func script(_ sql: String) throws(PostgresError) {
        guard cpostgres_exit_pipeline(link.raw) == 1, cpostgres_send_script(link.raw, sql) == 1 else {
            throw lost(link.message)
        }
        let limit = Deadline(after: responseTimeout).earlier(deadline)
        var first: PostgresError?
        while true {
            try wait(until: limit)
            guard let raw = cpostgres_result(link.raw) else { break }
            let result = PostgresResult(raw)
            guard !result.isSuccess else { continue }
            let error = try error(of: result)
            first = first ?? error
        }
        guard !link.isBad, cpostgres_enter_pipeline(link.raw) == 1 else { throw lost(link.message) }
        if let first { throw failed(first) }
    }

    private func wait(until limit: Deadline) throws(PostgresError) {
        switch link.wait(until: limit) {
        case .ready: return
        case .failed: throw lost(link.message)
        case .late:
            isBroken = true
            throw failed(
                PostgresError(
                    .timeout, at: database, "the server took too long",
                    reason: "there was no response in time", remedy: "try again in a moment"))
        }
    }

    /// Returns the error that a result contains.
    ///
    /// - Throws: The contained error if the server has closed the connection, or an error with code
    ///   `connectionLost` if the result contains no SQLSTATE.
    private func error(of result: PostgresResult) throws(PostgresError) -> PostgresError {
        guard let sqlState = result.field("C") else { throw lost(link.message) }
        let constraint = result.field("n").map { "constraint \($0)" } ?? ""
        let error = PostgresError(
            sqlState: sqlState, message: result.field("M") ?? "", detail: constraint, at: database)
        if result.isFatal || link.isBad {
            isBroken = true
            throw failed(error)
        }
        isStale = isStale || error.isStale
        return error
    }

    private func failed(_ error: PostgresError) -> PostgresError {
        failure = failure ?? error
        return error
    }

    /// Marks the connection as lost, so that it is not used again. Returns an error with code
    /// `connectionLost`.
    private func lost(_ reason: String) -> PostgresError {
        isBroken = true
        return failed(
            PostgresError(
                .connectionLost, at: database, "the connection was lost", reason: reason,
                remedy: "try again in a moment"))
    }

    var hasQueued: Bool { queued > 0 }

    /// Marks the connection as unusable, so that no later transaction uses it.
    func abandon() { isBroken = true }

    /// Checks that the database sorts text in byte order, as SQLite does.
    func checkCollation() throws(PostgresError) {
        deadline = Deadline(after: settings.connectTimeout)
        // The provider is `c` for libc. Its column does not exist in PostgreSQL 14.
        let row = try rows(
            """
            SELECT datcollate, coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') FROM pg_database d
            WHERE datname = current_database()
            """)
        guard let collation = row.text(row: 0, column: 0), let provider = row.text(row: 0, column: 1)
        else { throw lost("the response has no result") }
        guard ["C", "POSIX"].contains(collation), provider == "c" else {
            let library =
                switch provider {
                case "c": ""
                case "i": " with the ICU provider"
                case "b": " with the builtin provider"
                default: " with the provider \(provider)"
                }
            throw PostgresSettings.unsuitable(
                "the database must sort text in byte order (LC_COLLATE C, provider libc), but it uses \(collation)\(library)",
                at: database)
        }
    }
}

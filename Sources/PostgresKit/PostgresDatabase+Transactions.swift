public import DatabaseKit

/// The conformance to ``TransactionRunner``. PostgreSQL errors are converted to ``DatabaseFileError``, which
/// the SQLite implementation also throws.
extension PostgresDatabase: TransactionRunner {
    /// Whether servers on several machines can use the database. Always true for PostgreSQL.
    public var servesSeveralNodes: Bool { true }

    /// Runs a transaction that behaves as if no other transaction ran at the same time.
    ///
    /// - Parameter work: Runs the statements of the transaction. This closure can be called several times and
    ///   on any thread.
    public func write<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await write(.serializable, work)
    }

    /// Runs a transaction like ``write(_:)``, but with weaker isolation: the transaction is not repeated if
    /// another transaction reads the changed rows at the same time.
    ///
    /// The transaction must rely only on unique keys and on rows that it changes itself.
    public func writeCounted<T: Sendable>(
        sharing shared: String?, _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await write(.counted, sharing: shared, work)
    }

    /// Runs a transaction that only reads. It sees a single state of the database.
    public func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await translatingErrors {
            try await transaction(.reading) { try work(Transaction(runner: PostgresRunner($0))) }
        }
    }

    private func write<T: Sendable>(
        _ kind: PostgresTransactionKind, sharing shared: String? = nil,
        _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        let record = ChangeRecord.current
        return try await translatingErrors {
            guard let record else {
                return try await transaction(kind, sharing: shared) { [self] connection in
                    try work(transaction(on: connection))
                }
            }
            let (value, effect) = try await transaction(kind, sharing: shared) { [self] in
                let listing = transaction(on: $0).listingSubjects
                return (try work(listing), try record.join(listing))
            }
            record.committed(effect)
            return value
        }
    }

    private func transaction(on connection: PostgresConnection) -> Transaction {
        Transaction(runner: PostgresRunner(connection, slot: connection.counterSlot))
    }

    /// Runs `work`, and converts a ``PostgresError`` that it throws to a ``DatabaseFileError``. Other errors
    /// are unchanged.
    func translatingErrors<T>(_ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch let error as PostgresError {
            throw DatabaseFileError(error)
        }
    }
}

extension DatabaseFileError {
    /// Creates the error that ``TransactionRunner`` throws for a PostgreSQL error.
    init(_ error: PostgresError) {
        self.init(
            Self.code(of: error.code), at: error.database, error.summary, reason: error.reason,
            remedy: error.remedy, underlying: error)
    }

    private static func code(of code: PostgresError.Code) -> Code {
        switch code {
        case .noLibrary, .malformedAddress, .passwordInAddress, .passwordFile, .wrongPassword, .missing,
            .notPermitted, .tooOld, .wrongCollation:
            .cannotOpen
        case .unreachable, .tooManyConnections, .starting, .connectionLost: .unreachable
        case .readOnly: .readOnly
        case .newer: .newer
        case .notOurs: .notOurs
        case .notEmpty: .alreadyExists
        case .conflict, .busy, .timeout: .busy
        case .unknown: .unknownOutcome
        case .full: .full
        case .inputOutput: .inputOutput
        case .closed: .closed
        case .nulInText, .constraint: .constraint
        case .internal: .internal
        }
    }
}

/// A runner for the statements of one transaction on a connection.
final class PostgresRunner: StatementRunner {
    private let connection: PostgresConnection
    let slot: Int64

    init(_ connection: PostgresConnection, slot: Int64 = 0) {
        (self.connection, self.slot) = (connection, slot)
    }

    func begin(_ sql: String, _ values: StatementValues) throws -> any RowCursor {
        PostgresCursor(try connection.rows(sql, values.cells))
    }

    func run(_ sql: String, _ values: StatementValues) throws { try connection.run(sql, values.cells) }

    func prefetch(_ sql: String, _ values: StatementValues) throws {
        try connection.prefetch(sql, values.cells)
    }

    func changedRows(_ sql: String, _ values: StatementValues) throws -> Int {
        try connection.rows(sql, values.cells).changed
    }
}

/// A cursor for the rows of a statement. All rows are received before the cursor is created.
private final class PostgresCursor: RowCursor {
    private let rows: PostgresRows
    private var row = -1

    init(_ rows: PostgresRows) { self.rows = rows }

    var columns: [String] { rows.columnNames }

    func next() throws -> Bool {
        row = min(row + 1, rows.count)
        return row < rows.count
    }

    func cell(_ column: Int) -> StatementCell { rows.value(row: row, column: column) ?? .null }
}

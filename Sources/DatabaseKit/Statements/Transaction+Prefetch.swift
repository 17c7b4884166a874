extension Transaction {
    /// Announces reads that this transaction will make. A database server receives them together, so they
    /// take one round trip instead of one each. On SQLite, this function does nothing.
    ///
    /// Announcing a read never changes its result, even if the transaction changes the rows in the meantime.
    ///
    /// - Parameter reads: Closures that call the functions that read. Each closure receives a transaction
    ///   that returns no rows and changes nothing. Results and errors of the closures are ignored.
    package func prefetch(_ reads: (Transaction) throws -> Void...) {
        guard case .other(let runner) = connection else { return }
        let announcing = Transaction(runner: PrefetchRunner(runner))
        for read in reads { try? read(announcing) }
    }
}

/// A runner that only announces the statements of a transaction. It returns no rows, and changes nothing.
private final class PrefetchRunner: StatementRunner {
    private let runner: any StatementRunner

    init(_ runner: any StatementRunner) { self.runner = runner }

    var slot: Int64 { runner.slot }

    func begin(_ sql: String, _ values: StatementValues) throws -> any RowCursor {
        try runner.prefetch(sql, values)
        return NoRows()
    }

    func prefetch(_ sql: String, _ values: StatementValues) throws { try runner.prefetch(sql, values) }

    func run(_ sql: String, _ values: StatementValues) {}

    func changedRows(_ sql: String, _ values: StatementValues) -> Int { 0 }

    private final class NoRows: RowCursor {
        let columns: [String] = []

        func next() -> Bool { false }

        func cell(_ column: Int) -> StatementCell { .null }
    }
}

import GRDB

extension DatabaseFile {
    /// Returns whether any process has the file open. Another process may open it immediately after this
    /// check.
    package static func isInUse(at path: String) -> Bool { LogCheck.isInUse(path) }

    /// Runs a transaction that only reads, and blocks the thread until the transaction has ended. Use this to
    /// copy data to another database engine, within a transaction on that engine.
    ///
    /// - Throws: The error that `work` throws, or ``DatabaseFileError`` for SQLite errors.
    package func blockingRead<Value>(_ work: (Transaction) throws -> Value) throws -> Value {
        do {
            return try pool.read { try work(Transaction(database: $0)) }
        } catch {
            throw DatabaseFileError.translated(error, at: path)
        }
    }

    /// Returns the tables of a file in the order in which they were created, except SQLite's own tables and
    /// the table of migrations. Each table refers only to earlier ones.
    package static func tables(in transaction: Transaction) throws -> [CopiedTable] {
        let names: [String] = try transaction.all(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name <> 'migration' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid
            """
        ) { $0[0] }
        return try names.map { name in
            let columns: [String] = try transaction.all(
                "SELECT name FROM pragma_table_info(?) ORDER BY cid", [name]
            ) { $0[0] }
            return CopiedTable(
                name: name, columns: columns,
                rows: try transaction.value("SELECT COUNT(*) FROM \(name)") ?? 0)
        }
    }

    /// Returns the highest value of an integer column, or nil if there is no value. For an AUTOINCREMENT
    /// column, the values of deleted rows are included.
    package static func highest(
        _ column: String, of table: String, in transaction: Transaction
    ) throws -> Int64? {
        let present: Int64? = try transaction.value("SELECT MAX(\(column)) FROM \(table)")
        // The table exists only if a column is declared with AUTOINCREMENT.
        guard try transaction.isAny("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'") else {
            return present
        }
        let past: Int64? = try transaction.value("SELECT seq FROM sqlite_sequence WHERE name = ?", [table])
        return [present, past].compactMap(\.self).max()
    }
}

/// A table whose rows are copied to another database engine.
package struct CopiedTable: Hashable, Sendable {
    package let name: String
    /// The names of the columns, in order.
    package let columns: [String]
    /// The number of rows.
    package let rows: Int64
}

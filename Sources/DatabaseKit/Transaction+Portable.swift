import GRDB

// Parts of statements that SQLite and PostgreSQL express differently.

extension Transaction {
    /// Runs a statement that inserts, updates or deletes rows.
    ///
    /// - Returns: The number of inserted, updated or deleted rows.
    package func changedRows(_ sql: String, _ values: StatementValues = []) throws -> Int {
        switch connection {
        case .sqlite(let database):
            let statement = try begun(sql, values, on: database)
            try statement.finish()
            return statement.changedRows
        case .other(let runner): return try runner.changedRows(sql, values)
        }
    }

    /// Runs a statement that inserts at most one row into a table with generated numbers.
    ///
    /// In SQLite, the numbers are the table's row ids. A `RETURNING` clause would store the row in a temporary
    /// table first, which takes longer than inserting it.
    ///
    /// - Parameters:
    ///   - sql: The statement, without a `RETURNING` clause.
    ///   - column: The column with the generated numbers.
    /// - Returns: The number of the inserted row, or nil if no row was inserted.
    package func inserted(
        _ sql: String, _ values: StatementValues = [], number column: String
    ) throws -> Int64? {
        switch connection {
        case .sqlite(let database):
            return try changedRows(sql, values) > 0 ? database.lastInsertedRowID : nil
        case .other: return try value("\(sql) RETURNING \(column)", values)
        }
    }
}

/// The placeholders and the values of an `IN` list of strings.
package struct StatementList {
    /// The placeholders, separated by commas.
    package let placeholders: String
    /// The values of the placeholders.
    package let values: StatementValues

    /// Creates a list, or returns nil if there are no strings. The last string is repeated until the number
    /// of strings is a power of two. Lists of similar lengths can therefore use the same prepared statement.
    package init?(_ texts: some Collection<String>) {
        var list = Array(texts)
        guard let last = list.last else { return nil }
        var count = 1
        while count < list.count { count *= 2 }
        list += Array(repeating: last, count: count - list.count)
        placeholders = Array(repeating: "?", count: count).joined(separator: ", ")
        values = StatementValues(list)
    }
}

extension String {
    /// The text with its ASCII letters in lower case. A column that ignores ASCII case stores text in this
    /// form. Other text must be converted to this form before it is compared with the column.
    ///
    /// In SQLite, such a column has the `NOCASE` collation, because earlier versions stored the text
    /// unchanged. PostgreSQL has no such collation.
    package var caseKey: String {
        guard utf8.contains(where: Self.isCapital) else { return self }
        return String(decoding: utf8.map { Self.isCapital($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func isCapital(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }
}

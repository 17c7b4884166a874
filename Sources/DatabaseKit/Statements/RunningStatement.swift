import CSQLite
import GRDB

/// A statement that is running on a connection.
///
/// GRDB compiles the statement once per connection. This type then runs the statement by calling SQLite
/// directly. Running the statement through GRDB takes about twice as long, because GRDB also supports change
/// observers and rows that outlive the statement.
struct RunningStatement: ~Copyable {
    /// The compiled statement. This property keeps it alive while it is running.
    private let compiled: Statement
    private let statement: OpaquePointer
    private let sql: String

    /// Compiles a statement.
    ///
    /// - Throws: GRDB's `DatabaseError` if the statement cannot be compiled.
    init(_ sql: String, on database: Database) throws {
        compiled = try database.cachedStatement(sql: sql)
        statement = compiled.sqliteStatement
        self.sql = sql
    }

    /// Binds values to the statement's parameters.
    ///
    /// - Throws: GRDB's `DatabaseError` if the number of values differs from the number of parameters.
    borrowing func bind(_ values: StatementValues) throws {
        guard sqlite3_bind_parameter_count(statement) == values.values.count else {
            throw GRDB.DatabaseError(
                message: "there are \(values.values.count) values, but a different number of parameters",
                sql: sql)
        }
        for (place, value) in values.values.enumerated() {
            let place = Int32(place + 1)
            try check(value?.fill(place, of: statement) ?? sqlite3_bind_null(statement, place))
        }
    }

    deinit { sqlite3_reset(statement) }

    /// Advances to the next row.
    ///
    /// - Returns: Whether there is a row. False after the last row.
    /// - Throws: GRDB's `DatabaseError` if SQLite returns an error.
    borrowing func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    /// Runs the statement to its end.
    borrowing func finish() throws { while try step() {} }

    /// If the statement changes rows, runs it to completion, because SQLite checks foreign keys only at the
    /// end.
    borrowing func finishChanges() throws {
        if sqlite3_stmt_readonly(statement) == 0 { try finish() }
    }

    /// The number of rows that the statement inserted, updated or deleted; 0 for a statement that only reads.
    /// Valid after ``finish()``, until the connection runs another statement.
    var changedRows: Int {
        sqlite3_stmt_readonly(statement) == 0 ? Int(sqlite3_changes64(sqlite3_db_handle(statement))) : 0
    }

    /// The current row, which is valid until the next step.
    var row: StatementRow { StatementRow(statement: statement) }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> GRDB.DatabaseError {
        let words = sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }
        return GRDB.DatabaseError(resultCode: ResultCode(rawValue: code), message: words, sql: sql)
    }
}

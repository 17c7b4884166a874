import CSQLite
import GRDB

/// A statement of a connection while it runs, in SQLite's own steps.
///
/// It is GRDB's statement, compiled once for the connection; what GRDB does around each run, for observers of changes and
/// for rows that outlive the statement, nobody here needs, and it took as long as SQLite itself.
struct RunningStatement: ~Copyable {
    /// Held for as long as it runs.
    private let compiled: Statement
    private let statement: OpaquePointer
    private let sql: String

    /// - Throws: GRDB's `DatabaseError` for a statement that cannot be compiled.
    init(_ sql: String, on database: Database) throws {
        compiled = try database.cachedStatement(sql: sql)
        statement = compiled.sqliteStatement
        self.sql = sql
    }

    /// Puts values into its places.
    ///
    /// - Throws: GRDB's `DatabaseError` where it has another number of places.
    borrowing func bind(_ values: StatementValues) throws {
        guard sqlite3_bind_parameter_count(statement) == values.values.count else {
            throw GRDB.DatabaseError(message: "\(values.values.count) values do not fit", sql: sql)
        }
        for (place, value) in values.values.enumerated() {
            let place = Int32(place + 1)
            try check(value?.fill(place, of: statement) ?? sqlite3_bind_null(statement, place))
        }
    }

    deinit { sqlite3_reset(statement) }

    /// Goes to the next row.
    ///
    /// - Returns: False behind the last one.
    /// - Throws: GRDB's `DatabaseError` for what SQLite refuses.
    borrowing func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    /// Runs it to its end.
    borrowing func finish() throws { while try step() {} }

    /// The row on which it stands; good until the next step.
    var row: StatementRow { StatementRow(statement: statement) }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> GRDB.DatabaseError {
        let words = sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }
        return GRDB.DatabaseError(resultCode: ResultCode(rawValue: code), message: words, sql: sql)
    }
}

/// A row of an answer, by the numbers of its columns; it is gone once the statement goes on.
public struct StatementRow {
    let statement: OpaquePointer

    /// The value of a column that is never null.
    ///
    /// - Parameter column: From 0 on.
    public subscript<Value: StatementValue>(_ column: Int) -> Value {
        guard let value = Value.column(Int32(column), of: statement) else {
            preconditionFailure("column \(column) holds no \(Value.self): no table of ours does so")
        }
        return value
    }

    /// The value of a column; nil for null.
    ///
    /// - Parameter column: From 0 on.
    public subscript<Value: StatementValue>(_ column: Int) -> Value? {
        Value.column(Int32(column), of: statement)
    }
}

public import GRDB

/// Statements that stores run again and again: each is compiled once a connection.
extension DatabaseUnit {
    /// Runs a statement that answers nothing.
    public func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The first row of an answer, or nil.
    public func first(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first column of the first row, or nil.
    public func value<Value: DatabaseValueConvertible>(
        _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> Value? {
        try Value.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// All rows of an answer: the statement has to have a limit.
    public func all(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }
}

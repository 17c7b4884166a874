public import GRDB

/// Statements that stores run again and again: each is compiled once a connection.
extension Transaction {
    /// Runs a statement that answers nothing.
    public func run(_ sql: String, _ values: StatementValues = []) throws {
        try begun(sql, values).finish()
    }

    /// The first column of the first row, or nil.
    public func value<Value: StatementValue>(_ sql: String, _ values: StatementValues = []) throws -> Value? {
        try one(sql, values) { $0[0] }
    }

    /// Whether a statement answers anything.
    public func isAny(_ sql: String, _ values: StatementValues = []) throws -> Bool {
        try begun(sql, values).step()
    }

    /// What is read of the first row; nil where there is none.
    public func one<Value>(
        _ sql: String, _ values: StatementValues = [], _ read: (StatementRow) throws -> Value?
    ) throws -> Value? {
        let statement = try begun(sql, values)
        return try statement.step() ? read(statement.row) : nil
    }

    /// What is read of each row: the statement has to have a limit.
    public func all<Value>(
        _ sql: String, _ values: StatementValues = [], _ read: (StatementRow) throws -> Value
    ) throws -> [Value] {
        let statement = try begun(sql, values)
        var answer: [Value] = []
        while try statement.step() { answer.append(try read(statement.row)) }
        return answer
    }

    private func begun(_ sql: String, _ values: StatementValues) throws -> RunningStatement {
        let statement = try RunningStatement(sql, on: database)
        try statement.bind(values)
        return statement
    }

    /// The first row of an answer, by the names of its columns, or nil.
    public func first(_ sql: String, _ values: StatementValues = []) throws -> Row? {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: values.arguments)
    }

    /// All rows of an answer, by the names of their columns: the statement has to have a limit.
    public func all(_ sql: String, _ values: StatementValues = []) throws -> [Row] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: values.arguments)
    }
}

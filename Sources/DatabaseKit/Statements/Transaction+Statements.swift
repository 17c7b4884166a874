public import Foundation
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

/// Values that are kept whole, as JSON in the column `body` beside the columns by which they are found.
///
/// Statements that read them answer with that column first.
extension Transaction {
    /// A value as ``DocumentCoder`` keeps it.
    public func document(_ value: some Encodable) throws -> Data { try DocumentCoder.encode(value) }

    /// As ``document(_:)``, of a value that is soon read again: it is not decoded for that.
    public func cachedDocument(_ value: some Codable & Sendable) throws -> Data {
        let bytes = try DocumentCoder.encode(value)
        DocumentMemory.shared.remember(value, as: bytes)
        return bytes
    }

    /// The first value of an answer, or nil.
    public func first<Value: Decodable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> Value? {
        try one(sql, values) { try DocumentCoder.decode(type, from: $0[0]) }
    }

    /// All values of an answer: the statement has to have a limit.
    public func all<Value: Decodable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> [Value] {
        try all(sql, values) { try DocumentCoder.decode(type, from: $0[0]) }
    }

    /// As ``first(_:_:_:)``, of a kind that is read again and again: decoded once for the same octets.
    public func firstCached<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> Value? {
        try one(sql, values) { try DocumentMemory.shared.decode(type, from: $0[0]) }
    }

    /// As ``all(_:_:_:)``, of a kind that is read again and again: decoded once for the same octets.
    public func allCached<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> [Value] {
        try all(sql, values) { try DocumentMemory.shared.decode(type, from: $0[0]) }
    }
}

public import Foundation
public import GRDB

/// Functions that run statements. Each statement is compiled once per connection.
extension Transaction {
    /// Runs a statement that returns no rows.
    public func run(_ sql: String, _ values: StatementValues = []) throws {
        try begun(sql, values).finish()
    }

    /// Returns the first column of the first row, or nil if there are no rows or the column is null.
    public func value<Value: StatementValue>(_ sql: String, _ values: StatementValues = []) throws -> Value? {
        try one(sql, values) { $0[0] }
    }

    /// Returns whether a statement returns at least one row.
    public func isAny(_ sql: String, _ values: StatementValues = []) throws -> Bool {
        try begun(sql, values).step()
    }

    /// Returns the value that `read` creates from the first row. Returns nil if there are no rows.
    public func one<Value>(
        _ sql: String, _ values: StatementValues = [], _ read: (StatementRow) throws -> Value?
    ) throws -> Value? {
        let statement = try begun(sql, values)
        return try statement.step() ? read(statement.row) : nil
    }

    /// Returns the values that `read` creates from all rows. The statement must limit the number of rows.
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

    /// Returns the first row, or nil if there are no rows. Its columns are read by name.
    public func first(_ sql: String, _ values: StatementValues = []) throws -> Row? {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: values.arguments)
    }

    /// Returns all rows. Their columns are read by name. The statement must limit the number of rows.
    public func all(_ sql: String, _ values: StatementValues = []) throws -> [Row] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: values.arguments)
    }
}

/// Functions for values that are stored as JSON in the column `body`. Other columns are used to find the values.
///
/// In a statement that reads these values, `body` must be the first column.
extension Transaction {
    /// Encodes a value in its stored format, as ``DocumentCoder`` does.
    public func document(_ value: some Encodable) throws -> Data { try DocumentCoder.encode(value) }

    /// Encodes a value like ``document(_:)``, and also caches it, because it will soon be read again.
    public func cachedDocument(_ value: some Codable & Sendable) throws -> Data {
        let bytes = try DocumentCoder.encode(value)
        DocumentMemory.shared.remember(value, as: bytes)
        return bytes
    }

    /// Returns the value in the first row, or nil if there are no rows.
    public func first<Value: Decodable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> Value? {
        try one(sql, values) { try DocumentCoder.decode(type, from: $0[0]) }
    }

    /// Returns the values in all rows. The statement must limit the number of rows.
    public func all<Value: Decodable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> [Value] {
        try all(sql, values) { try DocumentCoder.decode(type, from: $0[0]) }
    }

    /// Returns the value in the first row like ``first(_:_:_:)``, but decodes the same bytes only once. It is
    /// intended for types that are read often.
    public func firstCached<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> Value? {
        try one(sql, values) { try DocumentMemory.shared.decode(type, from: $0[0]) }
    }

    /// Returns the values in all rows like ``all(_:_:_:)``, but decodes the same bytes only once. It is intended for
    /// types that are read often.
    public func allCached<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> [Value] {
        try all(sql, values) { try DocumentMemory.shared.decode(type, from: $0[0]) }
    }
}

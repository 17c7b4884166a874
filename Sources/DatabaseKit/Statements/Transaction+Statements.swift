public import Foundation
public import GRDB

/// Functions that run statements, each compiled once per connection.
extension Transaction {
    /// Runs a statement that returns no rows.
    public func run(_ sql: String, _ values: StatementValues = []) throws {
        try begun(sql, values).finish()
    }

    /// Returns the first column of the first row; nil if there are no rows or the column is null.
    public func value<Value: StatementValue>(_ sql: String, _ values: StatementValues = []) throws -> Value? {
        try one(sql, values) { $0[0] }
    }

    /// Returns whether a statement has at least one row.
    public func isAny(_ sql: String, _ values: StatementValues = []) throws -> Bool {
        try begun(sql, values).step()
    }

    /// Returns the value that `read` takes from the first row; nil if there are no rows.
    public func one<Value>(
        _ sql: String, _ values: StatementValues = [], _ read: (StatementRow) throws -> Value?
    ) throws -> Value? {
        let statement = try begun(sql, values)
        return try statement.step() ? read(statement.row) : nil
    }

    /// Returns the values that `read` takes from each row. The statement must limit their number.
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

    /// Returns the first row, with columns by name; nil if there are no rows.
    public func first(_ sql: String, _ values: StatementValues = []) throws -> Row? {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: values.arguments)
    }

    /// Returns all rows, with columns by name. The statement must limit their number.
    public func all(_ sql: String, _ values: StatementValues = []) throws -> [Row] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: values.arguments)
    }
}

/// Functions for values that are stored whole, as JSON in the column `body`, with other columns to find them by.
///
/// The `body` must be the first column of a statement that reads them.
extension Transaction {
    /// Returns the stored form of a value, as ``DocumentCoder`` writes it.
    public func document(_ value: some Encodable) throws -> Data { try DocumentCoder.encode(value) }

    /// Does the same as ``document(_:)``, and also caches the value, because it is read again soon.
    public func cachedDocument(_ value: some Codable & Sendable) throws -> Data {
        let bytes = try DocumentCoder.encode(value)
        DocumentMemory.shared.remember(value, as: bytes)
        return bytes
    }

    /// Returns the value in the first row; nil if there are no rows.
    public func first<Value: Decodable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> Value? {
        try one(sql, values) { try DocumentCoder.decode(type, from: $0[0]) }
    }

    /// Returns the values in all rows. The statement must limit their number.
    public func all<Value: Decodable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> [Value] {
        try all(sql, values) { try DocumentCoder.decode(type, from: $0[0]) }
    }

    /// Does the same as ``first(_:_:_:)``, for a type that is read often: equal bytes are decoded only once.
    public func firstCached<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> Value? {
        try one(sql, values) { try DocumentMemory.shared.decode(type, from: $0[0]) }
    }

    /// Does the same as ``all(_:_:_:)``, for a type that is read often: equal bytes are decoded only once.
    public func allCached<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> [Value] {
        try all(sql, values) { try DocumentMemory.shared.decode(type, from: $0[0]) }
    }
}

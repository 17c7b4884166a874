public import Foundation
import GRDB

/// Functions that run statements. Each statement is compiled once per connection.
extension Transaction {
    /// Runs a statement whose rows are not needed.
    public func run(_ sql: String, _ values: StatementValues = []) throws {
        switch connection {
        case .sqlite(let database): try begun(sql, values, on: database).finish()
        case .other(let runner): try runner.run(sql, values)
        }
    }

    /// Returns the first column of the first row. Returns nil if there are no rows, or if the column is null
    /// or has a value of a different type.
    public func value<Value: StatementValue>(_ sql: String, _ values: StatementValues = []) throws -> Value? {
        try one(sql, values) { $0[0] }
    }

    /// Returns whether a statement returns at least one row.
    public func isAny(_ sql: String, _ values: StatementValues = []) throws -> Bool {
        switch connection {
        case .sqlite(let database):
            let statement = try begun(sql, values, on: database)
            guard try statement.step() else { return false }
            try statement.finishChanges()
            return true
        case .other(let runner): return try runner.begin(sql, values).next()
        }
    }

    /// Returns the value that `read` creates from the first row. Returns nil if there are no rows.
    ///
    /// A statement with a RETURNING clause makes all of its changes, even if it returns several rows.
    public func one<Value>(
        _ sql: String, _ values: StatementValues = [], _ read: (StatementRow) throws -> Value?
    ) throws -> Value? {
        switch connection {
        case .sqlite(let database):
            let statement = try begun(sql, values, on: database)
            guard try statement.step() else { return nil }
            let value = try read(statement.row)
            try statement.finishChanges()
            return value
        case .other(let runner):
            let cursor = try runner.begin(sql, values)
            return try cursor.next() ? read(StatementRow(cursor)) : nil
        }
    }

    /// Returns the values that `read` creates from all rows. The statement must limit the number of rows.
    public func all<Value>(
        _ sql: String, _ values: StatementValues = [], _ read: (StatementRow) throws -> Value
    ) throws -> [Value] {
        var answer: [Value] = []
        switch connection {
        case .sqlite(let database):
            let statement = try begun(sql, values, on: database)
            while try statement.step() { answer.append(try read(statement.row)) }
        case .other(let runner):
            let cursor = try runner.begin(sql, values)
            let row = StatementRow(cursor)
            while try cursor.next() { answer.append(try read(row)) }
        }
        return answer
    }

    func begun(
        _ sql: String, _ values: StatementValues, on database: Database
    ) throws -> RunningStatement {
        let statement = try RunningStatement(sql, on: database)
        try statement.bind(values)
        return statement
    }

    /// Returns a copy of the first row, or nil if there are no rows.
    public func first(_ sql: String, _ values: StatementValues = []) throws -> StatementRow? {
        var names: [String] = []
        return try one(sql, values) { $0.copied(&names) }
    }

    /// Returns copies of all rows. The statement must limit the number of rows.
    public func all(_ sql: String, _ values: StatementValues = []) throws -> [StatementRow] {
        var names: [String] = []
        return try all(sql, values) { $0.copied(&names) }
    }
}

/// Functions for values that are stored as JSON in the `body` column. Other columns are used to find the
/// values.
///
/// In a statement that reads these values, `body` must be the first column.
extension Transaction {
    /// Encodes a value in its stored format, as ``DocumentCoder`` does.
    public func document(_ value: some Encodable) throws -> Data { try DocumentCoder.encode(value) }

    /// Encodes a value as ``document(_:)`` does, and caches the value. Use this for a value that will be read
    /// again soon.
    public func cachedDocument(_ value: some Codable & Sendable) throws -> Data {
        let bytes = try DocumentCoder.encode(value)
        DocumentMemory.shared.remember(value, as: bytes)
        return bytes
    }

    /// Returns the value in the first row, or nil if there are no rows.
    ///
    /// The type of the value must be known from the context. Use ``value(_:_:)`` for a column that is not
    /// JSON.
    public func first<Value: Decodable>(_ sql: String, _ values: StatementValues = []) throws -> Value? {
        try one(sql, values) { try DocumentCoder.decode(Value.self, from: $0[0]) }
    }

    /// Returns the values in all rows. The statement must limit the number of rows.
    ///
    /// The type of the value must be known from the context. Use ``value(_:_:)`` for a column that is not
    /// JSON.
    public func all<Value: Decodable>(_ sql: String, _ values: StatementValues = []) throws -> [Value] {
        try all(sql, values) { try DocumentCoder.decode(Value.self, from: $0[0]) }
    }

    /// Returns the value in the first row, as ``first(_:_:)`` does, but uses the cached value if the same
    /// bytes were decoded recently. Use this for types that are read often.
    public func firstCached<Value: Decodable & Sendable>(
        _ sql: String, _ values: StatementValues = []
    ) throws -> Value? {
        try one(sql, values) { try DocumentMemory.shared.decode(Value.self, from: $0[0]) }
    }

    /// Like ``all(_:_:)``, returns the values in all rows, but uses a cached value if the same bytes were
    /// decoded recently. Use this for types that are read often.
    public func allCached<Value: Decodable & Sendable>(
        _ sql: String, _ values: StatementValues = []
    ) throws -> [Value] {
        try all(sql, values) { try DocumentMemory.shared.decode(Value.self, from: $0[0]) }
    }
}

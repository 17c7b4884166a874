public import Foundation
public import GRDB

/// Values that are kept whole, as JSON beside the columns by which they are found.
extension DatabaseUnit {
    /// A value as ``DocumentCoder`` keeps it.
    public func document(_ value: some Encodable) throws -> Data { try DocumentCoder.encode(value) }

    /// A value that was kept under `body`.
    public func decode<Value: Decodable>(_ type: Value.Type, _ row: Row) throws -> Value {
        try DocumentCoder.decode(type, from: row["body"])
    }

    /// The first value of an answer, or nil.
    public func first<Value: Decodable>(
        _ type: Value.Type, _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> Value? {
        try first(sql, arguments).map { try decode(type, $0) }
    }

    /// All values of an answer: the statement has to have a limit.
    public func all<Value: Decodable>(
        _ type: Value.Type, _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> [Value] {
        try all(sql, arguments).map { try decode(type, $0) }
    }

    /// As ``first(_:_:_:)``, of a kind that is read with each request and seldom changes: decoded once for the same octets.
    public func firstSteady<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> Value? {
        try first(sql, arguments).map { try DocumentMemory.shared.decode(type, from: $0["body"]) }
    }

    /// As ``all(_:_:_:)``, of a kind that is read with each request and seldom changes: decoded once for the same octets.
    public func allSteady<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> [Value] {
        try all(sql, arguments).map { try DocumentMemory.shared.decode(type, from: $0["body"]) }
    }
}

public import Foundation

/// Values that are kept whole, as JSON in the column `body` beside the columns by which they are found.
///
/// Statements that read them answer with that column first.
extension Transaction {
    /// A value as ``DocumentCoder`` keeps it.
    public func document(_ value: some Encodable) throws -> Data { try DocumentCoder.encode(value) }

    /// As ``document(_:)``, of a value that is soon read again: it is not decoded for that.
    public func steadyDocument(_ value: some Codable & Sendable) throws -> Data {
        let octets = try DocumentCoder.encode(value)
        DocumentMemory.shared.remember(value, as: octets)
        return octets
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
    public func firstSteady<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> Value? {
        try one(sql, values) { try DocumentMemory.shared.decode(type, from: $0[0]) }
    }

    /// As ``all(_:_:_:)``, of a kind that is read again and again: decoded once for the same octets.
    public func allSteady<Value: Decodable & Sendable>(
        _ type: Value.Type, _ sql: String, _ values: StatementValues = []
    ) throws -> [Value] {
        try all(sql, values) { try DocumentMemory.shared.decode(type, from: $0[0]) }
    }
}

public import Foundation
public import GRDB

/// Values that are kept whole, as JSON beside the columns by which they are found.
extension DatabaseUnit {
    /// A value as it is kept: JSON with sorted keys, in UTF-8.
    public func document(_ value: some Encodable) throws -> Data { try Self.encoder.encode(value) }

    /// A value that was kept under `body`.
    public func decode<Value: Decodable>(_ type: Value.Type, _ row: Row) throws -> Value {
        try Self.decoder.decode(type, from: row["body"] as Data)
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

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static var decoder: JSONDecoder { JSONDecoder() }
}

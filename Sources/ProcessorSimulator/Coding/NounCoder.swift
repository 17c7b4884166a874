import Foundation

/// How nouns are written down: as JSON, each field under its name, nothing for nil. No field is a floating-point number.
///
/// `JSONEncoder` and `JSONDecoder` write and read the same, and took almost half of a request's time.
enum NounCoder {
    /// A value as it is kept.
    ///
    /// - Throws: `EncodingError` for a floating-point number.
    static func encode(_ value: some Encodable) throws -> Data { Data(try json(value).bytes) }

    /// A value as JSON.
    static func json(_ value: some Encodable) throws -> JSONValue {
        let encoder = NounEncoder()
        try value.encode(to: encoder)
        return encoder.json
    }

    /// A value that was kept.
    ///
    /// - Throws: `DecodingError`, or `JSONTreeError`.
    static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
        try Value(from: NounDecoder(json: JSONValue(parsing: Array(json))))
    }
}

extension JSONValue: Codable {
    /// JSON within a noun is kept as it is.
    func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? NounEncoder else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "only NounCoder writes JSON"))
        }
        encoder.json = self
    }

    /// JSON within a noun as it was kept.
    init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? NounDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "only NounCoder reads JSON"))
        }
        self = decoder.json
    }
}

public import Foundation
import TextKit

/// Converts values to and from the JSON that a database stores: UTF-8, with fields ordered by name and no fields for
/// nil.
///
/// The output is byte for byte that of `JSONEncoder` with sorted keys and without escaped slashes, so files written by
/// either are identical. Foundation's coders build their own tree for each value, which took up to half of the time of
/// a request. Floating-point numbers are refused. Money is in integer minor units, and a rate is stored as text.
public enum DocumentCoder {
    /// Encodes a value in its stored format.
    ///
    /// - Throws: `EncodingError` for a floating-point number.
    public static func encode(_ value: some Encodable) throws -> Data {
        if let document = value as? any FastEncodable { return DocumentWriter.bytes(of: document) }
        return Data(try tree(value).bytes)
    }

    /// Decodes a value from its stored format.
    ///
    /// - Throws: `DecodingError`, or `JSONTreeError`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
        try DocumentDecoder(tree: JSONTree(Array(json), atMost: .max)).decode(type)
    }

    /// Decodes a value like ``decode(_:from:)``, but decodes equal bytes only once. Use it for a type that is read
    /// often.
    public static func decodeCached<Value: Decodable & Sendable>(_ type: Value.Type, from json: Data) throws
        -> Value
    {
        try DocumentMemory.shared.decode(type, from: json)
    }

    static func tree<Value: Encodable>(_ value: Value) throws -> JSONTree {
        if Value.self == Data.self, let bytes = value as? Data {
            return .string(bytes.base64EncodedString())
        }
        if Value.self == [String: String].self, let texts = value as? [String: String] {
            return .object(
                texts.sorted { $0.key < $1.key }.map { JSONTree.Member($0.key, .string($0.value)) })
        }
        let encoder = DocumentEncoder()
        try value.encode(to: encoder)
        return encoder.finish()
    }
}

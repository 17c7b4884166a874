public import Foundation
import TextKit

/// A coder for the JSON that is stored in a database. The JSON is UTF-8, its fields are sorted by name, and
/// fields that are nil are omitted.
///
/// The output is byte-identical to that of `JSONEncoder` with sorted keys and without escaped slashes.
/// Foundation's coders are not used, because they took up to half of a request's time. Floating-point numbers
/// are refused, because money is stored in integer minor units and rates are stored as text.
public enum DocumentCoder {
    /// Encodes a value in its stored format.
    ///
    /// - Throws: `EncodingError` if the value contains a floating-point number.
    public static func encode(_ value: some Encodable) throws -> Data {
        if let document = value as? any FastEncodable { return DocumentWriter.bytes(of: document) }
        return Data(try tree(value).bytes)
    }

    /// Decodes a value from its stored format.
    ///
    /// - Throws: `DecodingError` or `JSONTreeError`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
        try DocumentDecoder(tree: JSONTree(Array(json), atMost: .max)).decode(type)
    }

    /// Decodes a value as ``decode(_:from:)`` does, and caches it. While the value is cached, a call with the
    /// same type and bytes returns the cached value. Use this for types that are read often.
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

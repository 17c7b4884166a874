public import Foundation
import TextKit

/// Converts values to and from the JSON that a database stores: UTF-8, fields ordered by name, none for nil.
///
/// The output is byte for byte that of `JSONEncoder` with sorted keys and without escaped slashes, so files written by
/// either are the same. Foundation's coders build their own tree for each value, which took up to half of a request's
/// time. Floating-point numbers are refused: money is in integer minor units, and a rate is stored as text.
public enum DocumentCoder {
    /// Returns the stored form of a value.
    ///
    /// - Throws: `EncodingError` for a floating-point number.
    public static func encode(_ value: some Encodable) throws -> Data {
        if let document = value as? any FastEncodable { return DocumentWriter.bytes(of: document) }
        return Data(try tree(value).bytes)
    }

    /// Returns a value from its stored form.
    ///
    /// - Throws: `DecodingError`, or `JSONTreeError`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
        try DocumentDecoder(tree: JSONTree(Array(json), atMost: .max)).decode(type)
    }

    /// Does the same as ``decode(_:from:)``, for a type that is read often: equal bytes are decoded only once.
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

public import Foundation
import TextKit

/// How values are kept in a database: as JSON in UTF-8, each field under its name, the names in order, nothing for nil.
///
/// Octet for octet it is what `JSONEncoder` writes with sorted keys and without escaped slashes, so that files of both
/// are one; Foundation's coders build trees of their own for each value and took up to half of a request's time. No
/// field is a floating-point number: money is whole minor units, and a rate is kept as it was written.
public enum DocumentCoder {
    /// A value as it is kept.
    ///
    /// - Throws: `EncodingError` for a floating-point number.
    public static func encode(_ value: some Encodable) throws -> Data {
        if let document = value as? any FastEncodable { return DocumentWriter.bytes(of: document) }
        return Data(try tree(value).bytes)
    }

    /// A value that was kept.
    ///
    /// - Throws: `DecodingError`, or `JSONTreeError`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
        try DocumentDecoder(tree: JSONTree(Array(json), atMost: .max)).decode(type)
    }

    /// As ``decode(_:from:)``, of a kind that is read again and again: decoded once for the same octets.
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

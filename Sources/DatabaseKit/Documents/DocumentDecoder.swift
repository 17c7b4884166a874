import Foundation
import TextKit

/// A decoder that reads a value from JSON.
struct DocumentDecoder: Decoder {
    let tree: JSONTree
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let fields) = tree else { throw mismatch("an object") }
        return KeyedDecodingContainer(DocumentValues(fields))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = tree else { throw mismatch("a list") }
        return DocumentSequence(elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    fileprivate func mismatch(_ wanted: String) -> DecodingError {
        .typeMismatch(JSONTree.self, .init(codingPath: [], debugDescription: "\(wanted) was expected"))
    }

    /// Decodes an object whose values are all strings, such as metadata. Nearly every document contains an
    /// object of this kind.
    private func texts() throws -> [String: String] {
        guard case .object(let fields) = tree else { throw mismatch("an object") }
        var texts = [String: String](minimumCapacity: fields.count)
        for field in fields {
            guard case .string(let text) = field.value else { throw mismatch("a string") }
            texts[field.key] = text
        }
        return texts
    }

    fileprivate func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        if case .number(let digits) = tree, let number = Number(digits) { return number }
        throw mismatch("a whole number that fits in \(Number.bitWidth) bits")
    }
}

extension DocumentDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { tree.isNull }
    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let bool) = tree else { throw mismatch("a Boolean") }
        return bool
    }
    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = tree else { throw mismatch("a string") }
        return text
    }
    // Fractions are stored as text or not at all; see `EncodingError.floatingPoint`.
    func decode<Number: BinaryFloatingPoint & Decodable>(_ type: Number.Type) throws -> Number {
        throw mismatch("a value other than a floating-point number")
    }
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        try whole(type)
    }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == [String: String].self, let texts = try texts() as? Value { return texts }
        guard type == Data.self else { return try Value(from: self) }
        guard let bytes = try Data(base64Encoded: decode(String.self)) as? Value else {
            throw mismatch("base64 text")
        }
        return bytes
    }
}

/// The fields of an object. Each search for a field starts where the previous one ended, because fields are
/// usually read in order.
private final class DocumentValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let fields: [JSONTree.Member]
    private var last = 0

    init(_ fields: [JSONTree.Member]) { self.fields = fields }

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.compactMap { Key(stringValue: $0.key) } }

    private func find(_ name: String) -> JSONTree? {
        // The comparison uses a pointer. In code that is not optimized, an array's subscript copies the value and its
        // key.
        fields.withUnsafeBufferPointer { fields in
            guard let field = fields.baseAddress, !fields.isEmpty else { return nil }
            let count = fields.count
            var place = last
            repeat {
                if field[place].key == name {
                    last = place
                    return field[place].value
                }
                place += 1
                if place == count { place = 0 }
            } while place != last
            return nil
        }
    }

    private func value(_ key: Key) throws -> DocumentDecoder {
        guard let tree = find(key.stringValue) else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: [], debugDescription: "the field is missing"))
        }
        return DocumentDecoder(tree: tree)
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
    func decode<Number: BinaryFloatingPoint & Decodable>(_ type: Number.Type, forKey key: Key) throws
        -> Number
    { try value(key).decode(type) }
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type, forKey key: Key) throws -> Number
    { try value(key).whole(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(key).decode(type)
    }

    // Each optional field is searched for only once.
    private func present(_ key: Key) -> DocumentDecoder? {
        find(key.stringValue).flatMap { $0.isNull ? nil : DocumentDecoder(tree: $0) }
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key)?.decode(type)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key)?.decode(type)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.whole(type) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try present(key)?.whole(type)
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key)?.decode(type)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { try value(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { DocumentDecoder(tree: find("super") ?? .null) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

private struct DocumentSequence: UnkeyedDecodingContainer {
    let elements: [JSONTree]
    private(set) var currentIndex = 0

    init(elements: [JSONTree]) { self.elements = elements }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private mutating func take() throws -> DocumentDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONTree.self, .init(codingPath: [], debugDescription: "the list has no more elements"))
        }
        defer { currentIndex += 1 }
        return DocumentDecoder(tree: elements[currentIndex])
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex].isNull else { return false }
        currentIndex += 1
        return true
    }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try take().decode(type) }
    mutating func decode(_ type: String.Type) throws -> String { try take().decode(type) }
    mutating func decode<Number: BinaryFloatingPoint & Decodable>(_ type: Number.Type) throws -> Number {
        try take().decode(type)
    }
    mutating func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        try take().whole(type)
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    { try take().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take().unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { try take() }
}

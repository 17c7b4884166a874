/// Reads a value from JSON.
struct NounDecoder: Decoder {
    let json: JSONValue
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = json else { throw mismatch("an object") }
        return KeyedDecodingContainer(NounValues(object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = json else { throw mismatch("a list") }
        return NounSequence(elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    fileprivate func mismatch(_ wanted: String) -> DecodingError {
        .typeMismatch(JSONValue.self, .init(codingPath: [], debugDescription: "\(wanted) was expected"))
    }

    fileprivate func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        switch json {
        case .integer(let number):
            if let number = Number(exactly: number) { return number }
        case .decimal(let digits):
            if let number = Number(digits) { return number }
        default: break
        }
        throw mismatch("a whole number of \(Number.bitWidth) bits")
    }
}

extension NounDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { json.isNull }
    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let bool) = json else { throw mismatch("a truth value") }
        return bool
    }
    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = json else { throw mismatch("a text") }
        return text
    }
    // What is written with a fraction is read as text, or not at all: see `EncodingError.floatingPoint`.
    func decode(_ type: Double.Type) throws -> Double { throw mismatch("no floating-point number") }
    func decode(_ type: Float.Type) throws -> Float { throw mismatch("no floating-point number") }
    func decode(_ type: Int.Type) throws -> Int { try whole(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

/// The fields of an object. They are asked for in the order in which they were written: each search begins where the
/// last one ended.
private final class NounValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let fields: [JSONObject.Field]
    private var last = 0

    init(_ object: JSONObject) { fields = object.fields }

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.compactMap { Key(stringValue: $0.name) } }

    private func find(_ name: String) -> JSONValue? {
        for step in fields.indices {
            let place = (last + step) % fields.count
            guard fields[place].name == name else { continue }
            last = place
            return fields[place].value
        }
        return nil
    }

    private func value(_ key: Key) throws -> NounDecoder {
        guard let json = find(key.stringValue) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "it is not there"))
        }
        return NounDecoder(json: json)
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).whole(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).whole(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).whole(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).whole(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).whole(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).whole(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).whole(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).whole(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).whole(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).whole(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: value(key))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { try value(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { NounDecoder(json: find("super") ?? .null) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

private struct NounSequence: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    private(set) var currentIndex = 0

    init(elements: [JSONValue]) { self.elements = elements }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private mutating func take() throws -> NounDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONValue.self, .init(codingPath: [], debugDescription: "the list has ended"))
        }
        defer { currentIndex += 1 }
        return NounDecoder(json: elements[currentIndex])
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex].isNull else { return false }
        currentIndex += 1
        return true
    }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try take().decode(type) }
    mutating func decode(_ type: String.Type) throws -> String { try take().decode(type) }
    mutating func decode(_ type: Double.Type) throws -> Double { try take().decode(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try take().decode(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try take().whole(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try take().whole(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try take().whole(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try take().whole(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try take().whole(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try take().whole(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take().whole(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take().whole(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take().whole(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take().whole(type) }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: take()) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    { try take().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take().unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { try take() }
}

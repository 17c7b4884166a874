/// Writes a value as JSON.
final class NounEncoder: Encoder {
    /// What was written.
    var json: JSONValue {
        get {
            if var object {
                for (place, part) in parts { object.set(part.json, at: place) }
                return .object(object)
            }
            if var list {
                for (place, part) in parts { list[place] = part.json }
                return .list(list)
            }
            return single
        }
        set { single = newValue }
    }

    // What a value is made of: fields, elements, or neither.
    private var object: JSONObject?
    private var list: [JSONValue]?
    private var single = JSONValue.null
    /// Fields or elements that somebody else still writes, and their places.
    private var parts: [(place: Int, part: NounEncoder)] = []

    fileprivate var count: Int { list?.count ?? 0 }

    fileprivate func add(_ json: JSONValue, as name: String) { object?.add(name, json) }
    fileprivate func add(_ json: JSONValue) { list?.append(json) }

    /// A field that is written part by part.
    fileprivate func part(as name: String) -> NounEncoder {
        let part = NounEncoder()
        parts.append((object?.fields.count ?? 0, part))
        add(.null, as: name)
        return part
    }

    /// An element that is written part by part.
    fileprivate func part() -> NounEncoder {
        let part = NounEncoder()
        parts.append((count, part))
        add(.null)
        return part
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if object == nil { object = JSONObject() }
        return KeyedEncodingContainer(NounFields(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if list == nil { list = [] }
        return NounElements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { NounSingle(encoder: self) }
}

extension JSONValue {
    /// A whole number; one that no 64 bits hold is written out.
    fileprivate init(whole number: some BinaryInteger) {
        self = Int64(exactly: number).map { .integer($0) } ?? .decimal(number.description)
    }
}

extension EncodingError {
    /// Nouns hold no floating-point numbers: money is whole minor units, and a rate is kept as it was written.
    fileprivate static func floatingPoint(_ number: some BinaryFloatingPoint) -> EncodingError {
        let reason = "nouns hold no floating-point numbers: write it as text"
        return .invalidValue(number, Context(codingPath: [], debugDescription: reason))
    }
}

private struct NounFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: NounEncoder
    var codingPath: [any CodingKey] { [] }

    private func add(_ json: JSONValue, _ key: Key) { encoder.add(json, as: key.stringValue) }

    mutating func encodeNil(forKey key: Key) { add(.null, key) }
    mutating func encode(_ value: Bool, forKey key: Key) { add(.bool(value), key) }
    mutating func encode(_ value: String, forKey key: Key) { add(.text(value), key) }
    mutating func encode(_ value: Double, forKey key: Key) throws { throw EncodingError.floatingPoint(value) }
    mutating func encode(_ value: Float, forKey key: Key) throws { throw EncodingError.floatingPoint(value) }
    mutating func encode(_ value: Int, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: Int8, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: Int16, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: Int32, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: Int64, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: UInt, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: UInt8, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: UInt16, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: UInt32, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: UInt64, forKey key: Key) { add(JSONValue(whole: value), key) }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        add(try NounCoder.json(value), key)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    { encoder.part(as: key.stringValue).container(keyedBy: type) }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.part(as: key.stringValue).unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder.part(as: "super") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.part(as: key.stringValue) }
}

private struct NounElements: UnkeyedEncodingContainer {
    let encoder: NounEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.count }

    private func add(_ json: JSONValue) { encoder.add(json) }

    mutating func encodeNil() { add(.null) }
    mutating func encode(_ value: Bool) { add(.bool(value)) }
    mutating func encode(_ value: String) { add(.text(value)) }
    mutating func encode(_ value: Double) throws { throw EncodingError.floatingPoint(value) }
    mutating func encode(_ value: Float) throws { throw EncodingError.floatingPoint(value) }
    mutating func encode(_ value: Int) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: Int8) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: Int16) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: Int32) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: Int64) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: UInt) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: UInt8) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: UInt16) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: UInt32) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: UInt64) { add(JSONValue(whole: value)) }
    mutating func encode(_ value: some Encodable) throws { add(try NounCoder.json(value)) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<
        Nested
    > {
        encoder.part().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.part().unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder.part() }
}

private struct NounSingle: SingleValueEncodingContainer {
    let encoder: NounEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { encoder.json = .null }
    mutating func encode(_ value: Bool) { encoder.json = .bool(value) }
    mutating func encode(_ value: String) { encoder.json = .text(value) }
    mutating func encode(_ value: Double) throws { throw EncodingError.floatingPoint(value) }
    mutating func encode(_ value: Float) throws { throw EncodingError.floatingPoint(value) }
    mutating func encode(_ value: Int) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: Int8) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: Int16) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: Int32) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: Int64) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: UInt) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: UInt8) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: UInt16) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: UInt32) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: UInt64) { encoder.json = JSONValue(whole: value) }
    mutating func encode(_ value: some Encodable) throws { encoder.json = try NounCoder.json(value) }
}

import TextKit

/// An encoder that writes a value as JSON.
final class DocumentEncoder: Encoder {
    /// Returns the encoded value. Call this only once.
    func finish() -> JSONTree {
        if var fields = fields.take() {
            for (place, part) in parts { fields[place].value = part.finish() }
            fields.sort { $0.key < $1.key }
            return .object(fields)
        }
        if var elements = elements.take() {
            for (place, part) in parts { elements[place] = part.finish() }
            return .array(elements)
        }
        return single
    }

    // The fields or the elements. Both are nil if the value is neither an object nor an array.
    private var fields: [JSONTree.Member]?
    private var elements: [JSONTree]?
    /// The encoded value, if it is neither an object nor an array.
    var single = JSONTree.null
    /// The nested encoders, each with the position of the field or element that it writes.
    private var parts: [(place: Int, part: DocumentEncoder)] = []

    fileprivate var count: Int { elements?.count ?? 0 }

    fileprivate func add(_ tree: JSONTree, as name: String) { fields?.append(JSONTree.Member(name, tree)) }
    fileprivate func add(_ tree: JSONTree) { elements?.append(tree) }

    /// Adds a field, and returns the encoder that writes its value.
    fileprivate func part(as name: String) -> DocumentEncoder {
        let part = DocumentEncoder()
        parts.append((fields?.count ?? 0, part))
        add(.null, as: name)
        return part
    }

    /// Adds an element, and returns the encoder that writes it.
    fileprivate func part() -> DocumentEncoder {
        let part = DocumentEncoder()
        parts.append((count, part))
        add(.null)
        return part
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if fields == nil { fields = [] }
        return KeyedEncodingContainer(DocumentFields(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if elements == nil { elements = [] }
        return DocumentElements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { DocumentSingle(encoder: self) }
}

extension JSONTree {
    fileprivate init(whole number: some FixedWidthInteger) { self = .number(String(number)) }
}

extension EncodingError {
    /// Returns the error for a floating-point number, which documents must not contain. Money is stored in
    /// integer minor units, and rates are stored as text.
    fileprivate static func floatingPoint(_ number: some BinaryFloatingPoint) -> EncodingError {
        let reason = "documents cannot contain floating-point numbers; write the number as text"
        return .invalidValue(number, Context(codingPath: [], debugDescription: reason))
    }
}

private struct DocumentFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: DocumentEncoder
    var codingPath: [any CodingKey] { [] }

    private func add(_ tree: JSONTree, _ key: Key) { encoder.add(tree, as: key.stringValue) }

    mutating func encodeNil(forKey key: Key) { add(.null, key) }
    mutating func encode(_ value: Bool, forKey key: Key) { add(.bool(value), key) }
    mutating func encode(_ value: String, forKey key: Key) { add(.string(value), key) }
    mutating func encode(_ value: some BinaryFloatingPoint & Encodable, forKey key: Key) throws {
        throw EncodingError.floatingPoint(value)
    }
    mutating func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
        add(JSONTree(whole: value), key)
    }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        add(try DocumentCoder.tree(value), key)
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

private struct DocumentElements: UnkeyedEncodingContainer {
    let encoder: DocumentEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.count }

    private func add(_ tree: JSONTree) { encoder.add(tree) }

    mutating func encodeNil() { add(.null) }
    mutating func encode(_ value: Bool) { add(.bool(value)) }
    mutating func encode(_ value: String) { add(.string(value)) }
    mutating func encode(_ value: some BinaryFloatingPoint & Encodable) throws {
        throw EncodingError.floatingPoint(value)
    }
    mutating func encode(_ value: some FixedWidthInteger & Encodable) { add(JSONTree(whole: value)) }
    mutating func encode(_ value: some Encodable) throws { add(try DocumentCoder.tree(value)) }

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

private struct DocumentSingle: SingleValueEncodingContainer {
    let encoder: DocumentEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { encoder.single = .null }
    mutating func encode(_ value: Bool) { encoder.single = .bool(value) }
    mutating func encode(_ value: String) { encoder.single = .string(value) }
    mutating func encode(_ value: some BinaryFloatingPoint & Encodable) throws {
        throw EncodingError.floatingPoint(value)
    }
    mutating func encode(_ value: some FixedWidthInteger & Encodable) {
        encoder.single = JSONTree(whole: value)
    }
    mutating func encode(_ value: some Encodable) throws { encoder.single = try DocumentCoder.tree(value) }
}

import Foundation
import TextKit

/// A type that encodes itself without `Codable`, because `Codable` is several times slower. Types that are
/// stored with each gift conform to this protocol.
///
/// The output is byte-identical to that of the type's `Encodable` conformance. A field that is not written
/// would be lost, so each conforming type is tested in `FastEncodableTests`.
public protocol FastEncodable {
    /// Writes all fields, sorted by name.
    func write(to document: inout DocumentWriter)
}

/// A writer for the fields of a document, in the format that ``DocumentCoder`` stores. Fields that are nil
/// are omitted.
public struct DocumentWriter {
    private var bytes: [UInt8] = []
    private var isEmpty = true

    /// Encodes a document, and returns the bytes to store.
    static func bytes(of value: some FastEncodable) -> Data {
        var document = DocumentWriter()
        document.bytes.reserveCapacity(1_536)
        document.object(value)
        return Data(document.bytes)
    }

    /// Writes a field with a string. Writes nothing if the string is nil.
    public mutating func field(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        begin(name)
        JSONTree.write(text, to: &bytes)
    }

    /// Writes a field with the raw value of an enumeration case. Writes nothing if the case is nil.
    @inlinable
    public mutating func field<Word: RawRepresentable<String>>(_ name: StaticString, _ word: Word?) {
        field(name, word?.rawValue)
    }

    /// Writes a field with an integer. Writes nothing if the integer is nil.
    public mutating func field(_ name: StaticString, _ number: Int64?) {
        guard let number else { return }
        begin(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes a field with an integer. Writes nothing if the integer is nil.
    public mutating func field(_ name: StaticString, _ number: Int?) { field(name, number.map(Int64.init)) }

    /// Writes a field with `true` or `false`. Writes nothing if the value is nil.
    public mutating func field(_ name: StaticString, _ bool: Bool?) {
        guard let bool else { return }
        begin(name)
        bytes += bool ? "true" : "false"
    }

    /// Writes a field with a nested document. Writes nothing if the document is nil.
    @inlinable
    public mutating func field<Part: FastEncodable>(_ name: StaticString, _ part: Part?) {
        guard let part else { return }
        begin(name)
        object(part)
    }

    /// Writes a field with an array of documents.
    @inlinable
    public mutating func field<Part: FastEncodable>(_ name: StaticString, _ parts: [Part]) {
        begin(name)
        open(with: UInt8(ascii: "["))
        for part in parts {
            separate()
            object(part)
        }
        close(with: UInt8(ascii: "]"))
    }

    /// Writes a field that contains an object. The object's values are strings, and its fields are sorted by
    /// key.
    public mutating func field(_ name: StaticString, _ texts: [String: String]) {
        begin(name)
        open(with: UInt8(ascii: "{"))
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
            separate()
            JSONTree.write(key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONTree.write(text, to: &bytes)
        }
        close(with: UInt8(ascii: "}"))
    }

    // Punctuation and names.

    @inlinable
    mutating func object(_ value: some FastEncodable) {
        open(with: UInt8(ascii: "{"))
        value.write(to: &self)
        close(with: UInt8(ascii: "}"))
    }

    @usableFromInline
    mutating func open(with mark: UInt8) {
        bytes.append(mark)
        isEmpty = true
    }

    @usableFromInline
    mutating func close(with mark: UInt8) {
        bytes.append(mark)
        isEmpty = false
    }

    @usableFromInline
    mutating func separate() {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
    }

    @usableFromInline
    mutating func begin(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes += name
        bytes += "\":"
    }
}

extension [UInt8] {
    /// Appends ASCII text.
    fileprivate static func += (bytes: inout [UInt8], letters: StaticString) {
        letters.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}

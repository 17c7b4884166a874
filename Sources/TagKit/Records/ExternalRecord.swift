/// Content of a type that somebody defined under their own domain. Source: NFC Forum RTD 1.0 §2.2.
public struct ExternalRecord: Hashable, Sendable {
    /// Domain and name, such as `example.com:seat`: US-ASCII, 1 to 255 bytes, without `urn:nfc:ext:`.
    public let type: String
    /// The content, in the form that the type's owner asks for.
    public var content: [UInt8]

    /// Makes an external record.
    ///
    /// - Throws: `badPayload` when the type is not US-ASCII of 1 to 255 bytes.
    public init(_ type: String, content: [UInt8]) throws(NDEFError) {
        self.type = try TypeName.checked(type, "external type")
        self.content = content
    }

    init(type: [UInt8], payload: [UInt8]) throws(NDEFError) {
        self.type = try TypeName.text(type, "external type")
        content = payload
    }

    /// The type's full name, such as `urn:nfc:ext:example.com:seat`.
    public var urn: String { "urn:nfc:ext:" + type }

    /// The record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .external, type: Array(type.utf8), id: id, payload: content)
    }
}

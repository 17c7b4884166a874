/// Text in one language. Source: NFC Forum Text RTD 1.0.
public struct TextRecord: Hashable, Sendable {
    static let type: [UInt8] = [0x54]

    /// How the text is written. Source: Text RTD 1.0 §3.2.1, bit 7 of the status byte.
    public enum Encoding: Hashable, Sendable { case utf8, utf16 }

    /// The bits of the status byte. Source: Text RTD 1.0 §3.2.1.
    private enum Status {
        static let utf16: UInt8 = 0x80
        static let languageCount: UInt8 = 0x3F
    }

    /// The text.
    public let text: String
    /// The language as an IANA tag such as `en` or `de-CH`: US-ASCII, at most 63 bytes; may be empty.
    public let language: String
    /// How the text is written.
    public let encoding: Encoding

    /// Makes the content of a `T` record.
    ///
    /// - Throws: `badPayload` when the language is not US-ASCII or has more than 63 bytes.
    public init(_ text: String, language: String, encoding: Encoding = .utf8) throws(NDEFError) {
        let octets = language.utf8
        guard octets.count <= Int(Status.languageCount) else {
            throw .badPayload("the language has \(octets.count) bytes, 63 are allowed")
        }
        guard octets.allSatisfy({ $0 < 0x80 }) else { throw .badPayload("the language is not US-ASCII") }
        self.text = text
        self.language = language
        self.encoding = encoding
    }

    /// Reads a `T` record's payload: status byte, language, text.
    ///
    /// UTF-16 without a byte order mark is big endian (§3.4). Bit 6, reserved, is passed over.
    ///
    /// - Throws: `badPayload` when the payload is empty, shorter than its language, or not in its encoding.
    public init(payload: [UInt8]) throws(NDEFError) {
        guard let status = payload.first else { throw .badPayload("the text record has no status byte") }
        let languageCount = Int(status & Status.languageCount)
        guard payload.count - 1 >= languageCount else {
            throw .badPayload(
                "the text record's language has \(languageCount) bytes, \(payload.count - 1) remain")
        }
        guard let language = UTF8Text.text(payload[1..<1 + languageCount]) else {
            throw .badPayload("the language is not US-ASCII")
        }
        let octets = payload[(1 + languageCount)...]
        let encoding: Encoding = status & Status.utf16 != 0 ? .utf16 : .utf8
        guard let text = encoding == .utf16 ? UTF16Text.text(octets) : UTF8Text.text(octets) else {
            throw .badPayload("the text is not \(encoding == .utf16 ? "UTF-16" : "UTF-8")")
        }
        try self.init(text, language: language, encoding: encoding)
    }

    /// The record; UTF-16 is written big endian, without a byte order mark where the text does not look like one.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        let status = UInt8(language.utf8.count) | (encoding == .utf16 ? Status.utf16 : 0)
        var payload = [status]
        payload += language.utf8
        switch encoding {
        case .utf8: payload += text.utf8
        case .utf16: payload += UTF16Text.bytes(text)
        }
        return NDEFRecord(tnf: .wellKnown, type: Self.type, id: id, payload: payload)
    }
}

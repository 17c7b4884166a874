/// The content of a Text record: text in one language. Source: NFC Forum Text RTD 1.0.
public struct TextRecord: Hashable, Sendable {
    static let type: [UInt8] = [0x54]

    /// The character encoding of a Text record. Source: Text RTD 1.0 §3.2.1, bit 7 of the status byte.
    public enum Encoding: Sendable {
        /// UTF-8.
        case utf8
        /// UTF-16, in big-endian byte order unless a byte order mark indicates otherwise.
        case utf16
    }

    /// The bits of the status byte. Source: Text RTD 1.0 §3.2.1.
    private enum Status {
        static let utf16: UInt8 = 0x80
        static let languageCount: UInt8 = 0x3F
    }

    /// The text, without the status byte and the language code.
    public let text: String
    /// The IANA language code, such as `en` or `de-CH`: US-ASCII, at most 63 bytes; may be empty.
    public let language: String
    /// The character encoding of the text on the tag.
    public let encoding: Encoding

    /// Creates the content of a Text (`T`) record.
    ///
    /// - Throws: `badPayload` if the language code is not US-ASCII or has more than 63 bytes.
    public init(_ text: String, language: String, encoding: Encoding = .utf8) throws(NDEFError) {
        let bytes = language.utf8
        guard bytes.count <= Int(Status.languageCount) else {
            throw .badPayload("the language code has \(bytes.count) bytes, but at most 63 are allowed")
        }
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            throw .badPayload("the language code is not US-ASCII")
        }
        self.text = text
        self.language = language
        self.encoding = encoding
    }

    /// Decodes the payload of a `T` record: status byte, language code, text.
    ///
    /// UTF-16 without a byte order mark is decoded as big-endian (§3.4). The reserved bit 6 of the status
    /// byte is ignored.
    ///
    /// - Throws: `badPayload` if the payload is empty or ends within the language code, if the language code
    ///   is not US-ASCII, or if the text is not valid in its encoding.
    public init(payload: [UInt8]) throws(NDEFError) {
        guard let status = payload.first else { throw .badPayload("the text record has no status byte") }
        let languageCount = Int(status & Status.languageCount)
        guard payload.count - 1 >= languageCount else {
            throw .badPayload(
                "the text record declares a language length of \(languageCount), but the remaining length "
                    + "is \(payload.count - 1)")
        }
        guard let language = UTF8Text.text(payload[1..<1 + languageCount]) else {
            throw .badPayload("the language code is not US-ASCII")
        }
        let bytes = payload[(1 + languageCount)...]
        let encoding: Encoding = status & Status.utf16 != 0 ? .utf16 : .utf8
        guard let text = encoding == .utf16 ? UTF16Text.text(bytes) : UTF8Text.text(bytes) else {
            throw .badPayload("the text is not \(encoding == .utf16 ? "UTF-16" : "UTF-8")")
        }
        try self.init(text, language: language, encoding: encoding)
    }

    /// Returns the encoded record. UTF-16 is written in big-endian byte order. If UTF-16 text itself begins
    /// with a byte order mark, another mark is written before it, because a decoder removes the first one.
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

/// UTF-8 decoding that rejects invalid bytes instead of replacing them.
enum UTF8Text {
    /// Returns the text that `bytes` encode; nil if they are not valid UTF-8.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.withUnsafeBufferPointer { text(prefix: "", $0) }
    }

    /// Returns `prefix` followed by the text that `bytes` encode; nil if they are not valid UTF-8.
    static func text(prefix: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let prefix = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
        let count = prefix.count + bytes.count
        let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
            let start = buffer.initialize(fromContentsOf: prefix)
            _ = buffer[start...].initialize(fromContentsOf: bytes)
            return String(decoding: UnsafeBufferPointer(buffer), as: UTF8.self)
        }
        // `String` replaces invalid bytes, so they differ when encoded again.
        guard isASCII(bytes) || text.utf8.dropFirst(prefix.count).elementsEqual(bytes) else { return nil }
        return text
    }

    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var bits: UInt8 = 0
        for byte in bytes { bits |= byte }
        return bits < 0x80
    }
}

extension NDEFError {
    /// Returns an error for an invalid payload. The error has no offset: the caller adds it, because only the
    /// caller has the record's position.
    static func badPayload(_ detail: String) -> NDEFError { NDEFError(.badPayload, detail: detail) }
}

/// UTF-16 decoding and encoding. Source: NFC Forum Text RTD 1.0 §3.4; RFC 2781.
enum UTF16Text {
    private static let byteOrderMark: UInt16 = 0xFEFF
    private static let swappedByteOrderMark: UInt16 = 0xFFFE

    /// Returns the text that `bytes` encode. A byte order mark determines the byte order; without one, the
    /// order is big-endian.
    ///
    /// - Returns: The text, or nil if the bytes are not valid UTF-16: their number is odd, or a surrogate is
    ///   unpaired.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        var units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
            UInt16(bytes: bytes[$0...$0 + 1])
        }
        if units.first == swappedByteOrderMark { units = units.map(\.byteSwapped) }
        if units.first == byteOrderMark { units.removeFirst() }
        let text = String(decoding: units, as: UTF16.self)
        // `String` replaces an unpaired surrogate, so it differs when encoded again.
        return text.utf16.elementsEqual(units) ? text : nil
    }

    /// Encodes `text` as big-endian UTF-16. If the text itself begins with a byte order mark, another mark is
    /// written before it, because a decoder removes the first one.
    static func bytes(_ text: String) -> [UInt8] {
        let first = text.utf16.first
        let isMarked = first == byteOrderMark || first == swappedByteOrderMark
        let units = (isMarked ? [byteOrderMark] : []) + Array(text.utf16)
        return units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
}

/// The content of a URI record (type `U`). Source: NFC Forum URI RTD 1.0.
public struct URIRecord: Hashable, Sendable {
    static let typeByte: UInt8 = 0x55
    static let type: [UInt8] = [0x55]

    /// The complete URI, including the prefix that a record abbreviates to a code. It is not checked, so it
    /// can be invalid.
    public var uri: String

    /// The first control character in the URI, 0 to 31; nil if the URI has no such character. A URI record
    /// must not contain control characters (URI RTD 1.0 §3.2.3).
    public var controlCharacter: UInt8? { uri.utf8.first { $0 < 0x20 } }

    /// Creates the content of a URI record without checking the URI.
    public init(_ uri: String) { self.uri = uri }

    /// Decodes the payload of a `U` record: a prefix code, followed by the rest of the URI in UTF-8.
    ///
    /// The reserved codes 36 to 255 are treated like code 0, which means no prefix (URI RTD 1.0 §3.2.2).
    ///
    /// - Throws: `badPayload` if the payload is empty or the rest of the URI is not UTF-8.
    public init(payload: [UInt8]) throws(NDEFError) {
        guard let code = payload.first else { throw .badPayload("the URI record has no prefix code") }
        let uri = payload.withUnsafeBufferPointer {
            UTF8Text.text(prefix: URIPrefix.text(code), UnsafeBufferPointer(rebasing: $0[1...]))
        }
        guard let uri else { throw .badPayload("the URI is not UTF-8") }
        self.uri = uri
    }

    /// Returns the encoded record. The longest known prefix of the URI is replaced by its code. Most prefixes
    /// match regardless of case and are decoded in lowercase, so `HTTPS://WWW.` is read back as
    /// `https://www.`.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        let payload =
            uri.utf8.withContiguousStorageIfAvailable(Self.payload)
            ?? Array(uri.utf8).withUnsafeBufferPointer(Self.payload)
        return NDEFRecord(tnf: .wellKnown, type: Self.type, id: id, payload: payload)
    }

    private static func payload(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let (code, prefixCount) = URIPrefix.longest(in: bytes)
        return [UInt8].filled(1 + bytes.count - prefixCount) { buffer in
            buffer.initializeElement(at: 0, to: code)
            _ = buffer[1...].initialize(fromContentsOf: bytes[prefixCount...])
        }
    }
}

/// The URI prefixes that the URI RTD abbreviates to one byte. Source: NFC Forum URI RTD 1.0 §3.2.2, table 3.
enum URIPrefix {
    /// The prefixes. The index of a prefix is its code, 0 to 35.
    static let all: [StaticString] = [
        "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:",
        "ftp://anonymous:anonymous@", "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://",
        "dav://", "news:", "telnet://", "imap:", "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:",
        "btspp://", "btl2cap://", "btgoep://", "tcpobex://", "irdaobex://", "file://", "urn:epc:id:",
        "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
    ]

    /// Returns the prefix that a code abbreviates; an empty string for the reserved codes 36 to 255.
    static func text(_ code: UInt8) -> StaticString { code < all.count ? all[Int(code)] : "" }

    /// Returns the code and the size in bytes of the longest prefix in ``all`` that `uri` starts with.
    /// Returns 0 for both if `uri` starts with none of these prefixes.
    ///
    /// Scheme and host are compared without regard to case (RFC 3986 §6.2.2.1), so `HTTPS://` also has code
    /// 4.
    static func longest(in uri: UnsafeBufferPointer<UInt8>) -> (code: UInt8, byteCount: Int) {
        guard let first = uri.first else { return (0, 0) }
        for code in codesByFirstByte[Int(first)] where isPrefix(code, of: uri) {
            return (code, all[Int(code)].utf8CodeUnitCount)
        }
        return (0, 0)
    }

    /// For each byte value, the codes of the prefixes that begin with that byte, the longest prefix first.
    private static let codesByFirstByte: [[UInt8]] = (0...UInt8.max).map { byte in
        (1..<UInt8(all.count)).filter { text($0).utf8Start[0] == lowercased(byte) }
            .sorted { text($0).utf8CodeUnitCount > text($1).utf8CodeUnitCount }
    }

    private static func isPrefix(_ code: UInt8, of uri: UnsafeBufferPointer<UInt8>) -> Bool {
        let prefix = all[Int(code)]
        let last = prefix.utf8CodeUnitCount - 1
        // The last byte differs between most prefixes, so it is compared first.
        guard last < uri.count, lowercased(uri[last]) == prefix.utf8Start[last] else { return false }
        let firstWithCase = isCaseSensitive(code) ? 0 : last + 1
        for index in 0...last {
            let byte = index < firstWithCase ? lowercased(uri[index]) : uri[index]
            if byte != prefix.utf8Start[index] { return false }
        }
        return true
    }

    /// Returns true if the prefix contains case-sensitive text, such as a user name or the text after
    /// `urn:epc:` (RFC 8141 §3.1).
    private static func isCaseSensitive(_ code: UInt8) -> Bool { code == 0x07 || 0x1E...0x21 ~= code }

    private static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}

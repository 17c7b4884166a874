/// The prefixes that one byte stands for. Source: NFC Forum URI RTD 1.0 §3.2.2, table 3.
enum URIPrefix {
    /// By code, 0 to 35.
    static let all: [StaticString] = [
        "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:",
        "ftp://anonymous:anonymous@", "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://",
        "dav://", "news:", "telnet://", "imap:", "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:",
        "btspp://", "btl2cap://", "btgoep://", "tcpobex://", "irdaobex://", "file://", "urn:epc:id:",
        "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
    ]

    /// The prefix of a code; none for the reserved codes 36 to 255.
    static func text(_ code: UInt8) -> StaticString { code < all.count ? all[Int(code)] : "" }

    /// The code of the longest prefix that `uri` starts with, byte for byte, and that prefix's size; 0 and 0
    /// when there is none.
    static func longest(in uri: UnsafeBufferPointer<UInt8>) -> (code: UInt8, byteCount: Int) {
        guard let first = uri.first else { return (0, 0) }
        for code in codesByFirstByte[Int(first)] where isPrefix(all[Int(code)], of: uri) {
            return (code, all[Int(code)].utf8CodeUnitCount)
        }
        return (0, 0)
    }

    /// For each byte the codes of the prefixes that begin with it, the longest first.
    private static let codesByFirstByte: [[UInt8]] = (0...UInt8.max).map { byte in
        (1..<UInt8(all.count)).filter { text($0).utf8Start[0] == byte }
            .sorted { text($0).utf8CodeUnitCount > text($1).utf8CodeUnitCount }
    }

    private static func isPrefix(_ prefix: StaticString, of uri: UnsafeBufferPointer<UInt8>) -> Bool {
        let last = prefix.utf8CodeUnitCount - 1
        // The last byte tells most prefixes apart, so it is looked at first.
        guard last < uri.count, uri[last] == prefix.utf8Start[last] else { return false }
        for index in 0..<last where uri[index] != prefix.utf8Start[index] { return false }
        return true
    }
}

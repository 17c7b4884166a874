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
    static func longest(in uri: String) -> (code: UInt8, byteCount: Int) {
        var uri = uri
        return uri.withUTF8 { octets in
            var best = (code: UInt8(0), byteCount: 0)
            for code in 1..<all.count {
                let prefix = all[code]
                let count = prefix.utf8CodeUnitCount
                guard count > best.byteCount, count <= octets.count, octets[0] == prefix.utf8Start[0] else {
                    continue
                }
                let isPrefix = (0..<count).allSatisfy { octets[$0] == prefix.utf8Start[$0] }
                if isPrefix { best = (UInt8(code), count) }
            }
            return best
        }
    }
}

/// The encoding of names and values in forms and in the queries of URLs: `application/x-www-form-urlencoded`.
///
/// Source: WHATWG URL, §5, "application/x-www-form-urlencoded"; RFC 3986, §2.1, §2.3.
public enum FormURLEncoding {
    /// The reason why bytes cannot be decoded. Browsers tolerate both errors. This program does not, because
    /// the text can contain an amount of money.
    public enum Flaw: Error, Hashable, Sendable {
        /// A percent sign is not followed by two hex digits.
        case brokenEscape
        /// The decoded bytes are not UTF-8.
        case notUTF8
    }

    /// Decodes a name or a value. A plus sign becomes a space, and a percent sign with two hex digits becomes
    /// a byte of UTF-8.
    ///
    /// - Parameter bytes: The bytes of the name or value, without `&` and `=`, of any length.
    public static func decoded(_ bytes: ArraySlice<UInt8>) throws(Flaw) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case "+": decoded.append(UInt8(ascii: " "))
            case "%":
                guard let high = rest.next().flatMap(Hex.value(of:)),
                    let low = rest.next().flatMap(Hex.value(of:))
                else { throw .brokenEscape }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        guard let text = String(utf8: decoded) else { throw .notUTF8 }
        return text
    }

    /// Decodes a string like ``decoded(_:)``, but tolerates errors. Leaves an invalid escape unchanged, and
    /// replaces invalid UTF-8 with U+FFFD.
    ///
    /// The result is only for searching. To interpret a value, use ``decoded(_:)``.
    public static func readable(_ bytes: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(Hex.value(of:)),
                let low = rest.dropFirst().first.flatMap(Hex.value(of:))
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Returns the text with all characters escaped except unreserved ones, so that it is valid in a form, a
    /// path and a cookie.
    public static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), Hex.upperDigit(byte >> 4), Hex.upperDigit(byte & 15)]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }
}

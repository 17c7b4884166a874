extension StringProtocol {
    /// The text with its percent-encoded bytes decoded. Nil if a `%` is not followed by two hex digits, or if
    /// the result is not valid UTF-8.
    ///
    /// Source: RFC 3986, section 2.1.
    package var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(Hex.value), let low = rest.next().flatMap(Hex.value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(utf8: bytes)
    }
}

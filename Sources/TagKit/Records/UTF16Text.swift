/// Text from and to UTF-16 bytes. Source: NFC Forum Text RTD 1.0 §3.4; RFC 2781.
enum UTF16Text {
    private static let byteOrderMark: UInt16 = 0xFEFF
    private static let swappedByteOrderMark: UInt16 = 0xFFFE

    /// The text of `bytes`, in the order of the mark that starts them, else big endian; nil when they are not
    /// UTF-16: an odd number of bytes, or half of a surrogate pair.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        var units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        if units.first == swappedByteOrderMark { units = units.map(\.byteSwapped) }
        if units.first == byteOrderMark { units.removeFirst() }
        let text = String(decoding: units, as: UTF16.self)
        // Half a pair was replaced, and does not come out again.
        return text.utf16.elementsEqual(units) ? text : nil
    }

    /// `text` big endian; behind a mark only where its first character is a mark's own, which would be taken off.
    static func bytes(_ text: String) -> [UInt8] {
        let first = text.utf16.first
        let isMarked = first == byteOrderMark || first == swappedByteOrderMark
        let units = (isMarked ? [byteOrderMark] : []) + Array(text.utf16)
        return units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
}

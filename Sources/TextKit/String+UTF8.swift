extension String {
    /// Creates a string from UTF-8 bytes. Returns nil if the bytes are not valid UTF-8.
    ///
    /// Most strings are ASCII, for which the standard library's general validation is not needed.
    init?(utf8 bytes: some Collection<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init(validating: bytes, as: UTF8.self)
        }
    }
}

/// Returns whether a byte is this ASCII character. With this operator, the patterns of a `switch` over bytes
/// can be characters.
@inlinable
package func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { character.value == UInt32(byte) }

/// Returns whether a byte is in this range of ASCII characters. With this operator, the patterns of a
/// `switch` over bytes can be ranges of characters.
@inlinable
package func ~= (characters: ClosedRange<Unicode.Scalar>, byte: UInt8) -> Bool {
    characters.contains(Unicode.Scalar(byte))
}

extension String {
    /// Creates a string from UTF-8 octets, or nil if they are not UTF-8.
    ///
    /// Most texts are ASCII, for which the generic validation of the standard library is not needed.
    init?(utf8 octets: some Collection<UInt8>) {
        if octets.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: octets, as: UTF8.self)
        } else {
            self.init(validating: octets, as: UTF8.self)
        }
    }
}

/// Whether an octet is this ASCII character, so a `switch` over octets can name characters.
@inlinable
package func ~= (character: Unicode.Scalar, octet: UInt8) -> Bool { character.value == UInt32(octet) }

/// Whether an octet is one of these ASCII characters.
@inlinable
package func ~= (characters: ClosedRange<Unicode.Scalar>, octet: UInt8) -> Bool {
    characters.contains(Unicode.Scalar(octet))
}

/// One bit of a page that a write changes.
public struct BitChange: Hashable, Sendable {
    /// The byte of the page, 0...3.
    public let byte: Int
    /// The bit of the byte, 7 the highest.
    public let bit: Int
    /// What it becomes.
    public let isSet: Bool
    /// The data sheet's name, and what it does where that does not say it: `L4: page 4`.
    public let name: String
}

extension BitChange {
    /// Every bit in which two pages of 4 bytes differ, from byte 0 and bit 7 on.
    static func all(
        from old: [UInt8], to new: [UInt8], name: (_ byte: Int, _ bit: Int) -> String
    ) -> [BitChange] {
        (0..<4).flatMap { byte in
            (0...7).reversed().compactMap { bit in
                let isSet = new[byte] >> bit & 1 == 1
                guard isSet != (old[byte] >> bit & 1 == 1) else { return nil }
                return BitChange(byte: byte, bit: bit, isSet: isSet, name: name(byte, bit))
            }
        }
    }
}

/// One bit that a write changes in a page.
public struct BitChange: Hashable, Sendable {
    /// The index of the byte in the page, 0...3.
    public let byte: Int
    /// The bit of the byte, 0...7; 7 is the highest.
    public let bit: Int
    /// Whether the bit is set by the change. If false, it is cleared.
    public let isSet: Bool
    /// The bit's name in the data sheet, followed by its effect if the name does not say it: `L4: page 4`.
    public let name: String
}

extension BitChange {
    /// Returns every bit in which two pages of 4 bytes differ, starting with bit 7 of byte 0.
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

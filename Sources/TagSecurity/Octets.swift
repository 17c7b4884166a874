/// The bytes of a constant written in hex; anything else is a mistake in this package.
func bytes(hex text: StaticString) -> [UInt8] { bytes(hex: text.description) }

/// The bytes of hex digits; anything else is a mistake in this package.
func bytes(hex text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue.map { UInt8($0) } }
    precondition(digits.count == text.count && digits.count.isMultiple(of: 2), "a constant in hex")
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Bytes written as readable hex: `hex("03 37 D1 01")`. Anything but hex digits and white space traps.
public func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map { digit -> UInt8 in
        guard let value = digit.hexDigitValue else { preconditionFailure("\(digit) is no hex digit") }
        return UInt8(value)
    }
    precondition(digits.count.isMultiple(of: 2), "hex has an even number of digits")
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// An integer in PostgreSQL's binary format for NUMERIC. Sums of BIGINT values have the type NUMERIC, and so
/// do parameters that are compared with such sums.
///
/// Source: PostgreSQL 15, src/backend/utils/adt/numeric.c, `numeric_send`: the number of digits, the weight
/// of the first digit, the sign and the number of decimal places, followed by the base-10,000 digits. Every
/// field and every digit is 16 bits wide.
struct BinaryNumeric {
    private let words: [UInt16]

    private static let base: UInt64 = 10_000
    private static let negative: UInt16 = 0x4000

    init(_ value: Int64) {
        var digits: [UInt16] = []
        var rest = value.magnitude
        while rest > 0 {
            digits.append(UInt16(rest % Self.base))
            rest /= Self.base
        }
        let weight = UInt16(max(digits.count - 1, 0))
        words = [UInt16(digits.count), weight, value < 0 ? Self.negative : 0, 0] + digits.reversed()
    }

    var bytes: [UInt8] { words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }

    /// Decodes an integer. Returns nil if the number has a fraction, does not fit into 64 bits, or is
    /// malformed.
    static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard bytes.count >= 8, bytes.count.isMultiple(of: 2) else { return nil }
        let words = stride(from: 0, to: bytes.count, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        let (digits, weight) = (words.dropFirst(4), Int(Int16(bitPattern: words[1])))
        guard digits.count == Int(words[0]), [0, negative].contains(words[2]) else { return nil }
        var value: Int64 = 0
        // Trailing zeros are left out, so there may be fewer digits than the weight implies.
        for place in 0..<max(weight + 1, digits.count) {
            let digit = place < digits.count ? Int64(digits[digits.startIndex + place]) : 0
            guard place <= weight else {
                if digit != 0 { return nil }
                continue
            }
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: Int64(base))
            let (sum, hasOverflow) = product.subtractingReportingOverflow(digit)
            guard !isTooLarge, !hasOverflow else { return nil }
            value = sum
        }
        if words[2] == negative { return value }
        return value == .min ? nil : -value
    }
}

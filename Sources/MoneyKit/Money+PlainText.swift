extension Money {
    /// The longest text that is read as an amount, in octets.
    public static let longestText = 32

    /// Reads an amount as it is typed or stands in a file: `50`, `50.5`, `50.00`, `-0.05`.
    ///
    /// An optional hyphen-minus, ASCII digits, and where the currency has a minor unit a point and at most as many
    /// digits as it has. Nothing else: no plus, no space, no exponent, no symbol, and no grouping, because `1,234`
    /// is a thousand in one country and a little more than one in another.
    ///
    /// - Throws: `malformedAmount`, `amountTooLong` past ``longestText``, `tooManyDigits` when more digits stand
    ///   behind the point than the currency has (also when they are zeros), `overflow`.
    public init(parsing text: String, in currency: Currency) throws(MoneyError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longestText else {
            throw MoneyError(.amountTooLong, found: text, currency: currency)
        }
        let unsigned = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
        let parts = unsigned.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard isNumber, parts.count <= 2 else {
            throw MoneyError(.malformedAmount, found: text, currency: currency)
        }
        let fraction = parts.count == 2 ? parts[1] : []
        guard fraction.count <= currency.fractionDigits else {
            throw MoneyError(.tooManyDigits, found: text, currency: currency)
        }
        let zeros = Array(repeating: UInt8(ascii: "0"), count: currency.fractionDigits - fraction.count)
        guard let magnitude = UInt64(String(decoding: parts[0] + fraction + zeros, as: UTF8.self)) else {
            throw MoneyError(.overflow, currency: currency)
        }
        let isNegative = unsigned.startIndex > bytes.startIndex
        try self.init(SignedMagnitude(isNegative: isNegative, magnitude: magnitude), currency)
    }

    /// The amount with a point and every digit of the currency: `50.00`, `-0.05`, `500` yen, `1.000` dinars.
    ///
    /// Reading it gives the same amount again.
    public var plainText: String {
        let (whole, fraction) = digits
        return (minorUnits < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    /// The digits before and behind the decimal mark, without a sign; at least one before it.
    var digits: (whole: String, fraction: String) {
        let digits = String(minorUnits.magnitude)
        let missing = currency.fractionDigits + 1 - digits.count
        let padded = String(repeating: "0", count: max(0, missing)) + digits
        return (
            String(padded.dropLast(currency.fractionDigits)), String(padded.suffix(currency.fractionDigits))
        )
    }
}

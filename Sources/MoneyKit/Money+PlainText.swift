extension Money {
    /// The maximum length of an amount in plain text, in bytes.
    public static let longestText = 32

    /// Parses an amount in plain text, such as `50`, `50.5`, `50.00` or `-0.05`.
    ///
    /// The format is an optional hyphen-minus and ASCII digits. If the currency has a minor unit, a point may
    /// follow, with at least one decimal place and at most as many as the currency allows. Plus signs,
    /// spaces, exponents, symbols and group separators are rejected.
    ///
    /// - Throws: ``MoneyError`` with code `malformedAmount`; `amountTooLong` if the text is longer than
    ///   ``longestText``; `tooManyDigits` if the text has more decimal places than the currency allows, even
    ///   if the digits are zeros; or `overflow`.
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

    /// The amount with a decimal point and all decimal places of the currency, such as `50.00`, `-0.05`, or
    /// `1.000` for dinars. If the currency has no decimal places, the text has no decimal point, as in `500`
    /// for yen.
    ///
    /// ``init(parsing:in:)`` parses this text as the same amount.
    public var plainText: String {
        let (whole, fraction) = digits
        return (minorUnits < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    /// The digits before and after the decimal point, without a sign. There is at least one digit before the
    /// point.
    var digits: (whole: String, fraction: String) {
        let digits = String(minorUnits.magnitude)
        let missing = currency.fractionDigits + 1 - digits.count
        let padded = String(repeating: "0", count: max(0, missing)) + digits
        return (
            String(padded.dropLast(currency.fractionDigits)), String(padded.suffix(currency.fractionDigits))
        )
    }
}

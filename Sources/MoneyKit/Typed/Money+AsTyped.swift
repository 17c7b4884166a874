extension Money {
    /// The maximum length of a typed amount, in bytes: ``longestText`` characters of at most four bytes each.
    static let longestTypedText = 4 * longestText

    /// Parses an amount as people type it, such as `50`, `1,50`, `$1,000.00`, `1.000,00 €`, `CHF 1'000.50`,
    /// `20.-` or `¥500`.
    ///
    /// Both `.` and `,` are accepted as the decimal separator and as a group separator, regardless of the
    /// country, because a phone's keyboard may have only one of them. Spaces of any width, apostrophes, the
    /// Arabic separators and the decimal digits of any script are also accepted. The currency's sign or code
    /// may be on either side.
    ///
    /// The text must have exactly one interpretation. In a currency with a minor unit, `1,000` and `1,234`
    /// are rejected, because the comma can mark thousands or decimals. In a currency without a minor unit,
    /// both texts are accepted as whole amounts.
    ///
    /// - Throws: ``MoneyError`` with code `ambiguousAmount` and the readings that are valid in the currency;
    ///   `otherCurrency` if the sign belongs to a different currency; `malformedAmount` if the text is not an
    ///   amount or has a minus sign; `amountTooLong`, `tooManyDigits` or `overflow`.
    public init(asTyped text: String, in currency: Currency) throws(MoneyError) {
        guard text.utf8.count <= Self.longestTypedText, text.unicodeScalars.count <= Self.longestText else {
            throw MoneyError(.amountTooLong, found: text, currency: currency)
        }
        if let minorUnits = Self.hundredths(text.utf8), currency.fractionDigits == 2 {
            self.init(minorUnits, currency)
            return
        }
        guard let typed = TypedAmount(text) else {
            throw MoneyError(.malformedAmount, found: text, currency: currency)
        }
        for mark in [typed.before, typed.after] where !mark.isEmpty {
            guard !CurrencySigns.name(currency, mark) else { continue }
            let isForeign = Currency.all.contains { CurrencySigns.name($0, mark) }
            throw MoneyError(isForeign ? .otherCurrency : .malformedAmount, found: text, currency: currency)
        }
        var readings = typed.number.readings
        // An amount in a currency without a minor unit has no decimal separator.
        let whole = readings.filter(\.fraction.isEmpty)
        if currency.fractionDigits == 0, !whole.isEmpty { readings = whole }
        guard let only = readings.first else {
            throw MoneyError(.malformedAmount, found: text, currency: currency)
        }
        guard readings.count == 1 else {
            let amounts = readings.compactMap {
                try? Money($0.withoutZeros(after: currency.fractionDigits), in: currency)
            }
            throw MoneyError(.ambiguousAmount, found: text, currency: currency, readings: amounts)
        }
        do { self = try Money(only, in: currency) } catch {
            throw MoneyError(error.code, found: text, currency: currency)
        }
    }

    /// The amount as text that ``init(asTyped:in:)`` parses as the same amount. The text is used to fill in
    /// form fields, and for amounts that are passed as text. The amount must not be negative.
    ///
    /// The text is ``plainText``, unless ``plainText`` could be read as thousands: one to three digits
    /// followed by exactly three decimal digits. In this case, a final zero is removed or a leading zero is
    /// added, as in `1.50` or `01.234` dinars.
    public var typedText: String {
        let (whole, fraction) = digits
        guard fraction.count == 3, whole != "0", whole.count <= 3 else { return plainText }
        return fraction.hasSuffix("0") ? "\(whole).\(fraction.dropLast())" : "0\(whole).\(fraction)"
    }

    /// Returns text that ``init(asTyped:in:)`` parses with the point as the decimal separator, if `text` has
    /// the format of ``plainText``: no sign, and a point followed by all decimal digits of the currency. For
    /// example, returns `1.50` for `1.500` dinars. Returns any other text unchanged.
    ///
    /// This is only for input that is documented as plain text, such as the options of a command. A person
    /// who types `1.500` on a page can mean 1500 dinars.
    public static func typedText(ofPlain text: String, in currency: Currency) -> String {
        guard let money = try? Money(parsing: text, in: currency), money.minorUnits >= 0,
            money.plainText == text
        else { return text }
        return money.typedText
    }

    /// Parses the most common form of a typed amount, faster than the general parser. This form has one to
    /// nine ASCII digits, optionally followed by a decimal separator and two digits, such as `50`, `50.00` or
    /// `1,50`.
    ///
    /// - Returns: The amount in hundredths, or nil for any other text.
    private static func hundredths(_ text: String.UTF8View) -> Int64? {
        var (value, digits, mark): (Int64, Int, Int?) = (0, 0, nil)
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                guard digits <= 11 else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "."), UInt8(ascii: ","):
                guard mark == nil else { return nil }
                mark = digits
            default: return nil
            }
        }
        guard let mark else { return (1...9).contains(digits) ? value * 100 : nil }
        return (1...9).contains(mark) && digits == mark + 2 ? value : nil
    }

    private init(_ reading: TypedNumber.Reading, in currency: Currency) throws(MoneyError) {
        guard reading.fraction.count <= currency.fractionDigits else {
            throw MoneyError(.tooManyDigits, currency: currency)
        }
        let zeros = String(repeating: "0", count: currency.fractionDigits - reading.fraction.count)
        guard let minorUnits = Int64(reading.whole + reading.fraction + zeros) else {
            throw MoneyError(.overflow, currency: currency)
        }
        self.init(minorUnits, currency)
    }
}

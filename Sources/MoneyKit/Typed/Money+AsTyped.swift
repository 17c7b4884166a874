extension Money {
    /// The longest typed text that is read as an amount, in octets: ``longestText`` characters of any script.
    public static let longestTypedText = 96

    /// Reads an amount as people type it: `50`, `1,50`, `$1,000.00`, `1.000,00 €`, `CHF 1'000.50`, `20.-`, `¥500`.
    ///
    /// Both `.` and `,` are accepted as decimal mark and between groups, whatever the country, because a phone may
    /// offer only one of them. Spaces of any width, apostrophes and the Arabic marks are accepted, too, as are
    /// Arabic, Persian, Devanagari and full-width digits, and the currency's sign or code on either side.
    ///
    /// A text is an amount only if it can be read in exactly one way. `1,000` is a thousand in one country and one in
    /// another, so it is refused, with both readings; so is `1,234`, because the reading with three decimal digits
    /// may be a slip of the hand. In a currency without a minor unit both are whole amounts.
    ///
    /// - Throws: `ambiguousAmount` with the readings that the currency has; `otherCurrency` for the sign of another
    ///   currency; `malformedAmount`, `amountTooLong`, `tooManyDigits`, `overflow`. An amount that is typed has no
    ///   minus sign.
    public init(asTyped text: String, in currency: Currency) throws(MoneyError) {
        guard text.utf8.count <= Self.longestTypedText else {
            throw MoneyError(.amountTooLong, found: text, currency: currency)
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
        // Without a minor unit there is no decimal mark that could be meant.
        let whole = readings.filter(\.fraction.isEmpty)
        if currency.fractionDigits == 0, !whole.isEmpty { readings = whole }
        guard let only = readings.first else {
            throw MoneyError(.malformedAmount, found: text, currency: currency)
        }
        guard readings.count == 1 else {
            let amounts = readings.compactMap {
                try? Money($0.withoutZeros(behind: currency.fractionDigits), in: currency)
            }
            throw MoneyError(.ambiguousAmount, found: text, currency: currency, readings: amounts)
        }
        do { self = try Money(only, in: currency) } catch {
            throw MoneyError(error.code, found: text, currency: currency)
        }
    }

    /// The amount in a form that ``init(asTyped:in:)`` reads as this amount: ``plainText``, but never with exactly
    /// three decimal digits behind one to three others, which could be thousands: `1.50` and `01.234` dinars.
    ///
    /// For fields that a page fills in, and for amounts that travel as text. The amount must not be negative.
    public var typedText: String {
        let (whole, fraction) = digits
        guard fraction.count == 3, whole != "0", whole.count <= 3 else { return plainText }
        return fraction.hasSuffix("0") ? "\(whole).\(fraction.dropLast())" : "0\(whole).\(fraction)"
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

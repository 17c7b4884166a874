extension Money {
    /// Returns the amount in a country's format, such as `$1,234.50`, `1.234,50 €`, `CHF 1’234.50`, `￥500` or
    /// `₹12,34,567.00`.
    ///
    /// Spaces in the text are non-breaking. A string for `ar-SA` begins with a right-to-left mark. In a line
    /// with the opposite text direction, the caller must enclose the string in isolates (U+2067 and U+2069,
    /// or `<bdi>` in HTML).
    public func formatted(_ locale: MoneyLocale) -> String {
        let symbol = locale.symbols[currency.code] ?? "\(currency)"
        let (whole, fraction) = digits
        let number =
            Self.grouped(whole, locale) + (fraction.isEmpty ? "" : "\(locale.decimalMark)\(fraction)")
        var text = ""
        var previous: Character?
        for character in minorUnits < 0 ? locale.negativePattern : locale.pattern {
            switch character {
            case "¤": text += symbol
            // A currency code is separated from the digits, but a symbol is not (CLDR, "currencySpacing"): CA$1.00,
            // but KWD 1.000.
            case "#" where previous == "¤" && symbol.last?.isSymbol == false: text += "\u{A0}" + number
            case "#": text += number
            default: text.append(character)
            }
            previous = character
        }
        return text
    }

    /// Inserts the locale's group separators into a string of digits.
    private static func grouped(_ digits: String, _ locale: MoneyLocale) -> String {
        guard digits.count >= 3 + locale.leastDigitsBeforeGroup else { return digits }
        var groups = [digits.suffix(3)]
        var rest = digits.dropLast(3)
        while !rest.isEmpty {
            let size = locale.hasPairs ? 2 : 3
            groups.append(rest.suffix(size))
            rest = rest.dropLast(size)
        }
        return groups.reversed().joined(separator: String(locale.groupMark))
    }
}

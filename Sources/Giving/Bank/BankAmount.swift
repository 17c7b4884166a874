import MoneyKit

/// A parser for the amounts in bank exports.
enum BankAmount {
    /// Parses an amount that uses the given decimal sign. Returns nil if the text is not an amount.
    ///
    /// With a point as the decimal sign, these strings are positive: `1 234.50`, `1234.50`, `1,234.50`,
    /// `1'234.50`, `$1,234.50`, `1,234.50 USD`, `+1.50`. These strings are negative: `-1.50`, `1.50-`,
    /// `(1.50)`, `1.50 DR`.
    ///
    /// If commas or points separate groups of digits, the last group before the decimal sign must have three
    /// digits. The groups between the first and the last may have two digits, as in India.
    static func money(
        _ text: String, _ sign: BankLayout.DecimalSign, in currency: Currency
    ) -> Money? {
        guard text.utf8.count <= Money.longestText * 2 else { return nil }
        var rest = text.filter { !$0.isWhitespace && !"'’".contains($0) }[...]
        var isNegative = false
        if rest.first == "(", rest.last == ")" {
            isNegative = true
            rest = rest.dropFirst().dropLast()
        }
        guard let marks = take(marksOf: &rest, currency) else { return nil }
        let signs = marks + (isNegative ? ["-"] : [])
        guard signs.count <= 1 else { return nil }
        guard let (whole, fraction) = digits(rest, sign) else { return nil }
        let number = (signs == ["-"] ? "-" : "") + whole + (fraction.isEmpty ? "" : ".\(fraction)")
        return try? Money(parsing: number, in: currency)
    }

    /// Removes the signs and the currency from both ends of a string.
    ///
    /// - Returns: The removed signs, or nil if the text begins or ends with anything else that is not part of
    ///   a number.
    private static func take(marksOf rest: inout Substring, _ currency: Currency) -> [Character]? {
        var signs: [Character] = []
        func isNumeric(_ character: Character) -> Bool {
            character.isASCII && character.isNumber || ".,".contains(character)
        }
        var words = ""
        var ends = [rest.prefix { !isNumeric($0) }]
        rest = rest.dropFirst(ends[0].count)
        if let last = rest.lastIndex(where: isNumeric) {
            ends.append(rest[rest.index(after: last)...])
            rest = rest[...last]
        }
        for end in ends {
            words = ""
            for character in end {
                switch character {
                case "+": signs.append("+")
                case "-", "−", "–": signs.append("-")
                case _ where character.isLetter: words.append(character)
                case _ where character.isCurrencySymbol: break
                default: return nil
                }
            }
            switch words.lowercased() {
            case "", currency.code, "us", "kr", "zł", "fr", "cr": break
            case "dr": signs.append("-")
            default: return nil
            }
        }
        return signs
    }

    private static func digits(_ text: Substring, _ sign: BankLayout.DecimalSign) -> (String, String)? {
        let (mark, group): (Character, Character) = sign == .point ? (".", ",") : (",", ".")
        let halves = text.split(separator: mark, omittingEmptySubsequences: false)
        guard halves.count <= 2, let whole = halves.first else { return nil }
        let fraction = halves.count == 2 ? String(halves[1]) : ""
        guard !fraction.contains(group), halves.count == 1 || !fraction.isEmpty else { return nil }
        let groups = whole.split(separator: group, omittingEmptySubsequences: false)
        if groups.count > 1 {
            // A group separator never follows a leading zero, so the comma in `0,500` must be the decimal sign.
            guard let first = groups.first, (1...3).contains(first.count), first.first != "0",
                groups.last?.count == 3,
                groups.dropFirst().allSatisfy({ (2...3).contains($0.count) })
            else { return nil }
        }
        let joined = groups.joined(separator: "")
        guard !joined.isEmpty || !fraction.isEmpty else { return nil }
        return (joined.isEmpty ? "0" : joined, fraction)
    }
}

extension MoneyError {
    /// A clause that describes what happened, without a period.
    public var summary: String {
        switch code {
        case .unknownCurrency: "\"\(found)\" is not a currency"
        case .currencyMismatch: "\(found) and \(currencyName) are different currencies"
        case .malformedAmount: "\"\(found)\" is not an amount in \(currencyName)"
        case .ambiguousAmount: ambiguity
        case .otherCurrency: "\"\(found)\" is not an amount in \(currencyName)"
        case .amountTooLong: "the amount has more than \(Money.longestText) characters"
        case .tooManyDigits: "\"\(found)\" has more decimal digits than \(currencyName) allows"
        case .overflow: "the amount is too large"
        case .badParts: "the amount cannot be split: \(found) is not a valid weight or number of parts"
        }
    }

    /// A clause that explains the cause. It is empty if the summary is sufficient.
    public var reason: String {
        switch code {
        case .unknownCurrency: "a currency must be a current three-letter ISO 4217 code"
        case .currencyMismatch: "currencies are never converted"
        case .malformedAmount:
            hasSign
                ? "an amount must not have a plus or minus sign"
                : "an amount consists of digits, with a point or comma before the decimal digits"
        case .ambiguousAmount:
            readings.count > 1
                ? "the separator can mark thousands or decimals"
                : "three digits after a separator are thousands in some countries and decimals in others"
        case .otherCurrency:
            "the amount has the symbol of another currency, and currencies are never converted"
        case .tooManyDigits: tooManyDigitsReason
        case .overflow: "amounts of this size cannot be stored"
        case .badParts:
            "a split must have 1 to \(Money.mostParts) parts, no negative weight, and at least one weight above zero"
        case .amountTooLong: ""
        }
    }

    /// A sentence that describes the next step for the user.
    public var remedy: String {
        switch code {
        case .unknownCurrency: "Write a currency code, such as USD or EUR."
        case .currencyMismatch: "Enter the amounts of each currency separately."
        case .malformedAmount, .tooManyDigits: "Write the amount like \(example)."
        case .ambiguousAmount: "Write \(unmistakable)."
        case .otherCurrency: "Write the amount in \(currencyName), like \(example)."
        case .amountTooLong, .overflow: "Check the amount, and write it like \(example)."
        case .badParts: "Check the number of parts and their weights."
        }
    }

    private var ambiguity: String {
        let shown = readings.map(\.plainText).joined(separator: " or ")
        return readings.count > 1
            ? "\"\(found)\" can mean \(shown) \(currencyName)"
            : "\"\(found)\" may mean \(shown) \(currencyName), or have an extra digit"
    }

    /// The possible amounts, each in a format with only one interpretation, joined by “or”. The decimal
    /// digits of the first amount are omitted if they are all zeros. If a format needs a leading zero, the
    /// usual format follows in parentheses.
    private var unmistakable: String {
        let texts = readings.map { reading in
            let text = reading.typedText
            let zeros = text.split(separator: ".").last.map { $0.allSatisfy { $0 == "0" } } ?? false
            let isWhole = reading == readings.first && text.contains(".") && zeros
            if isWhole { return String(text.prefix { $0 != "." }) }
            return text == "0\(reading.plainText)" ? "\(text) (meaning \(reading.plainText))" : text
        }
        return texts.joined(separator: " or ")
    }

    private var hasSign: Bool {
        found.first { $0 != " " }.map { "+-\u{2212}".contains($0) } ?? false
    }

    private var currencyName: String { currency.map(String.init(describing:)) ?? "money" }

    private var example: String { Money(50_000, currency ?? .usd).typedText }

    private var tooManyDigitsReason: String {
        switch currency?.fractionDigits {
        case 0: "amounts in this currency have no decimal digits"
        case let digits?: "amounts in this currency have at most \(digits) decimal digits"
        case nil: ""
        }
    }
}

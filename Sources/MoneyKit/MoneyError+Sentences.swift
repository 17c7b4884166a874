extension MoneyError {
    /// A clause that describes what happened, without a full stop.
    public var summary: String {
        switch code {
        case .unknownCurrency: "\"\(found)\" is not a currency"
        case .currencyMismatch: "\(found) and \(currencyName) are different currencies"
        case .malformedAmount: "\"\(found)\" is not an amount in \(currencyName)"
        case .ambiguousAmount: ambiguity
        case .otherCurrency: "\"\(found)\" is not an amount in \(currencyName)"
        case .amountTooLong: "the amount has more than \(Money.longestText) characters"
        case .tooManyDigits: "\"\(found)\" has more decimal digits than \(currencyName)"
        case .overflow: "the amount is too large"
        case .badParts: "an amount cannot be split by \(found)"
        }
    }

    /// A clause that explains the cause. It is empty if the summary is sufficient.
    public var reason: String {
        switch code {
        case .unknownCurrency: "a currency is a three-letter ISO 4217 code that is in use"
        case .currencyMismatch: "currencies are never converted"
        case .malformedAmount:
            hasSign
                ? "an amount has no plus or minus sign"
                : "an amount has only digits, with a point or comma before the minor unit"
        case .ambiguousAmount:
            readings.count > 1
                ? "the separator can mark thousands or decimals"
                : "three digits after a separator are thousands in some countries and decimals in others"
        case .otherCurrency:
            "the amount has the symbol of another currency, and currencies are never converted"
        case .tooManyDigits: tooManyDigitsReason
        case .overflow: "the amount in minor units does not fit 64 bits"
        case .badParts:
            "a split needs 1 to \(Money.mostParts) parts, no negative weight, and at least one weight above zero"
        case .amountTooLong: ""
        }
    }

    /// A sentence that describes the next step for the user.
    public var remedy: String {
        switch code {
        case .unknownCurrency: "Write the currency like USD or EUR."
        case .currencyMismatch: "Enter the amounts of each currency separately."
        case .malformedAmount: "Write the amount like \(example)."
        case .ambiguousAmount: "Write \(unmistakable)."
        case .otherCurrency: "Write the amount in \(currencyName), like \(example)."
        case .amountTooLong, .overflow: "Check the amount."
        case .tooManyDigits: "Write the amount like \(example)."
        case .badParts: "Check the parts."
        }
    }

    private var ambiguity: String {
        let shown = readings.map(\.plainText).joined(separator: " or ")
        return readings.count > 1
            ? "\"\(found)\" can mean \(shown) \(currencyName)"
            : "\"\(found)\" may mean \(shown) \(currencyName), or have an extra digit"
    }

    /// The possible amounts, each in a format with only one interpretation, joined by “or”. The decimal
    /// digits of the first amount are omitted if they are all zeros.
    private var unmistakable: String {
        let texts = readings.map { reading in
            let text = reading.typedText
            let zeros = text.split(separator: ".").last.map { $0.allSatisfy { $0 == "0" } } ?? false
            let isWhole = reading == readings.first && text.contains(".") && zeros
            return isWhole ? String(text.prefix { $0 != "." }) : text
        }
        return texts.joined(separator: " or ")
    }

    private var hasSign: Bool {
        found.first { $0 != " " }.map { "+-\u{2212}".contains($0) } ?? false
    }

    private var currencyName: String { currency.map(String.init(describing:)) ?? "money" }

    private var example: String { Money(50_000, currency ?? .usd).plainText }

    private var tooManyDigitsReason: String {
        switch currency?.fractionDigits {
        case 0: "the currency has no minor unit"
        case let digits?: "the currency's minor unit has \(digits)"
        case nil: ""
        }
    }
}

/// Why there is no such amount.
///
/// `code` is what programs compare; the sentences are for people, and safe to print: what came from outside stands
/// in them without control characters and marks of direction.
public struct MoneyError: Error, Hashable, Sendable {
    /// What was wrong.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A code that the table of currencies does not hold.
        case unknownCurrency
        /// Two currencies in one sum.
        case currencyMismatch
        /// A text that is no amount.
        case malformedAmount
        /// A typed text whose mark may stand before thousands or before decimal digits.
        case ambiguousAmount
        /// A typed text with the sign or code of another currency.
        case otherCurrency
        /// A text that is too long to be an amount.
        case amountTooLong
        /// More digits behind the point than the currency has.
        case tooManyDigits
        /// Past what 64 bits hold.
        case overflow
        /// Parts or weights that nothing can be split by.
        case badParts
    }

    /// What was wrong.
    public let code: Code
    /// What was found: at most 40 characters; printable ASCII, letters and digits of other scripts, and currency signs
    /// as they are, every kind of space as a space, and all else as `?`. May be empty.
    public let found: String
    /// The currency of the amount, where there is one.
    public let currency: Currency?
    /// For `ambiguousAmount`: the amounts that the text can mean, the greatest first. One of them alone means that the
    /// other reading has more decimal digits than the currency.
    public let readings: [Money]

    init(_ code: Code, found: String = "", currency: Currency? = nil, readings: [Money] = []) {
        self.code = code
        self.found = String(found.unicodeScalars.prefix(40).map(Self.shown))
        self.currency = currency
        self.readings = readings.sorted { $0.minorUnits > $1.minorUnits }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Character {
        if (" "..."~").contains(scalar) { return Character(scalar) }
        switch scalar.properties.generalCategory {
        case .spaceSeparator: return " "
        case .currencySymbol, .decimalNumber, .uppercaseLetter, .lowercaseLetter, .otherLetter:
            return Character(scalar)
        default: return "’٫٬，．".unicodeScalars.contains(scalar) ? Character(scalar) : "?"
        }
    }
}

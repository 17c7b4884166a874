public import FailureKit

/// An error in an amount or a currency.
///
/// Programs compare `code`. The sentences are for people. They are safe to print, because control characters
/// and bidirectional marks in quoted input are replaced.
public struct MoneyError: Failure, Hashable, Sendable {
    /// The kind of error.
    public enum Code: String, Sendable, CaseIterable {
        /// The currency code is not supported.
        case unknownCurrency
        /// A calculation contains amounts in two currencies.
        case currencyMismatch
        /// The text is not an amount.
        case malformedAmount
        /// A separator in the typed text could be a thousands separator or a decimal mark.
        case ambiguousAmount
        /// The typed text contains the sign or code of another currency.
        case otherCurrency
        /// The text is too long to be an amount.
        case amountTooLong
        /// The text has more decimal places than the currency allows.
        case tooManyDigits
        /// The result does not fit into 64 bits.
        case overflow
        /// An amount cannot be split, because the number of parts or the list of weights is invalid.
        case badParts
    }

    /// The code that identifies the kind of error.
    public let code: Code
    /// The invalid input, shortened to 40 Unicode scalars. It may be empty. It is safe to print, because
    /// control characters and other unsafe characters are replaced by a space or `?`.
    public let found: String
    /// The currency of the amount, or nil if it is unknown.
    public let currency: Currency?
    /// The possible amounts for `ambiguousAmount`, largest first. If there is only one amount, the other
    /// reading would have more decimal places than the currency allows.
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
        case .currencySymbol, .mathSymbol, .dashPunctuation, .decimalNumber, .otherNumber, .uppercaseLetter,
            .lowercaseLetter, .otherLetter:
            return Character(scalar)
        default: return "’٫٬，．".unicodeScalars.contains(scalar) ? Character(scalar) : "?"
        }
    }
}

extension MoneyError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure: always `malformed`.
    public var category: FailureCategory { .malformed }
}

/// Why there is no such amount.
///
/// `code` is what programs compare; the sentences are for people, and safe to print: what came from outside stands
/// in them in printable ASCII.
public struct MoneyError: Error, Hashable, Sendable {
    /// What was wrong.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A code that the table of currencies does not hold.
        case unknownCurrency
        /// Two currencies in one sum.
        case currencyMismatch
        /// A text that is no amount.
        case malformedAmount
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
    /// What was found: at most 40 characters, everything but printable ASCII as `?`; may be empty.
    public let found: String
    /// The currency of the amount, where there is one.
    public let currency: Currency?

    init(_ code: Code, found: String = "", currency: Currency? = nil) {
        self.code = code
        self.found = String(
            found.unicodeScalars.prefix(40).map { (" "..."~").contains($0) ? Character($0) : "?" })
        self.currency = currency
    }
}

public import MoneyKit

/// Why a gift, or what belongs to it, cannot be made or changed.
public struct GivingError: Error, Hashable, Sendable {
    /// What happened.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case unknownOrganization, organizationInactive, organizationNotPayable
        case unknownFund, fundClosed, fundUnclear, recurringNotOffered, oneTimeNotOffered
        case wrongCurrency, malformedAmount, ambiguousAmount, amountTooSmall, amountTooLarge
        case invalidName, invalidEmail, invalidPhone, invalidMethod, cardNumber
        case idempotencyConflict, invalidKey, notFound, wrongState
    }

    /// What happened.
    public var code: Code
    /// What was asked for, as far as it may be shown; may be empty. Never a card.
    public var found: String
    /// What would have been right; may be empty.
    public var wanted: String
    /// For `ambiguousAmount`: the amounts that the text can mean, the greatest first; one alone means that the other
    /// reading has more decimal digits than the currency.
    public var readings: [Money] = []
    /// For `invalidMethod`: the test method that was meant; nil if none is near.
    public var suggestion: String?

    /// An error of this code.
    public init(_ code: Code, _ found: String = "", wanted: String = "") {
        self.code = code
        self.found = found
        self.wanted = wanted
    }

    /// A text that is no amount.
    init(_ error: MoneyError) {
        let isAmbiguous = error.code == .ambiguousAmount
        self.init(isAmbiguous ? .ambiguousAmount : .malformedAmount, error.found, wanted: error.reason)
        (readings, amountError) = (error.readings, error)
    }

    /// Why a text is no amount, in the words of ``MoneyError``.
    var amountError: MoneyError?
}

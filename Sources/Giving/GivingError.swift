/// Why a gift, or what belongs to it, cannot be made or changed.
public struct GivingError: Error, Hashable, Sendable {
    /// What happened.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case unknownOrganization, organizationInactive, organizationNotPayable
        case unknownFund, fundClosed, fundUnclear, recurringNotOffered, oneTimeNotOffered
        case wrongCurrency, malformedAmount, amountTooSmall, amountTooLarge
        case invalidName, invalidEmail, invalidPhone, invalidMethod, cardNumber
        case idempotencyConflict, invalidKey, notFound, wrongState
    }

    /// What happened.
    public var code: Code
    /// What was asked for, as far as it may be shown; may be empty. Never a card.
    public var found: String
    /// What would have been right; may be empty.
    public var wanted: String

    /// An error of this code.
    public init(_ code: Code, _ found: String = "", wanted: String = "") {
        self.code = code
        self.found = found
        self.wanted = wanted
    }
}

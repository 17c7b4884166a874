public import FailureKit
public import MoneyKit

/// An error in making or changing a gift.
public struct GivingError: Failure, Hashable, Sendable {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The organization does not exist.
        case unknownOrganization
        /// The organization accepts no gifts at present.
        case organizationInactive
        /// The organization's account at the processor is missing or not enabled.
        case organizationNotPayable
        /// The organization has no such fund.
        case unknownFund
        /// The fund accepts no more gifts.
        case fundClosed
        /// The URL does not clearly name one fund. A fund is never guessed.
        case fundUnclear
        /// The fund does not accept monthly gifts.
        case recurringNotOffered
        /// The fund accepts only monthly gifts.
        case oneTimeNotOffered
        /// The amount is not in the organization's currency.
        case wrongCurrency
        /// The text is not an amount.
        case malformedAmount
        /// The text can mean several amounts.
        case ambiguousAmount
        /// The amount is below the organization's minimum.
        case amountTooSmall
        /// The amount is above the organization's maximum.
        case amountTooLarge
        /// The donor's name is missing or not acceptable.
        case invalidName
        /// The text is not an e-mail address.
        case invalidEmail
        /// The text is not a telephone number.
        case invalidPhone
        /// The payment method does not exist.
        case invalidMethod
        /// The text contains a card number. It was not stored.
        case cardNumber
        /// The idempotency key was used for a different request.
        case idempotencyConflict
        /// The idempotency key is not acceptable.
        case invalidKey
        /// The gift, monthly gift, receipt or donor does not exist.
        case notFound
        /// The current status does not allow the change.
        case wrongState
    }

    /// The error code.
    public var code: Code
    /// The invalid input, as far as it may be shown; may be empty. It never contains a card number.
    public var found: String
    /// The requirement that the input does not meet, as a clause; may be empty.
    public var wanted: String
    /// For `ambiguousAmount`: the possible amounts, greatest first. If there is only one, the other reading has more
    /// decimal digits than the currency allows.
    public var readings: [Money] = []
    /// For `invalidMethod`: the most similar test method, or nil if none is similar enough.
    public var suggestion: String?

    /// Creates an error.
    public init(_ code: Code, _ found: String = "", wanted: String = "") {
        self.code = code
        self.found = found
        self.wanted = wanted
    }

    /// Returns the error for an invalid e-mail address. It contains no part of the address.
    public static func invalidEmail(_ typed: String) -> GivingError {
        GivingError(.invalidEmail, wanted: EmailAddress.flaw(of: typed))
    }

    /// Converts the error for an invalid amount text.
    init(_ error: MoneyError) {
        let isAmbiguous = error.code == .ambiguousAmount
        self.init(isAmbiguous ? .ambiguousAmount : .malformedAmount, error.found, wanted: error.reason)
        (readings, amountError) = (error.readings, error)
    }

    /// The reason why an amount text is invalid, as a ``MoneyError``.
    var amountError: MoneyError?
}

extension GivingError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory {
        switch code {
        case .unknownOrganization, .unknownFund, .notFound: .notFound
        case .malformedAmount, .ambiguousAmount, .invalidName, .invalidEmail, .invalidPhone,
            .invalidMethod, .invalidKey:
            .malformed
        case .organizationInactive, .organizationNotPayable, .fundClosed, .fundUnclear,
            .recurringNotOffered, .oneTimeNotOffered, .wrongCurrency, .amountTooSmall,
            .amountTooLarge, .cardNumber, .idempotencyConflict, .wrongState:
            .refused
        }
    }
}

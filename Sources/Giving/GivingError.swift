public import DisplayKit
public import FailureKit
public import MoneyKit

/// An error that occurs when a gift is made or changed.
public struct GivingError: Failure, Hashable, Sendable {
    /// The kind of error.
    public enum Code: String, Sendable, CaseIterable {
        /// The organization does not exist.
        case unknownOrganization
        /// The organization currently accepts no gifts.
        case organizationInactive
        /// The organization's account at the processor is missing or not enabled.
        case organizationNotPayable
        /// The organization has no such fund.
        case unknownFund
        /// The fund no longer accepts gifts.
        case fundClosed
        /// The URL does not make clear which fund the gift is for.
        case fundUnclear
        /// The fund does not accept monthly gifts.
        case recurringNotOffered
        /// The fund accepts monthly gifts only.
        case oneTimeNotOffered
        /// The amount is not in the organization's currency.
        case wrongCurrency
        /// The text is not an amount, or the amount cannot be charged in this currency.
        case malformedAmount
        /// The text can mean more than one amount.
        case ambiguousAmount
        /// The amount is below the organization's minimum.
        case amountTooSmall
        /// The amount is above the organization's maximum.
        case amountTooLarge
        /// The donor's name is missing or invalid.
        case invalidName
        /// The text is not an e-mail address.
        case invalidEmail
        /// The text is not a telephone number.
        case invalidPhone
        /// The payment method is neither a processor id nor a test method.
        case invalidMethod
        /// The text contains a card number. The text was not stored.
        case cardNumber
        /// The idempotency key was used for a different request.
        case idempotencyConflict
        /// The idempotency key is invalid.
        case invalidKey
        /// The gift, monthly gift, receipt or donor does not exist.
        case notFound
        /// The current status does not allow the change.
        case wrongState
    }

    /// The code, which determines the messages and the category.
    public var code: Code
    /// The invalid input, or the object that the error is about. Empty if nothing was given, or if the input
    /// must not be shown. Never contains a card number.
    public var found: String
    /// A clause that explains the error or states the requirement for the input. Can be empty.
    public var wanted: String
    /// The amounts that an ambiguous text can mean, largest first. Contains only one amount if the other
    /// reading has more decimal places than the currency allows.
    public var readings: [Money] = []
    /// The most similar test method for `invalidMethod`, or nil if none is similar enough.
    public var suggestion: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - found: The invalid input, or the object that the error is about.
    ///   - wanted: A clause that explains the error or states the requirement for the input.
    public init(_ code: Code, _ found: String = "", wanted: String = "") {
        self.code = code
        self.found = found
        self.wanted = wanted
    }

    /// Returns the error for an invalid e-mail address. The error does not contain the address, but can
    /// identify the first character that cannot be displayed.
    public static func invalidEmail(_ typed: String) -> GivingError {
        var error = GivingError(.invalidEmail, wanted: EmailAddress.flaw(of: typed))
        error.flaw = DisplayText.flaw(in: typed, atMost: .max)
        return error
    }

    /// Creates the error for a name or a telephone number that violates a rule for displayed text, such as
    /// the maximum length.
    public init(_ flaw: DisplayTextError, code: Code = .invalidName) {
        self.init(code, wanted: "it \(flaw.summary)")
        self.flaw = flaw
    }

    /// The display-text rule that is violated by the donor's name, e-mail address or telephone number. Nil if
    /// no such rule is violated.
    public private(set) var flaw: DisplayTextError?

    /// The error for a name that contains a link (see ``LinkText``). The error does not contain the name.
    static let linkInName = GivingError(
        .invalidName, wanted: "the name contains a web address or an e-mail address")

    /// Creates the error for an amount that could not be parsed.
    init(_ error: MoneyError) {
        let isAmbiguous = error.code == .ambiguousAmount
        self.init(isAmbiguous ? .ambiguousAmount : .malformedAmount, error.found, wanted: error.reason)
        (readings, amountError) = (error.readings, error)
    }

    /// The parsing error if an amount could not be parsed; otherwise nil.
    var amountError: MoneyError?

    /// Whether the text is an amount, but not a multiple of the currency's ``MoneyKit/Currency/chargeStep``.
    package var isBetweenChargeSteps: Bool {
        code == .malformedAmount && amountError == nil && !wanted.isEmpty
    }
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

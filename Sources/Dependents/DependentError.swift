public import FailureKit

/// An error from the dependents service.
///
/// Programs compare `code`. The messages are for people, and never contain a name, an address or a token.
public struct DependentError: Failure, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: String, Sendable, CaseIterable {
        /// A field of the dependent or the guardian is missing or invalid.
        case invalid
        /// The dependent does not exist, or belongs to another guardian or agency.
        case notFound = "not_found"
        /// The agency does not exist.
        case unknownAgency = "unknown_agency"
        /// The guardian does not exist.
        case unknownGuardian = "unknown_guardian"
        /// The service has no known fee.
        case noFee = "no_fee"
        /// The fee differs from the fee that the guardian was shown.
        case feeChanged = "fee_changed"
        /// A payment of the fee has begun, so the dependent can no longer be changed.
        case paymentBegun = "payment_begun"
        /// The fee was paid and then refunded. It cannot be charged again.
        case refunded
        /// The fee has not been paid, so it cannot be refunded.
        case notPaid = "not_paid"
        /// The agency's account cannot receive charges.
        case notPayable = "not_payable"
        /// The link does not belong to a guardian.
        case invalidToken = "invalid_token"
    }

    /// The code that identifies the kind of error.
    public let code: Code
    /// Details about the error, such as an id or the invalid field. Can be empty.
    public let reason: String
    /// Whether the code is `notFound` because the id of a new dependent is already used by another guardian
    /// or agency.
    public private(set) var isTaken = false

    init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// Returns the error for a new dependent whose id is already used by another guardian or agency.
    static func taken(_ id: String) -> DependentError {
        var error = DependentError(.notFound, id)
        error.isTaken = true
        return error
    }

    /// The error for a form or a file with a missing or invalid field.
    public static let unreadable = DependentError(.invalid, "a field is missing or invalid")

    /// Returns the error for a page or a dependent that does not exist.
    ///
    /// - Parameter line: Details for the log, such as an id or an entry of ``DependentSession/log``. Can be
    ///   empty.
    public static func unknown(_ line: String) -> DependentError { DependentError(.notFound, line) }

    /// A clause that describes the error.
    public var summary: String {
        switch code {
        case .invalid: "the dependent's data is invalid"
        case .notFound where isTaken: "this id is already in use"
        case .notFound: "the dependent was not found"
        case .unknownAgency: "the agency was not found"
        case .unknownGuardian: "the guardian was not found"
        case .noFee: "the fee for this service is unknown"
        case .feeChanged: "the fee has changed since it was shown"
        case .paymentBegun: "payment of the fee has already begun"
        case .refunded: "the fee was paid and refunded"
        case .notPaid: "the fee has not been paid"
        case .notPayable: "the agency cannot receive payments yet"
        case .invalidToken: "this link is invalid"
        }
    }

    /// A clause that describes the next step for the user.
    public var remedy: String {
        switch code {
        case .invalid: "correct the value and try again"
        case .notFound where isTaken: "choose another id for the dependent"
        case .notFound, .unknownAgency, .unknownGuardian: "check the id and try again"
        case .noFee: "ask the agency for the amount of the fee"
        case .feeChanged: "review the fee again"
        case .paymentBegun, .refunded: "to pay another fee, enroll the dependent under a new id"
        case .notPaid: "wait until the fee is paid: only a paid fee can be refunded"
        case .notPayable: "finish the agency's onboarding"
        case .invalidToken: "request a new link"
        }
    }
}

extension DependentError {
    /// The stable code that programs compare.
    public var failureCode: String { code.rawValue }

    /// The error's category, which determines the exit code and the HTTP status.
    public var category: FailureCategory {
        switch code {
        case .invalid: .malformed
        case .notFound, .unknownAgency, .unknownGuardian: .notFound
        case .noFee, .feeChanged, .paymentBegun, .refunded, .notPaid, .notPayable, .invalidToken: .refused
        }
    }
}

/// Why something cannot be done about a dependent.
///
/// `code` is what programs compare; the sentences are for people. No name, address or token stands in them.
public struct DependentError: Error, Hashable, Sendable {
    /// What happened.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A part of a dependent is missing or wrong.
        case invalid
        /// No such dependent, or another guardian's.
        case notFound = "not_found"
        /// No organization is called so.
        case unknownAgency = "unknown_agency"
        /// No guardian has this id.
        case unknownGuardian = "unknown_guardian"
        /// Nobody has said what the service costs.
        case noFee = "no_fee"
        /// The fee is another than the one that was shown.
        case feeChanged = "fee_changed"
        /// A payment was begun: what is paid for stays as it is.
        case paymentBegun = "payment_begun"
        /// The fee was paid and refunded: it is not charged again.
        case refunded
        /// Nothing was paid that could be refunded.
        case notPaid = "not_paid"
        /// The agency's account takes no charges.
        case notPayable = "not_payable"
        /// The link leads to no guardian.
        case invalidToken = "invalid_token"
    }

    /// What happened.
    public let code: Code
    /// The values that prove it; may be empty.
    public let reason: String

    init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// A form or a file that cannot be read.
    public static let unreadable = DependentError(.invalid, "a part of it is missing or wrong")

    /// Nothing is where somebody wanted to go.
    ///
    /// - Parameter line: What a session has noted of it.
    public static func unknown(_ line: String) -> DependentError { DependentError(.notFound, line) }

    /// What happened, in half a sentence.
    public var summary: String {
        switch code {
        case .invalid: "this is no dependent"
        case .notFound: "there is no such dependent"
        case .unknownAgency: "there is no such agency"
        case .unknownGuardian: "there is no such guardian"
        case .noFee: "the fee of this service is not known"
        case .feeChanged: "the fee is not the one that was shown"
        case .paymentBegun: "a payment of its fee was begun"
        case .refunded: "its fee was paid and refunded"
        case .notPaid: "its fee is not paid"
        case .notPayable: "the agency cannot be paid yet"
        case .invalidToken: "this link leads to no guardian"
        }
    }

    /// What to do next.
    public var remedy: String {
        switch code {
        case .invalid: "correct what the reason names"
        case .notFound, .unknownAgency, .unknownGuardian: "list what there is"
        case .noFee: "ask the agency for the fee and enter it"
        case .feeChanged: "look at the review again"
        case .paymentBegun, .refunded: "enroll what is to be paid next under another id"
        case .notPaid: "only a paid fee can be refunded"
        case .notPayable: "finish the onboarding of the agency's account"
        case .invalidToken: "ask for another link"
        }
    }
}

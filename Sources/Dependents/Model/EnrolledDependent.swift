import MoneyKit
import PaymentCore
public import TimeKit
public import TokenKit

/// The token of a guardian's link: 128 random bits that reveal nothing about the guardian.
public typealias GuardianToken = SecretToken<LetterToken128>

/// A person who pays for dependents.
public struct Guardian: Hashable, Sendable, Codable {
    /// The guardian's id, `grd_…`.
    public let id: String
    /// The guardian's name, in any script.
    public let name: String
    /// The guardian's e-mail address.
    public let email: String
    /// The hash of the token in the guardian's link, or nil if there is no link. The token itself is not
    /// stored.
    var linkHash: String?

    /// Creates a guardian without a link.
    public init(id: String, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }

    /// Returns the guardian with the name and address normalized for display.
    func displayed() throws(DependentError) -> Guardian {
        Guardian(
            id: id, name: try Dependent.displayed(name, "guardian.name"),
            email: try Dependent.displayed(email, "guardian.email", most: 254))
    }
}

/// A dependent as stored, with the guardian, the agency and the state of the fee.
public struct EnrolledDependent: Hashable, Sendable, Codable {
    /// The dependent, including the service for which the fee is charged.
    public let dependent: Dependent
    /// The id of the guardian who pays, `grd_…`.
    public let guardian: String
    /// The id of the agency that receives the fee.
    public let agency: String
    /// The id of the latest payment of the fee, `pay_…`, or nil before the first attempt.
    public internal(set) var payment: String?
    /// The time at which the fee was paid, or nil if the fee has not been paid.
    public internal(set) var paidAt: Timestamp?
    /// Whether the last attempt to pay failed.
    public internal(set) var hasFailed = false
    /// The refunded part of the fee, in halalas, or nil if nothing was refunded.
    public internal(set) var refundedMinor: Int64?
    /// Whether the guardian's bank is disputing the payment or has taken the money back. Nil means false.
    public internal(set) var isDisputed: Bool?

    /// Creates a dependent whose fee is not paid.
    public init(_ dependent: Dependent, guardian: String, agency: String) {
        self.dependent = dependent
        self.guardian = guardian
        self.agency = agency
    }

    /// The dependent's id, which also identifies the enrollment.
    public var id: String { dependent.id }

    /// The state of a fee. It is computed from stored values, and is not stored.
    public enum Status: String, Sendable, CaseIterable {
        /// The fee has not been paid, and the last attempt to pay, if any, has not failed.
        case listed
        /// The last attempt failed. The payment can be retried.
        case failed
        /// The fee is paid.
        case confirmed
        /// The fee was paid and completely refunded.
        case refunded
        /// The fee was paid and partly refunded.
        case partiallyRefunded = "partially_refunded"
        /// The fee was paid. The guardian's bank disputes the payment or has taken the money back.
        case disputed
    }

    /// The state of the fee, computed from the stored properties.
    public var status: Status {
        guard paidAt != nil else { return hasFailed ? .failed : .listed }
        if isDisputed == true { return .disputed }
        guard let refundedMinor else { return .confirmed }
        return refundedMinor < dependent.fee?.minorUnits ?? 0 ? .partiallyRefunded : .refunded
    }

    /// Updates the state of the fee from its payment. The payment of an earlier attempt is ignored.
    mutating func take(_ payment: Payment) {
        guard payment.id == self.payment else { return }
        paidAt = paidAt ?? payment.paidAt
        hasFailed = payment.state == .requiresPaymentMethod || payment.state == .canceled
        refundedMinor = payment.returnedMinor > 0 ? payment.returnedMinor : nil
        isDisputed = payment.isDisputed || payment.isLost ? true : nil
    }
}

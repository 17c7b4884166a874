import MoneyKit
import PaymentCore
public import TimeKit
public import TokenKit

/// What a guardian's link ends with: 128 random bits, which say nothing of the guardian.
public typealias GuardianToken = SecretToken<LetterToken128>

/// Who pays for dependents.
public struct Guardian: Hashable, Sendable, Codable, Identifiable {
    /// `grd_…`
    public let id: String
    /// In any script.
    public let name: String
    /// Where letters go.
    public let email: String
    /// Of the token in their link: all that is kept of it.
    public internal(set) var linkHash: String?

    /// A guardian without a link.
    public init(id: String, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// A dependent as it is kept: whose it is, and what became of its fee.
public struct EnrolledDependent: Hashable, Sendable, Codable, Identifiable {
    /// What is to be paid for whom.
    public let dependent: Dependent
    /// `grd_…` of who pays.
    public let guardian: String
    /// Who gets the fee.
    public let agency: String
    /// `pay_…` of the last try.
    public internal(set) var payment: String?
    /// When the fee was paid.
    public internal(set) var paidAt: Timestamp?
    /// The last try was refused.
    public internal(set) var hasFailed = false
    /// The part of the fee that was refunded, in halalas, or nil if nothing was.
    public internal(set) var refundedMinor: Int64?
    /// True while the guardian's bank disputes the payment, and after it has taken the money back; otherwise nil.
    public internal(set) var isDisputed: Bool?

    /// A dependent of whose fee nothing is paid.
    public init(_ dependent: Dependent, guardian: String, agency: String) {
        self.dependent = dependent
        self.guardian = guardian
        self.agency = agency
    }

    /// The dependent's.
    public var id: String { dependent.id }

    /// The state of a fee. It is derived from the stored facts and never stored itself.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Nothing is paid.
        case listed
        /// The last try was refused; it can be tried again.
        case failed
        /// It is paid.
        case confirmed
        /// It was paid, and all of it was refunded.
        case refunded
        /// It was paid, and a part of it was refunded.
        case partiallyRefunded = "partially_refunded"
        /// It was paid, and the guardian's bank wants the money back, or has taken it back.
        case disputed
    }

    /// The state of the fee, from the facts above.
    public var status: Status {
        guard paidAt != nil else { return hasFailed ? .failed : .listed }
        if isDisputed == true { return .disputed }
        guard let refundedMinor else { return .confirmed }
        return refundedMinor < dependent.fee?.minorUnits ?? 0 ? .partiallyRefunded : .refunded
    }

    /// Takes over the facts of its payment. The payment of an older try is ignored.
    mutating func take(_ payment: Payment) {
        guard payment.id == self.payment else { return }
        paidAt = paidAt ?? payment.paidAt
        hasFailed = payment.state == .requiresPaymentMethod || payment.state == .canceled
        refundedMinor = payment.returnedMinor > 0 ? payment.returnedMinor : nil
        isDisputed = payment.isDisputed || payment.isLost ? true : nil
    }
}

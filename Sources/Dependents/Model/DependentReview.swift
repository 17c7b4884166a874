public import MoneyKit
public import PaymentCore
public import TimeKit

/// The information that a guardian reviews before paying: the dependent, the service, the due date and the
/// fee. The guardian is charged exactly this fee.
public struct DependentReview: Hashable, Sendable {
    /// The dependent and the state of the dependent's fee.
    public let enrolled: EnrolledDependent
    /// The agency that receives the fee.
    public let agency: Agency
    /// The number of days until the due date, counted from today in the agency's time zone.
    public let remaining: DaysRemaining
    /// Whether the guardian's bank is waiting for the guardian to confirm the payment (3-D Secure).
    public let bankAsks: Bool

    /// Creates the review as of the given time.
    ///
    /// - Parameter payment: The payment of the fee, or nil before the first attempt to charge the fee. The
    ///   state of the fee is taken from this payment, because an older version of this program may have
    ///   stored the state without taking refunds into account.
    public init(
        _ enrolled: EnrolledDependent, payment: Payment? = nil, at agency: Agency, time: Timestamp
    ) {
        var current = enrolled
        if let payment { current.take(payment) }
        self.enrolled = current
        bankAsks = payment?.state == .requiresAction
        self.agency = agency
        remaining = DaysRemaining(until: enrolled.dependent.due, from: agency.date(of: time))
    }

    /// The dependent, including the service whose fee is due.
    public var dependent: Dependent { enrolled.dependent }

    /// The guardian's next action for a fee, or the reason why no action is possible.
    public enum Approval: Hashable, Sendable {
        /// The fee can be paid. The associated value is the fee's amount.
        case payable(Money)
        /// A payment is waiting for the guardian to confirm it at the bank. The associated value is the fee's
        /// amount.
        case bankAsks(Money)
        /// The fee was paid, so there is nothing to pay. The review's status shows whether the fee was partly
        /// refunded or is disputed. The associated value is the fee's amount.
        case paid(Money)
        /// The fee was paid and then completely refunded, so there is nothing to pay. The associated value is
        /// the fee's amount.
        case refunded(Money)
        /// The fee is unknown, so it cannot be paid.
        case noFee
    }

    /// The refunded part of the fee, or nil if nothing was refunded.
    public var refunded: Money? { enrolled.refundedMinor.map { Money($0, .sar) } }

    /// The guardian's next action for the fee, or the reason why no action is possible.
    public var approval: Approval {
        guard let fee = dependent.fee else { return .noFee }
        return switch enrolled.status {
        case .confirmed, .partiallyRefunded, .disputed: .paid(fee)
        case .refunded: .refunded(fee)
        case .listed, .failed: bankAsks ? .bankAsks(fee) : .payable(fee)
        }
    }
}

public import MoneyKit
public import PaymentCore
public import TimeKit

/// What a guardian sees before paying: whom it is for, what it is, until when, how much. Shown and charged are one value.
public struct DependentReview: Hashable, Sendable {
    /// Whom and what it is for, and what became of it.
    public let enrolled: EnrolledDependent
    /// Who gets the fee.
    public let agency: Agency
    /// Until the due date, from the agency's today.
    public let remaining: DaysRemaining
    /// True if the guardian's bank waits for the guardian to confirm the payment (3-D Secure).
    public let bankAsks: Bool

    /// The review at a moment.
    ///
    /// - Parameter payment: The payment of the fee, or nil if there is none. Its facts replace the stored ones, which an
    ///   older version of this program may have written without its refunds.
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

    /// Whom and what it is for.
    public var dependent: Dependent { enrolled.dependent }

    /// What can be done about a fee.
    public enum Approval: Hashable, Sendable {
        /// It can be paid: this much.
        case payable(Money)
        /// A payment of this much waits until the guardian confirms it at their bank.
        case bankAsks(Money)
        /// It was paid: there is nothing to pay. The status tells whether a part was refunded or the bank disputes it.
        case paid(Money)
        /// It was paid, and all of it was refunded: there is nothing to pay.
        case refunded(Money)
        /// Nobody has said what it costs: it cannot be paid.
        case noFee
    }

    /// What was refunded of the fee, or nil if nothing was.
    public var refunded: Money? { enrolled.refundedMinor.map { Money($0, .sar) } }

    /// What can be done.
    public var approval: Approval {
        guard let fee = dependent.fee else { return .noFee }
        return switch enrolled.status {
        case .confirmed, .partiallyRefunded, .disputed: .paid(fee)
        case .refunded: .refunded(fee)
        case .listed, .failed: bankAsks ? .bankAsks(fee) : .payable(fee)
        }
    }
}

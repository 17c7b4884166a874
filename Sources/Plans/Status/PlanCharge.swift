public import MoneyKit
import PaymentCore
public import TimeKit

/// A charge for a subscription, with the charge's refunds and disputes.
public struct PlanCharge: Hashable, Sendable, Codable {
    /// The state of a charge.
    public enum State: String, Sendable, CaseIterable {
        case paid
        case partiallyRefunded = "partially_refunded"
        /// The charge was refunded in full.
        case refunded
        /// The payer's bank has disputed the charge.
        case disputed
        /// The payer's bank has permanently withdrawn the money.
        case lost
    }

    /// The payment's id, `pay_…`.
    public let payment: String
    /// The amount that was charged.
    public let amount: Money
    /// The time of the charge.
    public let paidAt: Timestamp
    /// The amount, in minor units, that was returned to the payer by refunds, or by lost disputes over part
    /// of the charge. If the bank has withdrawn everything that was not refunded, only refunds are counted.
    public let refundedMinor: Int64
    private let isDisputed: Bool
    private let isLost: Bool

    /// Creates a charge from a payment. Returns nil if the payment has not succeeded.
    init?(_ payment: Payment) {
        guard let paidAt = payment.paidAt else { return nil }
        self.payment = payment.id
        amount = payment.total
        self.paidAt = paidAt
        refundedMinor = payment.returnedMinor
        isDisputed = payment.isDisputed
        isLost = payment.isLost
    }

    /// The state of the charge, derived from its refunds and disputes.
    public var state: State {
        if isDisputed { return .disputed }
        if refundedMinor >= amount.minorUnits { return .refunded }
        if isLost { return .lost }
        return refundedMinor > 0 ? .partiallyRefunded : .paid
    }
}

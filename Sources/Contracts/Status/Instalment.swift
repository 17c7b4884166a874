public import MoneyKit
public import PaymentCore
public import TimeKit

/// A part of a contract that is paid in one payment: a milestone or the whole contract.
public struct Instalment: Hashable, Sendable, Codable {
    /// The installment's position in the contract, starting at 1.
    public let number: Int
    /// The installment's share of the total, which is fixed when the contract is sent.
    public let amount: Money
    /// The time when the installment's payment was requested, or nil.
    public internal(set) var requestedAt: Timestamp?
    /// The time when the installment's work was completed, or nil.
    public internal(set) var completedAt: Timestamp?
    /// The id of the installment's payment, `pay_…`, or nil before the first attempt.
    public internal(set) var payment: String?
    /// The time when the installment was paid, or nil.
    public internal(set) var paidAt: Timestamp?
    /// The charged amount in minor units, including the surcharge.
    public internal(set) var paidMinor: Int64 = 0
    /// The earliest time at which the held money is released to the payee. Nil if no release is scheduled.
    public internal(set) var releaseAt: Timestamp?
    /// The time when a dispute about the installment was resolved, or nil.
    var resolvedAt: Timestamp?
    /// The state of the payee's share: for example, held by the platform or released to the payee.
    public internal(set) var settlement = Settlement.none
    /// The amount refunded to the payer, in minor units.
    public internal(set) var refundedMinor: Int64 = 0
    /// The total amount, in minor units, to refund to the payer because of a cancellation or a resolved
    /// dispute.
    var backMinor: Int64 = 0
    /// Whether the payer's bank has an open dispute about the installment's payment.
    public internal(set) var isDisputed = false

    /// The status of an installment.
    public enum Status: String, Sendable, CaseIterable {
        /// The installment is unpaid, and its payment has not been requested.
        case planned
        /// The payer has been asked to pay.
        case requested
        /// The installment is paid, and its money is held.
        case funded
        case completed
        /// The money was released to the payee.
        case released
        /// The money was refunded to the payer, or the payer's bank has withdrawn it.
        case refunded
    }

    /// The installment's status, derived from the installment's other properties.
    public var status: Status {
        if settlement == .released { return .released }
        if settlement == .reversed { return .refunded }
        if completedAt != nil { return .completed }
        if paidAt != nil { return .funded }
        return requestedAt == nil ? .planned : .requested
    }

    /// Whether the money was released to the payee, or was returned to the payer through a refund or a lost
    /// dispute.
    public var isSettled: Bool { settlement == .released || settlement == .reversed }

    /// Whether the platform holds the installment's money and no transfer of this money is pending.
    var isHeld: Bool { settlement == .held || settlement == .failed }

    /// Whether the money is settled, and either the work is completed or a dispute about the installment was
    /// resolved.
    public var isClosed: Bool { isSettled && (completedAt != nil || resolvedAt != nil) }

    /// The earliest time at which money must be moved, or nil if no money is due.
    var dueAt: Timestamp? {
        guard let paidAt, settlement != .reversed else { return nil }
        return refundedMinor < backMinor ? paidAt : isSettled ? nil : releaseAt
    }
}

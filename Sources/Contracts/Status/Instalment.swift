public import MoneyKit
public import PaymentCore
public import TimeKit

/// The part of a contract that is paid at one time: a milestone, or the whole total. The status is derived from the
/// stored facts.
public struct Instalment: Hashable, Sendable, Codable {
    /// The number, starting at 1, in the order of the milestones.
    public let number: Int
    /// The instalment's part of the total, fixed when the contract is sent.
    public let amount: Money
    /// The time at which the instalment's payment was requested, or nil.
    public internal(set) var requestedAt: Timestamp?
    /// The time at which the instalment's work was completed, or nil.
    public internal(set) var completedAt: Timestamp?
    /// The id of the installment's payment, `pay_…`, or nil before the first attempt to pay.
    public internal(set) var payment: String?
    /// The time at which the instalment was paid, or nil.
    public internal(set) var paidAt: Timestamp?
    /// The charged amount in minor units, including the surcharge.
    public internal(set) var paidMinor: Int64 = 0
    /// The time from which the held money is released to the payee, or nil if the release is not decided.
    public internal(set) var releaseAt: Timestamp?
    /// The time at which a dispute about the instalment was resolved, or nil.
    public internal(set) var resolvedAt: Timestamp?
    /// The settlement of the installment's payment with the payee.
    public internal(set) var settlement = Settlement.none
    /// The amount refunded to the payer, in minor units.
    public internal(set) var refundedMinor: Int64 = 0
    /// The total amount to refund to the payer after a cancellation or a resolution, in minor units.
    public internal(set) var backMinor: Int64 = 0
    /// Whether the payer's bank has an open dispute about the instalment's payment.
    public internal(set) var isDisputed = false

    init(number: Int, amount: Money) {
        self.number = number
        self.amount = amount
    }

    /// The status of an instalment.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// The instalment is not paid, and its payment has not been requested.
        case planned
        /// The payer is asked to pay.
        case requested
        /// The instalment is paid, and the money is held.
        case funded
        /// The work is completed.
        case completed
        /// The money was released to the payee.
        case released
        /// The money was refunded to the payer.
        case refunded
    }

    /// The current status.
    public var status: Status {
        if settlement == .released { return .released }
        if settlement == .reversed { return .refunded }
        if completedAt != nil { return .completed }
        if paidAt != nil { return .funded }
        return requestedAt == nil ? .planned : .requested
    }

    /// Whether the money is with its final owner: released to the payee, or refunded to the payer.
    public var isSettled: Bool { settlement == .released || settlement == .reversed }

    /// Whether the platform holds the instalment's money, and no transfer of it is pending.
    var isHeld: Bool { settlement == .held || settlement == .failed }

    /// Whether the money is settled, and either the work is completed or a dispute about the instalment was resolved.
    public var isClosed: Bool { isSettled && (completedAt != nil || resolvedAt != nil) }

    /// The time from which money is due to be moved, or nil if none is due.
    var dueAt: Timestamp? {
        guard let paidAt, settlement != .reversed else { return nil }
        return refundedMinor < backMinor ? paidAt : isSettled ? nil : releaseAt
    }
}

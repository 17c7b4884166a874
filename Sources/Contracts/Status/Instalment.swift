public import MoneyKit
public import PaymentCore
public import TimeKit

/// What is paid at one time: a milestone, or all of a contract. Its facts; its status is a view of them.
public struct Instalment: Hashable, Sendable, Codable {
    /// From 1 on, as the milestones stand.
    public let number: Int
    /// What of the total it is: frozen when the contract is sent.
    public let amount: Money
    /// When its payment was asked for.
    public internal(set) var requestedAt: Timestamp?
    /// When its work was done.
    public internal(set) var completedAt: Timestamp?
    /// `pay_…` of the last try.
    public internal(set) var payment: String?
    /// When it was paid.
    public internal(set) var paidAt: Timestamp?
    /// What was charged, in minor units: with the surcharge.
    public internal(set) var paidMinor: Int64 = 0
    /// When what is held goes to the payee; nil where nothing has decided it.
    public internal(set) var releaseAt: Timestamp?
    /// When a dispute about it was resolved.
    public internal(set) var resolvedAt: Timestamp?
    /// What of its payment is the payee's.
    public internal(set) var settlement = Settlement.none
    /// What has gone back to the payer, in minor units.
    public internal(set) var refundedMinor: Int64 = 0
    /// What is to go back to the payer in all, in minor units: by a cancellation or a resolution.
    public internal(set) var backMinor: Int64 = 0
    /// The payer's bank asks for it back, and nobody has won yet.
    public internal(set) var isDisputed = false

    init(number: Int, amount: Money) {
        self.number = number
        self.amount = amount
    }

    /// Where a milestone stands.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Nothing of it is paid or asked for.
        case planned
        /// The payer is asked to pay it.
        case requested
        /// It is paid, and the money is held.
        case funded
        /// Its work is done.
        case completed
        /// The payee has the money.
        case released
        /// The payer has the money back.
        case refunded
    }

    /// Where it stands.
    public var status: Status {
        if settlement == .released { return .released }
        if settlement == .reversed { return .refunded }
        if completedAt != nil { return .completed }
        if paidAt != nil { return .funded }
        return requestedAt == nil ? .planned : .requested
    }

    /// Its money is where it stays: with the payee, or back with the payer.
    public var isSettled: Bool { settlement == .released || settlement == .reversed }

    /// Its money stands with the platform, and no transfer is under way.
    var isHeld: Bool { settlement == .held || settlement == .failed }

    /// Nothing is left to do about it.
    public var isClosed: Bool { isSettled && (completedAt != nil || resolvedAt != nil) }

    /// Since when money of it is to be moved; nil where none is.
    var dueAt: Timestamp? {
        guard let paidAt, settlement != .reversed else { return nil }
        return refundedMinor < backMinor ? paidAt : isSettled ? nil : releaseAt
    }
}

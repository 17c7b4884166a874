public import MoneyKit
public import TimeKit

/// Something on which the books and the processor disagree.
public struct Difference: Hashable, Sendable, Identifiable {
    /// The noun that it is about, and how the two disagree.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        // The processor has it; the books do not.
        case unknownCharge = "unknown_charge"
        case unknownRefund = "unknown_refund"
        case unknownTransfer = "unknown_transfer"
        // The books have it; the processor does not.
        case missingCharge = "missing_charge"
        case missingRefund = "missing_refund"
        case missingPayout = "missing_payout"
        // Both have it, with another amount or in another state.
        case chargeAmount = "charge_amount"
        case chargeState = "charge_state"
        case refundedAmount = "refunded_amount"
        case refundAmount = "refund_amount"
        case refundState = "refund_state"
    }

    /// How the two disagree.
    public var kind: Kind
    /// The processor's id, or ours where the processor has none.
    public var id: String
    /// The amount at the processor, or in the books where the processor has none.
    public var amount: Money
    /// The amount in the books, where it is another one.
    public var booked: Money?
    /// The account that gets it; nil for the platform's own.
    public var account: String?
    /// `pay_…` in the books.
    public var payment: String?
    /// `sub_…` that an unknown charge is a period of, where the books do not know it.
    public var subscription: String?
    /// The charge that an unknown refund or transfer belongs to.
    public var charge: String?
    /// What the processor, and the books, say of it, where a state differs.
    public var states: [String] = []
    /// The metadata of an unknown charge or subscription.
    public var metadata: [String: String] = [:]
    /// `cus_…` of an unknown charge.
    public var customer: String?
    /// When it was made.
    public var created: Timestamp

    init(_ kind: Kind, _ id: String, _ amount: Money, created: Timestamp) {
        self.kind = kind
        self.id = id
        self.amount = amount
        self.created = created
    }
}

/// The books of a period, compared with the processor.
public struct FullComparison: Hashable, Sendable {
    /// How many succeeded or pending charges the processor has.
    public var charges = 0
    /// How many refunds it has.
    public var refunds = 0
    /// How many transfers it has.
    public var transfers = 0
    /// How many payouts of known accounts it has.
    public var payouts = 0
    /// On what the two disagree, oldest first.
    public var differences: [Difference] = []
    /// How many unknown charges, refunds and transfers were dismissed earlier.
    public var dismissed = 0

    /// Whether the two agree, but for what was dismissed.
    public var agrees: Bool { differences.isEmpty }
}

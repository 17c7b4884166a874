public import MoneyKit
public import TimeKit

/// A difference between the books and the processor.
public struct Difference: Hashable, Sendable, Identifiable {
    /// The kind of object, and how its two versions differ.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        // Only the processor has it.
        case unknownCharge = "unknown_charge"
        case unknownRefund = "unknown_refund"
        case unknownTransfer = "unknown_transfer"
        // Only the books have it.
        case missingCharge = "missing_charge"
        case missingRefund = "missing_refund"
        case missingPayout = "missing_payout"
        // Both have it, but with a different amount or state.
        case chargeAmount = "charge_amount"
        case chargeState = "charge_state"
        case refundedAmount = "refunded_amount"
        case refundAmount = "refund_amount"
        case refundState = "refund_state"
    }

    /// The kind of the difference.
    public var kind: Kind
    /// The processor's id of the object, or the id in the books if the processor does not have the object.
    public var id: String
    /// The amount at the processor, or in the books if the processor does not have the object.
    public var amount: Money
    /// The amount in the books, if it differs from the amount at the processor.
    public var booked: Money?
    /// The account that receives the money, or nil for the platform.
    public var account: String?
    /// The payment in the books, `pay_…`.
    public var payment: String?
    /// The subscription of an unknown charge, `sub_…`, if it is not in the books.
    public var subscription: String?
    /// The charge of an unknown refund or transfer.
    public var charge: String?
    /// The states at the processor and in the books, if they differ.
    public var states: [String] = []
    /// The metadata of an unknown charge or subscription.
    public var metadata: [String: String] = [:]
    /// The customer of an unknown charge, `cus_…`.
    public var customer: String?
    /// The time at which the object was created.
    public var created: Timestamp

    init(_ kind: Kind, _ id: String, _ amount: Money, created: Timestamp) {
        self.kind = kind
        self.id = id
        self.amount = amount
        self.created = created
    }
}

/// The result of comparing the books of a period with the processor.
public struct FullComparison: Hashable, Sendable {
    /// The number of succeeded or pending charges at the processor.
    public var charges = 0
    /// The number of refunds at the processor.
    public var refunds = 0
    /// The number of transfers at the processor.
    public var transfers = 0
    /// The number of payouts of known accounts at the processor.
    public var payouts = 0
    /// The differences, oldest first.
    public var differences: [Difference] = []
    /// The number of unknown charges, refunds and transfers that were dismissed earlier.
    public var dismissed = 0
    /// The number of lookups that the processor did not respond to or refused. Their objects were not
    /// compared or booked, and may be missing in ``differences``. The next comparison repeats the lookups.
    public var unanswered = 0

    /// Whether everything was compared, and there are no differences other than dismissed ones.
    public var agrees: Bool { differences.isEmpty && unanswered == 0 }
}

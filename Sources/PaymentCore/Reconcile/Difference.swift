public import MoneyKit
public import TimeKit

/// A difference between the books and the processor.
public struct Difference: Hashable, Sendable {
    /// The kinds of differences. Each name consists of the kind of object and the kind of mismatch.
    public enum Kind: String, Sendable, CaseIterable {
        // Objects that only the processor has.
        case unknownCharge = "unknown_charge"
        case unknownRefund = "unknown_refund"
        case unknownTransfer = "unknown_transfer"
        // Objects that are only in the books.
        case missingCharge = "missing_charge"
        case missingRefund = "missing_refund"
        case missingPayout = "missing_payout"
        // Objects whose amounts or states differ.
        case chargeAmount = "charge_amount"
        case chargeState = "charge_state"
        case refundedAmount = "refunded_amount"
        case refundAmount = "refund_amount"
        case refundState = "refund_state"
    }

    public var kind: Kind
    /// The object's id at the processor, or its id in the books if the processor does not have the object.
    public var id: String
    /// The amount at the processor, or the amount in the books if the processor does not have the object.
    public var amount: Money
    /// The amount in the books, if it differs from the amount at the processor; otherwise nil.
    public var booked: Money?
    /// The connected account that receives the money. Nil if the platform receives it or if the account is
    /// unknown.
    public var account: String?
    /// The id of the payment in the books, `pay_…`, or nil.
    public var payment: String?
    /// The subscription that an unknown charge paid for, `sub_…`, or nil.
    public var subscription: String?
    /// The charge that an unknown refund or transfer belongs to, or nil.
    public var charge: String?
    /// The state at the processor, followed by the state in the books, if the states differ. For a pending
    /// charge that is not in the books, the list contains only the state at the processor. Otherwise, the
    /// list is empty.
    public var states: [String] = []
    /// The metadata of an unknown charge or transfer. If the charge paid an invoice, the invoice's metadata
    /// is included.
    public var metadata: [String: String] = [:]
    /// The customer of an unknown charge, `cus_…`, or nil.
    public var customer: String?
    /// The time at which the processor created the object. If the processor does not have the object, this is
    /// the time of the payment, refund or payout in the books.
    public var created: Timestamp
}

/// The result of comparing a period of the books with the processor.
public struct FullComparison: Hashable, Sendable {
    /// The number of succeeded or pending charges at the processor.
    public var charges = 0
    /// The number of refunds at the processor.
    public var refunds = 0
    /// The number of transfers at the processor.
    public var transfers = 0
    /// The number of payouts at the processor. Payouts of accounts that are not in the books are not counted.
    public var payouts = 0
    /// The differences, oldest first.
    public var differences: [Difference] = []
    /// The number of unknown charges and refunds that a person has already dismissed.
    public var dismissed = 0
    /// The number of lookups that got no response or were refused. The affected objects may be missing from
    /// ``differences``. The next comparison repeats these lookups.
    public var unanswered = 0

    /// Whether all lookups succeeded and found no differences, apart from dismissed ones.
    public var agrees: Bool { differences.isEmpty && unanswered == 0 }
}

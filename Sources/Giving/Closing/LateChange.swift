public import MoneyKit
public import TimeKit

/// What became of a gift after the books of its month were closed: it counts for the open month.
public struct LateChange: Hashable, Sendable, Codable, Identifiable {
    /// What happened.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A charge of the closed month became known.
        case payment
        /// Something went back to the donor.
        case refund
        /// A refund came back.
        case refundFailed = "refund_failed"
        /// The donor's bank asks for the money back, or has taken it.
        case disputeOpened = "dispute_opened"
        /// The donor's bank keeps the money.
        case disputeLost = "dispute_lost"
        /// The donor's bank has given the money back.
        case disputeWon = "dispute_won"
    }

    /// `late_…`; sorts by time.
    public var id: String
    /// What happened.
    public var kind: Kind
    /// The organization's id.
    public var organization: String
    /// The gift's id.
    public var gift: String
    /// The closed month to which the gift belongs.
    public var month: CalendarMonth
    /// The day for which it counts, in an open month.
    public var day: CalendarDate
    /// When it was booked.
    public var time: Timestamp
    /// `donor_…`; nil when the donor was forgotten.
    public var donor: String?
    /// The donor's name as it stands with the gift; empty when the donor was forgotten.
    public var donorName: String
    /// The fund's id.
    public var fund: String
    /// The fund's name when the gift was made.
    public var fundName: String
    /// By how much it changes what the donor gave; negative for what went back. May be zero.
    public var amount: Money
    /// By how much it changes what counts for the fund, in minor units.
    public var countedMinor: Int64
    /// The number of the receipt that holds since; nil if none does.
    public var receiptNumber: String?
    /// It is one period of a monthly gift.
    public var isMonthly: Bool
    /// Real money; never true in this version.
    public var livemode: Bool

    /// The change of a gift that belongs to a closed month; nil if nothing of it concerns its books.
    ///
    /// - Parameters:
    ///   - month: The closed month.
    ///   - day: The day for which it counts.
    init?(
        _ id: String, from before: Gift, to gift: Gift, in month: CalendarMonth, on day: CalendarDate,
        at time: Timestamp
    ) {
        let (left, leftBefore) = (
            ReceiptedAmount(of: gift)?.total.minorUnits ?? 0,
            ReceiptedAmount(of: before)?.total.minorUnits ?? 0
        )
        guard let kind = Kind(from: before, to: gift, isMore: left > leftBefore) else { return nil }
        self.id = id
        self.kind = kind
        organization = gift.organization
        self.gift = gift.id
        self.month = month
        self.day = day
        self.time = time
        donor = gift.donor
        donorName = gift.giver?.name ?? ""
        fund = gift.fund
        fundName = gift.fundName
        amount = Money(left - leftBefore, gift.amount.currency)
        countedMinor = gift.countedMinor - before.countedMinor
        receiptNumber = gift.receiptNumber
        isMonthly = gift.recurring != nil
        livemode = gift.livemode
    }
}

extension LateChange.Kind {
    /// What happened between two states of a gift; nil if its amount and its dispute are as before.
    fileprivate init?(from before: Gift, to gift: Gift, isMore: Bool) {
        let (isDisputed, wasDisputed) = (gift.status == .disputed, before.status == .disputed)
        if before.paidAt == nil, gift.paidAt != nil {
            self = .payment
        } else if gift.refundedMinor != before.refundedMinor {
            self = gift.refundedMinor > before.refundedMinor ? .refund : .refundFailed
        } else if isDisputed, !wasDisputed {
            self = .disputeOpened
        } else if wasDisputed, !isDisputed || isMore {
            self = .disputeWon
        } else if isDisputed, gift.countedMinor < before.countedMinor {
            self = .disputeLost
        } else {
            return nil
        }
    }
}

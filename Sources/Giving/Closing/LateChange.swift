public import MoneyKit
public import TimeKit

/// A change to a gift after the books of the gift's month were closed. The change is counted in a month that
/// is still open.
///
/// A fund's total is equal to the sum of its gifts in the exports of all months, plus its late changes.
public struct LateChange: Hashable, Sendable, Codable {
    /// The kind of change.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A gift was paid after the gift's month was closed.
        case payment
        /// Money was refunded to the donor.
        case refund
        /// A refund failed, and the refunded amount was returned to the organization.
        case refundFailed = "refund_failed"
        /// The donor's bank opened a dispute or withdrew the disputed amount.
        case disputeOpened = "dispute_opened"
        /// The donor's bank decided the dispute in favor of the donor.
        case disputeLost = "dispute_lost"
        /// The donor's bank returned the disputed amount to the organization.
        case disputeWon = "dispute_won"
    }

    /// The change's id, `late_…`. Ids sort by time.
    public var id: String
    /// The event that changed the gift.
    public var kind: Kind
    /// The organization's id.
    public var organization: String
    /// The gift's id.
    public var gift: String
    /// The closed month that contains the gift.
    public var month: CalendarMonth
    /// The day on which the change is counted, in a month that was still open at the time of the change.
    public var day: CalendarDate
    /// The time at which the change was recorded.
    public var time: Timestamp
    /// The donor's id, `donor_…`, or nil if the donor's data was deleted.
    public var donor: String?
    /// The donor's name as entered with the gift, or an empty string if the donor's data was deleted.
    public var donorName: String
    /// The fund's id.
    public var fund: String
    /// The fund's name at the time of the gift.
    public var fundName: String
    /// The change in the gift's net amount: the amount less refunds, including the covered fee. Negative if
    /// money was returned to the donor. May be zero.
    public var amount: Money
    /// The change in the gift's contribution to the fund's total, in minor units of the gift's currency.
    public var countedMinor: Int64
    /// The number of the receipt that is valid after the change, or nil if no receipt is valid.
    public var receiptNumber: String?
    /// Whether the gift is one charge of a monthly gift.
    public var isMonthly: Bool
    /// Whether the money is real. Always false in this version.
    public var livemode: Bool

    /// Creates the record of a change to a gift whose month is closed. Returns nil if neither an amount nor a
    /// dispute has changed.
    ///
    /// - Parameters:
    ///   - month: The closed month.
    ///   - day: The day on which the change is counted.
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
    /// Determines the kind of change from two versions of a gift. Returns nil if neither an amount nor the
    /// dispute has changed.
    fileprivate init?(from before: Gift, to gift: Gift, isMore: Bool) {
        let (isDisputed, wasDisputed) = (gift.status == .disputed, before.status == .disputed)
        if before.paidAt == nil, gift.paidAt != nil {
            self = .payment
        } else if gift.refundedMinor != before.refundedMinor {
            self = isMore ? .refundFailed : .refund
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

public import MoneyKit
public import TimeKit

/// A line on a statement, for a gift or for a late change to a gift.
public struct StatementLine: Hashable, Sendable {
    /// The gift's id.
    public let gift: String
    /// The time of the payment. For a late change, the time at which the change was recorded.
    public let paidAt: Timestamp
    /// The day under which the line is listed: ``Gift/day`` for a gift, or ``LateChange/day`` for a late
    /// change.
    public let day: CalendarDate
    /// Whether the line is a change that was recorded after the gift's month was closed.
    public let isLate: Bool
    /// The fund's id.
    public let fund: String
    /// The fund's name as recorded with the gift.
    public let fundName: String
    /// The amounts of the line: the given amount, the covered fee, the refunded amount and the total.
    public let amounts: StatementAmounts
    /// Whether the gift is one charge of a monthly gift.
    public let isMonthly: Bool
    /// The number of the gift's valid receipt, or nil.
    public let receiptNumber: String?
    /// The donor's name as entered with the gift, or an empty string if the donor's data was deleted.
    public let donorName: String
    /// Whether the money is real. Always false in this version.
    public let livemode: Bool

    /// Creates the line for a gift. Returns nil if the gift is unpaid, fully refunded or lost in a dispute.
    ///
    /// - Throws: `MoneyError` with code `overflow` if the total does not fit into 64 bits.
    public init?(_ gift: Gift) throws(MoneyError) {
        guard ReceiptedAmount(of: gift) != nil else { return nil }
        try self.init(gift, refundedMinor: gift.refundedMinor)
    }

    /// Creates the line for a gift with a given refunded amount. Returns nil if the gift is unpaid or fully
    /// refunded.
    ///
    /// - Throws: `MoneyError` with code `overflow` if the total does not fit into 64 bits.
    init?(_ gift: Gift, refundedMinor: Int64) throws(MoneyError) {
        guard let paidAt = gift.paidAt, gift.total.minorUnits > refundedMinor else { return nil }
        self.gift = gift.id
        self.paidAt = paidAt
        day = gift.day
        isLate = false
        fund = gift.fund
        fundName = gift.fundName
        amounts = try StatementAmounts(
            givenMinor: gift.amount.minorUnits, coveredFeeMinor: gift.coveredFeeMinor,
            refundedMinor: refundedMinor, in: gift.amount.currency)
        isMonthly = gift.recurring != nil
        receiptNumber = gift.receiptNumber
        donorName = gift.giver?.name ?? ""
        livemode = gift.livemode
    }

    /// Creates the line for a late change. Returns nil if the change does not affect an amount. Also returns
    /// nil for a late payment, because the gift already has its own line.
    ///
    /// - Throws: `MoneyError` with code `overflow` if the total does not fit into 64 bits.
    public init?(_ change: LateChange) throws(MoneyError) {
        guard change.kind != .payment, change.amount.minorUnits != 0 else { return nil }
        gift = change.gift
        paidAt = change.time
        day = change.day
        isLate = true
        fund = change.fund
        fundName = change.fundName
        amounts = try StatementAmounts(
            givenMinor: 0, coveredFeeMinor: 0, refundedMinor: -change.amount.minorUnits,
            in: change.amount.currency)
        isMonthly = change.isMonthly
        receiptNumber = change.receiptNumber
        donorName = change.donorName
        livemode = change.livemode
    }
}

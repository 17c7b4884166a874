public import MoneyKit
public import TimeKit

/// One gift as it stands on a statement.
public struct StatementLine: Hashable, Sendable {
    /// The gift's id.
    public let gift: String
    /// When it was paid.
    public let paidAt: Timestamp
    /// The fund's id.
    public let fund: String
    /// The fund's name.
    public let fundName: String
    /// What was given for the fund, what was added for the fee, and what went back.
    public let amounts: StatementAmounts
    /// It is one period of a monthly gift.
    public let isMonthly: Bool
    /// The number of the receipt that holds.
    public let receiptNumber: String?
    /// Who gave, as they wrote it with this gift; empty when forgotten.
    public let donorName: String
    /// Real money; never true in this version.
    public let livemode: Bool

    /// The line of a gift; nil unless it is paid and something of it is left.
    ///
    /// - Throws: `overflow` for amounts that no gift can have.
    public init?(_ gift: Gift, fundName: String) throws(MoneyError) {
        guard let paidAt = gift.paidAt, ReceiptedAmount(of: gift) != nil else { return nil }
        self.gift = gift.id
        self.paidAt = paidAt
        fund = gift.fund
        self.fundName = fundName
        amounts = try StatementAmounts(
            givenMinor: gift.amount.minorUnits, coveredFeeMinor: gift.coveredFeeMinor,
            refundedMinor: gift.refundedMinor, in: gift.amount.currency)
        isMonthly = gift.recurring != nil
        receiptNumber = gift.receiptNumber
        donorName = gift.giver?.name ?? ""
        livemode = gift.livemode
    }
}

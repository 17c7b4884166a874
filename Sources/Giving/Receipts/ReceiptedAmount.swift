import MoneyKit

/// What a receipt says was given.
struct ReceiptedAmount: Hashable {
    /// What was charged, less what went back.
    let total: Money
    /// How much of it covered the fee, in minor units.
    let coveredFeeMinor: Int64
    /// What went back, in minor units.
    let refundedMinor: Int64

    /// What there is to say of a gift; nil unless it is paid and something of it is left.
    ///
    /// A gift in dispute keeps its receipt for as long as it counts for its fund.
    init?(of gift: Gift) {
        let isPaid =
            switch gift.status {
            case .succeeded, .partiallyRefunded: true
            case .disputed: gift.countedMinor > 0
            case .processing, .requiresAction, .failed, .canceled, .refunded, .needsReview: false
            }
        let (left, overflow) = gift.total.minorUnits.subtractingReportingOverflow(gift.refundedMinor)
        guard isPaid, gift.paidAt != nil, !overflow, left > 0 else { return nil }
        total = Money(left, gift.amount.currency)
        coveredFeeMinor = min(gift.coveredFeeMinor, max(0, left - max(0, gift.countedMinor)))
        refundedMinor = gift.refundedMinor
    }

    /// What stands on a receipt.
    init(of receipt: Receipt) {
        total = receipt.total
        coveredFeeMinor = receipt.coveredFeeMinor
        refundedMinor = receipt.refundedMinor
    }
}

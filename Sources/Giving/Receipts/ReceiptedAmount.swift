import MoneyKit

/// The amounts on a receipt.
struct ReceiptedAmount: Hashable {
    /// The charge minus refunds.
    let total: Money
    /// The part of `total` that covered the fee, in minor units.
    let coveredFeeMinor: Int64
    /// The refunded amount, in minor units.
    let refundedMinor: Int64

    /// Creates the amounts for a gift's receipt. Returns nil if the gift is unpaid, fully refunded or lost in
    /// a dispute.
    ///
    /// A disputed gift keeps its receipt until the dispute is lost.
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

    /// Creates the amounts from an existing receipt.
    init(of receipt: Receipt) {
        total = receipt.total
        coveredFeeMinor = receipt.coveredFeeMinor
        refundedMinor = receipt.refundedMinor
    }
}

import MoneyKit
import Processor
import TimeKit

/// What may be taken off invoices.
///
/// Source: Stripe API reference, "Coupons".
struct Coupon: StoredNoun {
    /// For how long.
    enum Duration: String, Hashable, Sendable, Codable {
        case once, repeating, forever
    }

    static let objectName = "coupon"
    /// The number under which it is kept; nobody sees it.
    var id: String
    /// What callers name it by.
    var code: String
    var created: Timestamp
    var name: String?
    /// Hundredths of a percent.
    var percentOff: Int64?
    /// In minor units.
    var amountOff: Int64?
    var currency: Currency?
    var duration: Duration
    var months: Int64?
    var maxRedemptions: Int64?
    var redeemBy: Timestamp?
    var timesRedeemed: Int64 = 0
    var metadata: Metadata = [:]
    var deleted = false

    /// Whether it may be taken in a second.
    func isValid(at now: Timestamp) -> Bool {
        !deleted && (redeemBy.map { now < $0 } ?? true) && (maxRedemptions.map { timesRedeemed < $0 } ?? true)
    }
}

/// A coupon that was taken: what it takes off, and until when.
///
/// Source: Stripe API reference, "Discounts".
struct Discount: StoredNoun {
    static let objectName = "discount"
    /// `di_…`
    var id: String
    /// When it was taken.
    var created: Timestamp
    var coupon: Coupon
    var customer: String?
    var subscription: String?
    var invoice: String?
    var checkoutSession: String?
    /// `promo_…`: the promotion code by which it was taken.
    var promotionCode: String?
    /// When it takes nothing off any more; nil: never.
    var end: Timestamp?
    /// A coupon for once has been used.
    var isUsed = false

    var parent: String? { subscription ?? invoice }

    /// What it takes off a sum, in minor units.
    func amount(off sum: Int64, _ currency: Currency) -> Int64 {
        guard sum > 0 else { return 0 }
        if let share = coupon.percentOff {
            return (try? BasisPoints(share).of(Money(sum, currency)).minorUnits) ?? 0
        }
        return coupon.currency == currency ? min(sum, coupon.amountOff ?? 0) : 0
    }
}

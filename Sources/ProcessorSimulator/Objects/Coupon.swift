import MoneyKit
import Processor
import TimeKit

/// A discount that can be applied to invoices.
///
/// Source: Stripe API reference, "Coupons".
struct Coupon: StoredObject {
    /// The duration of the discount: one invoice, several months, or unlimited.
    typealias Duration = PromotionCode.Duration

    static let objectName = "coupon"
    /// The id of the stored object. API responses do not contain this id.
    var id: String
    /// The id of the coupon in API requests and responses.
    var code: String
    var created: Timestamp
    var name: String?
    /// The discount rate, in hundredths of a percent; nil for a fixed amount.
    var percentOff: Int64?
    /// The fixed amount of the discount, in minor units; nil for a percentage.
    var amountOff: Int64?
    var currency: Currency?
    var duration: Duration
    var months: Int64?
    var maxRedemptions: Int64?
    var redeemBy: Timestamp?
    var timesRedeemed: Int64 = 0
    /// The ids of the products that the discount applies to; nil for all products.
    var products: [String]?
    var metadata: Metadata = [:]
    var deleted = false

    /// Returns whether the coupon can be redeemed at this time.
    func isValid(at now: Timestamp) -> Bool {
        !deleted && (redeemBy.map { now < $0 } ?? true) && (maxRedemptions.map { timesRedeemed < $0 } ?? true)
    }
}

/// A redeemed coupon, and the period during which it reduces invoices.
///
/// Source: Stripe API reference, "Discounts".
struct Discount: StoredObject {
    static let objectName = "discount"
    /// The id, `di_…`.
    var id: String
    /// The time of redemption.
    var created: Timestamp
    var coupon: Coupon
    var customer: String?
    var subscription: String?
    var invoice: String?
    var checkoutSession: String?
    /// The promotion code that the customer used to redeem the coupon, `promo_…`, or nil if the coupon was
    /// redeemed directly.
    var promotionCode: String?
    /// The time when the discount ends. Nil if it has no fixed end.
    var end: Timestamp?
    /// Whether the discount of a coupon with duration `once` has already been applied.
    var isUsed = false

    var parent: String? { subscription ?? invoice }

    /// Returns the discount on an amount, in minor units.
    ///
    /// - Parameter most: The part of the amount to which the coupon applies; nil for the whole amount.
    func amount(off sum: Int64, _ currency: Currency, atMost most: Int64? = nil) -> Int64 {
        let sum = min(sum, most ?? sum)
        guard sum > 0 else { return 0 }
        if let share = coupon.percentOff {
            return (try? BasisPoints(share).of(Money(sum, currency)).minorUnits) ?? 0
        }
        return coupon.currency == currency ? min(sum, coupon.amountOff ?? 0) : 0
    }
}

/// A code that customers enter to redeem a coupon.
///
/// Source: Stripe API reference, "Promotion codes".
struct CouponCode: StoredObject {
    static let objectName = "promotion_code"
    /// The id, `promo_…`.
    var id: String
    var created: Timestamp
    /// The code with its original capitalization.
    var code: String
    /// The code in upper case. Lookups use this form, so they are case-insensitive.
    var name: String
    /// The ``Coupon/code`` of the coupon that is redeemed with this promotion code.
    var coupon: String
    /// Whether the platform has activated the code. A limit can still prevent its use.
    var isSwitchedOn = true
    var expiresAt: Timestamp?
    var maxRedemptions: Int64?
    var timesRedeemed: Int64 = 0
    /// The only customer who can redeem the code. Nil if the code is not restricted to a customer.
    var customer: String?
    /// Whether only customers without earlier payments or invoices can redeem the code. Nil means false.
    var isForFirstTransaction: Bool?
    /// The minimum amount of the purchase, in minor units, or nil.
    var minimumAmount: Int64?
    var minimumCurrency: Currency?
    var metadata: Metadata = [:]

    /// Returns whether the promotion code can be redeemed at this time. Does not check its coupon.
    func isRedeemable(at now: Timestamp) -> Bool {
        isSwitchedOn && (expiresAt.map { now < $0 } ?? true)
            && (maxRedemptions.map { timesRedeemed < $0 } ?? true)
    }
}

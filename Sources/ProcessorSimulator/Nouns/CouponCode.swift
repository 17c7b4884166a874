import Processor
import TimeKit

/// A promotion code, with which customers redeem a coupon.
///
/// Source: Stripe API reference, "Promotion codes".
struct CouponCode: StoredNoun {
    static let objectName = "promotion_code"
    /// `promo_…`
    var id: String
    var created: Timestamp
    /// The code as it was entered.
    var code: String
    /// The code in capitals, by which it is looked up. Case is ignored.
    var name: String
    /// The coupon's code.
    var coupon: String
    /// False if it was switched off.
    var isSwitchedOn = true
    var expiresAt: Timestamp?
    var maxRedemptions: Int64?
    var timesRedeemed: Int64 = 0
    var metadata: Metadata = [:]

    /// Whether the code can be redeemed, regardless of its coupon.
    func isRedeemable(at now: Timestamp) -> Bool {
        isSwitchedOn && (expiresAt.map { now < $0 } ?? true)
            && (maxRedemptions.map { timesRedeemed < $0 } ?? true)
    }
}

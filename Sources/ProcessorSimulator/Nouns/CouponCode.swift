import Processor
import TimeKit

/// A promotion code: a name by which customers redeem a coupon.
///
/// Source: Stripe API reference, "Promotion codes".
struct CouponCode: StoredNoun {
    static let objectName = "promotion_code"
    /// `promo_…`
    var id: String
    var created: Timestamp
    /// As it was written.
    var code: String
    /// The code in capitals, by which it is found: its case does not matter.
    var name: String
    /// The coupon's code.
    var coupon: String
    /// False if it was switched off.
    var isSwitchedOn = true
    var expiresAt: Timestamp?
    var maxRedemptions: Int64?
    var timesRedeemed: Int64 = 0
    var metadata: Metadata = [:]

    /// Returns true if it can be redeemed, apart from its coupon.
    func isRedeemable(at now: Timestamp) -> Bool {
        isSwitchedOn && (expiresAt.map { now < $0 } ?? true)
            && (maxRedemptions.map { timesRedeemed < $0 } ?? true)
    }
}

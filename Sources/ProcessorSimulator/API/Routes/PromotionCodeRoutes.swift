import Processor
import TextKit
import TimeKit

/// `/v1/promotion_codes`
///
/// Source: Stripe API reference, "Promotion codes".
enum PromotionCodeRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: [
                "active", "code", "expires_at", "max_redemptions", "metadata", "promotion[coupon]",
                "promotion[type]",
            ]
        ) { call in
            guard let coupon = call["promotion"]["coupon"].string else {
                throw ProcessorError.missing("promotion[coupon]")
            }
            var code = CouponCode(
                id: "", created: call.work.now, code: call["code"].string ?? "", name: "", coupon: coupon)
            code.isSwitchedOn = call["active"].bool ?? true
            code.expiresAt = call.moment("expires_at")
            code.maxRedemptions = call["max_redemptions"].integer
            code.metadata = call.metadata
            return try call.shown(call.work.create(code))
        },
        .get(path, simulates: Filters.list.union(["active", "code", "coupon"])) { call in
            let (active, code) = (call["active"].bool, call["code"].string?.uppercased())
            let filter = ["name": code, "coupon": call["coupon"].string].compactMapValues { $0 }
            return try call.scanned(CouponCode.self, where: filter) { one in
                try active == nil || call.work.isActive(one) == active
            }
        },
        .one(one, CouponCode.self),
        .post(one, simulates: ["active", "metadata"]) { call in
            var code = try call.noun(CouponCode.self)
            if let active = call["active"].bool { code.isSwitchedOn = active }
            code.metadata = try call.metadata(over: code.metadata)
            return try call.shown(call.work.update(code))
        },
    ]

    private static let path = "/v1/promotion_codes"
    private static let one = "/v1/promotion_codes/{promotion_code}"
}

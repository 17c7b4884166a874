import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/coupons`.
///
/// Source: Stripe API reference, "Coupons".
enum CouponRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: [
                "id", "amount_off", "applies_to[products]", "currency", "duration", "duration_in_months",
                "max_redemptions",
                "metadata",
                "name", "percent_off", "redeem_by",
            ]
        ) { call in
            var coupon = Coupon(
                id: "", code: call["id"].string ?? "", created: call.work.now,
                duration: call["duration"].string.flatMap(Coupon.Duration.init) ?? .once)
            coupon.name = call["name"].string
            coupon.percentOff = try call.basisPoints("percent_off")
            coupon.amountOff = call["amount_off"].integer
            coupon.currency = try call.currency()
            coupon.months = call["duration_in_months"].integer
            coupon.maxRedemptions = call["max_redemptions"].integer
            coupon.redeemBy = call.moment("redeem_by")
            coupon.metadata = call.metadata
            let products = call["applies_to"]["products"].elements.compactMap(\.string)
            if !products.isEmpty {
                coupon.products = try products.enumerated().map { place, id in
                    try call.work.product(id, by: "applies_to[products][\(place)]").shownID
                }
            }
            return try call.shown(call.work.create(coupon))
        },
        .list(path, Coupon.self, where: ["deleted": "0"]),
        .get(one) { call in try call.shown(call.couponInPath()) },
        .post(one, simulates: ["metadata", "name"]) { call in
            var coupon = try call.couponInPath()
            call.take("name", into: &coupon.name)
            try call.takeMetadata(into: &coupon.metadata)
            return try call.saved(coupon, event: "coupon.updated")
        },
        .delete(one) { call in
            var coupon = try call.couponInPath()
            coupon.deleted = true
            try call.work.emit("coupon.deleted", call.work.put(coupon))
            return Coupon.deleted(coupon.code)
        },
    ]

    private static let path = "/v1/coupons"
    private static let one = "/v1/coupons/{coupon}"
}

extension Call {
    fileprivate func couponInPath() throws -> Coupon {
        guard let coupon = try work.coupon(path()) else {
            throw ProcessorError.noSuch("coupon", path())
        }
        return coupon
    }
}

/// The routes of `/v1/promotion_codes`.
///
/// Source: Stripe API reference, "Promotion codes".
enum PromotionCodeRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: [
                "active", "code", "customer", "expires_at", "max_redemptions", "metadata",
                "promotion[coupon]", "promotion[type]", "restrictions[first_time_transaction]",
                "restrictions[minimum_amount]", "restrictions[minimum_amount_currency]",
            ]
        ) { call in
            let coupon = try call["promotion"].required("coupon", in: "promotion")
            var code = CouponCode(
                id: "", created: call.work.now, code: call["code"].string ?? "", name: "", coupon: coupon)
            code.isSwitchedOn = call["active"].bool ?? true
            code.expiresAt = call.moment("expires_at")
            code.maxRedemptions = call["max_redemptions"].integer
            code.customer = call["customer"].string
            let restrictions = call["restrictions"]
            code.isForFirstTransaction = restrictions["first_time_transaction"].bool
            code.minimumAmount = restrictions["minimum_amount"].integer
            code.minimumCurrency = try call.currency(
                "restrictions[minimum_amount_currency]", in: restrictions["minimum_amount_currency"])
            code.metadata = call.metadata
            return try call.shown(call.work.create(code))
        },
        .get(path, simulates: Filters.list.union(["active", "code", "coupon", "customer"])) { call in
            let code = call["code"].string?.uppercased()
            let filter = ["name": code, "coupon": call["coupon"].string, "customer": call["customer"].string]
                .compactMapValues { $0 }
            return try call.scanned(CouponCode.self, where: filter) { one in
                try call.allows("active", try call.work.isActive(one))
            }
        },
        .one(one, CouponCode.self),
        .post(one, simulates: ["active", "metadata"]) { call in
            var code = try call.object(CouponCode.self)
            if let active = call["active"].bool { code.isSwitchedOn = active }
            try call.takeMetadata(into: &code.metadata)
            return try call.shown(call.work.update(code))
        },
    ]

    private static let path = "/v1/promotion_codes"
    private static let one = "/v1/promotion_codes/{promotion_code}"
}

import MoneyKit
import Processor
import TimeKit

extension Work {
    /// Returns the coupon with a code, or nil if there is none or it was deleted.
    func coupon(_ code: String) throws -> Coupon? {
        try list(Coupon.self, ListQuery(limit: 1), where: ["code": code, "deleted": "0"]).data.first
    }

    func create(_ wanted: Coupon) throws -> Coupon {
        try MetadataRules.check(wanted.metadata)
        guard (wanted.percentOff == nil) != (wanted.amountOff == nil) else {
            throw ProcessorError.invalid(
                "parameter_missing", "You must pass exactly one of amount_off or percent_off.",
                parameter: "percent_off")
        }
        if let share = wanted.percentOff, !(1...10_000).contains(share) {
            throw ProcessorError.invalid(
                nil, "Invalid percent_off: must be greater than 0 and at most 100.", parameter: "percent_off")
        }
        if let amount = wanted.amountOff {
            guard (1...AmountRules.most).contains(amount) else {
                throw ProcessorError.notAnAmount("amount_off")
            }
            guard wanted.currency != nil else { throw ProcessorError.missing("currency") }
        }
        guard (wanted.duration == .repeating) == (wanted.months != nil), wanted.months.map({ $0 > 0 }) ?? true
        else {
            throw ProcessorError.invalid(
                nil, "duration_in_months goes with duration=repeating, and is at least 1.",
                parameter: "duration_in_months")
        }
        if let most = wanted.maxRedemptions, most < 1 { throw ProcessorError.notAnAmount("max_redemptions") }
        if let end = wanted.redeemBy { try checkFuture(end, "redeem_by") }
        var coupon = wanted
        coupon.id = try newID("coupon")
        if coupon.code.isEmpty { coupon.code = String(coupon.id.suffix(8)) }
        guard try self.coupon(coupon.code) == nil else {
            throw ProcessorError.invalid(
                "resource_already_exists", "Coupon already exists.", parameter: "id")
        }
        try emit("coupon.created", put(coupon))
        return coupon
    }

    /// Returns the coupon that a parameter names, if it can be redeemed now for an amount in a currency.
    func takable(_ code: String, by parameter: String, for currency: Currency) throws -> Coupon {
        guard let coupon = try coupon(code) else {
            throw ProcessorError.noSuch("coupon", code, parameter: parameter)
        }
        guard coupon.isValid(at: now) else {
            throw ProcessorError.invalid(
                "coupon_expired", "Coupon expired: \(code)", parameter: parameter)
        }
        guard coupon.currency == nil || coupon.currency == currency else {
            throw ProcessorError.invalid(
                nil,
                "The coupon `\(code)` is in another currency than what it is to be taken off: `\(currency.code)`.",
                parameter: parameter)
        }
        return coupon
    }

    /// Redeems a coupon, and counts the redemption.
    func redeem(
        _ code: String, by parameter: String, of currency: Currency, customer: String?,
        subscription: String? = nil, invoice: String? = nil, checkoutSession: String? = nil,
        promotionCode: String? = nil
    ) throws -> Discount {
        var coupon = try takable(code, by: parameter, for: currency)
        coupon.timesRedeemed += 1
        try put(coupon)
        let end =
            coupon.duration == .repeating
            ? MonthlyAnchor(now).occurrence(Int(clamping: coupon.months ?? 0)) : nil
        var discount = Discount(
            id: try newID("di"), created: now, coupon: coupon, customer: customer, subscription: subscription,
            invoice: invoice, checkoutSession: checkoutSession, promotionCode: promotionCode, end: end)
        discount.isUsed = false
        try emit("customer.discount.created", put(discount))
        return discount
    }
}

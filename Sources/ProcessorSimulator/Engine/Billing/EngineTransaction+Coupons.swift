import Foundation
import MoneyKit
import Processor
import TimeKit

extension EngineTransaction {
    /// Returns the coupon with this code, or nil if the coupon does not exist or was deleted.
    func coupon(_ code: String) throws -> Coupon? {
        try list(Coupon.self, ListQuery(limit: 1), where: ["code": code, "deleted": "0"]).data.first
    }

    func create(_ wanted: Coupon) throws -> Coupon {
        try MetadataRules.check(wanted.metadata)
        try require(
            wanted.percentOff != nil || wanted.amountOff != nil, "parameter_missing",
            "You must pass exactly one of amount_off or percent_off.",
            parameter: "percent_off")
        try require(
            wanted.percentOff == nil || wanted.amountOff == nil,
            "You may only specify one of these parameters: amount_off, percent_off.",
            parameter: "percent_off")
        if let share = wanted.percentOff, !(1...10_000).contains(share) {
            throw ProcessorError.invalid(
                "Invalid percent_off: must be greater than 0 and at most 100.", parameter: "percent_off")
        }
        if let amount = wanted.amountOff {
            guard (1...AmountRules.most).contains(amount) else {
                throw ProcessorError.notAnAmount("amount_off")
            }
            guard wanted.currency != nil else { throw ProcessorError.missing("currency") }
        }
        try require(
            (wanted.duration == .repeating) == (wanted.months != nil)
                && wanted.months.map({ $0 > 0 }) ?? true,
            "duration_in_months must be at least 1 with duration=repeating, "
                + "and cannot be used with other durations.",
            parameter: "duration_in_months")
        if let most = wanted.maxRedemptions, most < 1 { throw ProcessorError.notAnAmount("max_redemptions") }
        if let end = wanted.redeemBy { try checkFuture(end, "redeem_by") }
        var coupon = wanted
        coupon.id = try newID("coupon")
        if coupon.code.isEmpty { coupon.code = String(coupon.id.suffix(8)) }
        try require(
            self.coupon(coupon.code) == nil, "resource_already_exists", "Coupon already exists.",
            parameter: "id")
        try emit("coupon.created", put(coupon))
        return coupon
    }

    /// Returns the coupon with this code. Throws an error if the coupon does not exist, or if it cannot be
    /// redeemed now for amounts in this currency.
    ///
    /// - Parameter parameter: The name of the request parameter that contains the code. Errors contain this
    ///   name.
    func takable(_ code: String, by parameter: String, for currency: Currency) throws -> Coupon {
        let coupon = try valid(code, by: parameter)
        try require(
            coupon.currency == nil || coupon.currency == currency,
            "The coupon `\(code)` has a different currency than the amount (`\(currency.code)`).",
            parameter: parameter)
        return coupon
    }

    /// Returns a coupon. Throws an error if the coupon does not exist or is not valid now.
    private func valid(_ code: String, by parameter: String) throws -> Coupon {
        guard let coupon = try coupon(code) else {
            throw ProcessorError.noSuch("coupon", code, parameter: parameter)
        }
        try require(
            coupon.isValid(at: now), "coupon_expired", "Coupon expired: \(code)", parameter: parameter)
        return coupon
    }

    /// Redeems a coupon, increases its number of redemptions, and returns the discount.
    func redeem(
        _ code: String, by parameter: String, for purchase: Purchase, promotionCode: String? = nil
    ) throws -> Discount {
        var coupon = try takable(code, by: parameter, for: purchase.currency)
        coupon.timesRedeemed += 1
        try put(coupon)
        let end =
            coupon.duration == .repeating
            ? MonthlyAnchor(now).occurrence(Int(clamping: coupon.months ?? 0)) : nil
        let discount = Discount(
            id: try newID("di"), created: now, coupon: coupon, customer: purchase.customer,
            subscription: purchase.subscription, invoice: purchase.invoice,
            checkoutSession: purchase.checkoutSession, promotionCode: promotionCode, end: end)
        try emit("customer.discount.created", put(discount))
        return discount
    }

    /// Creates a promotion code for a valid coupon.
    ///
    /// Source: Stripe API reference, "Create a promotion code".
    func create(_ wanted: CouponCode) throws -> Written<CouponCode> {
        try MetadataRules.check(wanted.metadata)
        let coupon = try valid(wanted.coupon, by: "promotion[coupon]")
        if let most = wanted.maxRedemptions, most < 1 { throw ProcessorError.notAnAmount("max_redemptions") }
        try checkRestrictions(of: wanted)
        if let end = wanted.expiresAt {
            try checkFuture(end, "expires_at")
            if let last = coupon.redeemBy, end > last {
                throw ProcessorError.invalid(
                    "A promotion code must not expire after the redeem_by date of its coupon.",
                    parameter: "expires_at")
            }
        }
        var code = wanted
        code.id = try newID("promo")
        if code.code.isEmpty { code.code = String(code.id.suffix(8)).uppercased() }
        try require(
            code.code.utf8.allSatisfy(\.isPartOfCode),
            "A promotion code can only contain letters, digits and dashes.", parameter: "code")
        code.name = code.code.uppercased()
        try checkUnique(code)
        return try emit("promotion_code.created", put(code))
    }

    /// Activates or deactivates a promotion code, or changes its metadata.
    func update(_ changed: CouponCode) throws -> CouponCode {
        if changed.isSwitchedOn { try checkUnique(changed) }
        try emit("promotion_code.updated", put(changed))
        return changed
    }

    /// Throws an error if another promotion code with the same code can be redeemed now. Does nothing if this
    /// promotion code itself cannot be redeemed now.
    private func checkUnique(_ code: CouponCode) throws {
        guard code.isRedeemable(at: now) else { return }
        let others = try list(CouponCode.self, ListQuery(limit: 100), where: ["name": code.name]).data
        if let other = try others.first(where: { try $0.id != code.id && isActive($0) }) {
            throw ProcessorError.invalid(
                "resource_already_exists",
                "An active promotion code with `code: \(other.code)` already exists.", parameter: "code")
        }
    }

    /// Returns whether both a promotion code and its coupon can be redeemed now.
    func isActive(_ code: CouponCode) throws -> Bool {
        try code.isRedeemable(at: now) && coupon(code.coupon)?.isValid(at: now) ?? false
    }

    /// Creates a coupon and its promotion code from a request to ``PaymentProcessor``.
    func create(_ request: PromotionCode.Create) throws -> Written<CouponCode> {
        var coupon = Coupon(
            id: "", code: "", created: now,
            duration: request.duration)
        switch request.off {
        case .percent(let share): coupon.percentOff = share.rawValue
        case .amount(let money): (coupon.amountOff, coupon.currency) = (money.minorUnits, money.currency)
        }
        var code = CouponCode(
            id: "", created: now, code: request.code, name: "", coupon: try create(coupon).code)
        code.expiresAt = request.expiresAt
        return try create(code)
    }

    /// Converts a stored promotion code to the type that ``PaymentProcessor`` uses.
    func typed(_ code: CouponCode) throws -> PromotionCode {
        let coupon = try list(Coupon.self, ListQuery(limit: 1), where: ["code": code.coupon]).data.first
        guard let coupon else { throw ProcessorError.noSuch("coupon", code.coupon) }
        let amount = coupon.currency.map { Money(coupon.amountOff ?? 0, $0) }
        return PromotionCode(
            id: code.id, code: code.code,
            off: coupon.percentOff.map { .percent(BasisPoints($0)) } ?? .amount(amount ?? Money(0, .usd)),
            duration: coupon.duration,
            isActive: try isActive(code), expiresAt: code.expiresAt, timesRedeemed: code.timesRedeemed)
    }
}

extension UInt8 {
    /// Whether the byte is allowed in a promotion code.
    ///
    /// Source: Stripe API reference, "Create a promotion code", `code`.
    fileprivate var isPartOfCode: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

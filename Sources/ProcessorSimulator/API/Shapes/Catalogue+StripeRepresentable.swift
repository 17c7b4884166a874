import MoneyKit
import Processor
import TextKit
import TimeKit

extension Product: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "id": shownID, "active": active, "created": created,
            "default_price": defaultPrice, "description": description, "images": [] as JSONTree,
            "livemode": false, "marketing_features": [] as JSONTree, "metadata": metadata,
            "name": name,
            "type": "service", "updated": JSONTree.integer((updated ?? created).seconds),
        ]
    }
}

extension Price: StripeRepresentable {
    /// The fixed price of one unit. Nil for a price with tiers and for a price whose amount the customer
    /// chooses.
    private var fixedAmount: Int64? { tiers == nil && customAmount == nil ? unitAmount : nil }

    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "id": shownID, "active": active, "billing_scheme": tiers == nil ? "per_unit" : "tiered",
            "created": created, "currency": currency, "custom_unit_amount": customAmount?.stripeJSON,
            "livemode": false, "lookup_key": lookupKey,
            "metadata": JSONTree(metadata ?? [:]), "nickname": nickname,
            "product": product, "recurring": recurring,
            "tax_behavior": "unspecified", "tiers_mode": tiersMode, "type": kind,
            "unit_amount": fixedAmount,
            "unit_amount_decimal": fixedAmount.map(String.init),
        ]
    }

    /// The price's type: `one_time` or `recurring`.
    var kind: String { interval == nil ? "one_time" : "recurring" }

    private var recurring: JSONTree {
        guard let interval else { return .null }
        return [
            "interval": .string(interval.rawValue), "interval_count": .integer(everyIntervals),
            "meter": .null,
            "trial_period_days": JSONTree(trialDays), "usage_type": "licensed",
        ]
    }
}

extension Coupon: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "id": code, "amount_off": amountOff, "created": created,
            "currency": currency, "duration": duration.rawValue,
            "duration_in_months": months, "livemode": false,
            "max_redemptions": maxRedemptions, "metadata": metadata,
            "name": name, "redeem_by": redeemBy,
            "times_redeemed": timesRedeemed, "valid": JSONTree.bool(isValid(at: work.now)),
        ]
        fields["percent_off"] = percentOff.map { .number(Decimals.text(hundredths: $0)) }
        return fields
    }
}

extension CouponCode: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "active": JSONTree.bool(try work.isActive(self)), "code": code,
            "created": created, "customer": customer, "customer_account": nil,
            "expires_at": expiresAt, "livemode": false,
            "max_redemptions": maxRedemptions, "metadata": metadata,
            "promotion": ["coupon": .string(coupon), "type": "coupon"] as JSONTree,
            "restrictions": [
                "first_time_transaction": .bool(isForFirstTransaction ?? false),
                "minimum_amount": minimumAmount.map { .integer($0) } ?? .null,
                "minimum_amount_currency": JSONTree(minimumCurrency),
            ] as JSONTree, "times_redeemed": timesRedeemed,
        ]
    }
}

extension Discount: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "checkout_session": checkoutSession, "customer": customer,
            "end": end, "invoice": invoice, "invoice_item": nil,
            "promotion_code": promotionCode,
            "source": ["coupon": .string(coupon.code), "type": "coupon"] as JSONTree,
            "start": created, "subscription": subscription,
            "subscription_item": nil,
        ]
    }
}

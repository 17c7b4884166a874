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
            "type": "service", "updated": updated ?? created,
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
            "metadata": metadata ?? [:], "nickname": nickname,
            "product": product, "recurring": recurring,
            "tax_behavior": "unspecified", "tiers_mode": tiersMode, "type": kind,
            "unit_amount": fixedAmount,
            "unit_amount_decimal": fixedAmount.map(String.init),
        ]
    }

    /// The price's type: `one_time` or `recurring`.
    var kind: String { interval == nil ? "one_time" : "recurring" }

    private var recurring: JSONObject? {
        guard let interval else { return nil }
        return [
            "interval": interval.rawValue, "interval_count": everyIntervals,
            "meter": nil,
            "trial_period_days": trialDays, "usage_type": "licensed",
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
            "times_redeemed": timesRedeemed, "valid": isValid(at: work.now),
        ]
        fields["percent_off"] = Decimals.json(hundredths: percentOff)
        return fields
    }
}

extension CouponCode: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "active": try work.isActive(self), "code": code,
            "created": created, "customer": customer, "customer_account": nil,
            "expires_at": expiresAt, "livemode": false,
            "max_redemptions": maxRedemptions, "metadata": metadata,
            "promotion": ["coupon": coupon, "type": "coupon"] as JSONObject,
            "restrictions": [
                "first_time_transaction": isForFirstTransaction ?? false,
                "minimum_amount": minimumAmount,
                "minimum_amount_currency": minimumCurrency,
            ] as JSONObject, "times_redeemed": timesRedeemed,
        ]
    }
}

extension Discount: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "checkout_session": checkoutSession, "customer": customer,
            "end": end, "invoice": invoice, "invoice_item": nil,
            "promotion_code": promotionCode,
            "source": ["coupon": coupon.code, "type": "coupon"] as JSONObject,
            "start": created, "subscription": subscription,
            "subscription_item": nil,
        ]
    }
}

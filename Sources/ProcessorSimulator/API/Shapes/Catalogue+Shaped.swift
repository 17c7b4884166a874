import MoneyKit
import Processor
import TextKit
import TimeKit

extension Product: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "id": .string(shownID), "active": .bool(active), "created": .integer(created.seconds),
            "default_price": JSONTree(defaultPrice), "description": JSONTree(description), "images": [],
            "livemode": false, "marketing_features": [], "metadata": JSONTree(metadata),
            "name": .string(name),
            "type": "service", "updated": .integer((updated ?? created).seconds),
        ]
    }
}

extension Price: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "active": .bool(active), "billing_scheme": "per_unit", "created": .integer(created.seconds),
            "currency": JSONTree(currency), "livemode": false, "lookup_key": JSONTree(lookupKey),
            "metadata": JSONTree(metadata ?? [:]), "nickname": JSONTree(nickname),
            "product": .string(product), "recurring": recurring,
            "tax_behavior": "unspecified", "type": .string(kind), "unit_amount": .integer(unitAmount),
            "unit_amount_decimal": .string(String(unitAmount)),
        ]
    }

    /// `one_time` or `recurring`.
    var kind: String { interval == nil ? "one_time" : "recurring" }

    private var recurring: JSONTree {
        guard let interval else { return .null }
        return [
            "interval": .string(interval.rawValue), "interval_count": .integer(everyIntervals),
            "meter": .null,
            "trial_period_days": .null, "usage_type": "licensed",
        ]
    }
}

extension Coupon: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "id": .string(code), "amount_off": JSONTree(amountOff), "created": .integer(created.seconds),
            "currency": JSONTree(currency), "duration": .string(duration.rawValue),
            "duration_in_months": JSONTree(months), "livemode": false,
            "max_redemptions": JSONTree(maxRedemptions), "metadata": JSONTree(metadata),
            "name": JSONTree(name), "redeem_by": JSONTree(redeemBy),
            "times_redeemed": .integer(timesRedeemed), "valid": .bool(isValid(at: work.now)),
        ]
        fields["percent_off"] = percentOff.map { .number(Decimals.text(hundredths: $0)) }
        return fields
    }
}

extension CouponCode: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "active": .bool(try work.isActive(self)), "code": .string(code),
            "created": .integer(created.seconds), "customer": .null, "customer_account": .null,
            "expires_at": JSONTree(expiresAt), "livemode": false,
            "max_redemptions": JSONTree(maxRedemptions), "metadata": JSONTree(metadata),
            "promotion": ["coupon": .string(coupon), "type": "coupon"],
            "restrictions": [
                "first_time_transaction": false, "minimum_amount": .null, "minimum_amount_currency": .null,
            ], "times_redeemed": .integer(timesRedeemed),
        ]
    }
}

extension Discount: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "checkout_session": JSONTree(checkoutSession), "customer": JSONTree(customer),
            "end": JSONTree(end), "invoice": JSONTree(invoice), "invoice_item": .null,
            "promotion_code": JSONTree(promotionCode),
            "source": ["coupon": .string(coupon.code), "type": "coupon"],
            "start": .integer(created.seconds), "subscription": JSONTree(subscription),
            "subscription_item": .null,
        ]
    }
}

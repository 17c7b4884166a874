import MoneyKit
import Processor
import TimeKit

extension Product: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "id": .text(shownID), "active": .bool(active), "created": .integer(created.seconds),
            "default_price": JSONValue(defaultPrice), "description": JSONValue(description), "images": [],
            "livemode": false, "marketing_features": [], "metadata": JSONValue(metadata), "name": .text(name),
            "type": "service", "updated": .integer((updated ?? created).seconds),
        ]
    }
}

extension Price: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "active": .bool(active), "billing_scheme": "per_unit", "created": .integer(created.seconds),
            "currency": JSONValue(currency), "livemode": false, "lookup_key": JSONValue(lookupKey),
            "metadata": JSONValue(metadata ?? [:]), "nickname": JSONValue(nickname),
            "product": .text(product), "recurring": recurring,
            "tax_behavior": "unspecified", "type": .text(kind), "unit_amount": .integer(unitAmount),
            "unit_amount_decimal": .text(String(unitAmount)),
        ]
    }

    /// `one_time` or `recurring`.
    var kind: String { interval == nil ? "one_time" : "recurring" }

    private var recurring: JSONValue {
        guard let interval else { return .null }
        return [
            "interval": .text(interval.rawValue), "interval_count": .integer(everyIntervals), "meter": .null,
            "trial_period_days": .null, "usage_type": "licensed",
        ]
    }
}

extension Coupon: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "id": .text(code), "amount_off": JSONValue(amountOff), "created": .integer(created.seconds),
            "currency": JSONValue(currency), "duration": .text(duration.rawValue),
            "duration_in_months": JSONValue(months), "livemode": false,
            "max_redemptions": JSONValue(maxRedemptions), "metadata": JSONValue(metadata),
            "name": JSONValue(name), "redeem_by": JSONValue(redeemBy),
            "times_redeemed": .integer(timesRedeemed), "valid": .bool(isValid(at: work.now)),
        ]
        fields["percent_off"] = percentOff.map { .decimal(Decimals.text(hundredths: $0)) }
        return fields
    }
}

extension Discount: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "checkout_session": JSONValue(checkoutSession), "customer": JSONValue(customer),
            "end": JSONValue(end), "invoice": JSONValue(invoice), "invoice_item": .null,
            "promotion_code": .null, "source": ["coupon": .text(coupon.code), "type": "coupon"],
            "start": .integer(created.seconds), "subscription": JSONValue(subscription),
            "subscription_item": .null,
        ]
    }
}

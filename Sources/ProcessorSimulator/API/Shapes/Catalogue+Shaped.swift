import TimeKit
import Processor

extension Product: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "active": .bool(active), "created": .integer(created.seconds), "images": [], "livemode": false,
            "marketing_features": [], "metadata": JSONValue(metadata), "name": .text(name), "type": "service",
            "updated": .integer(created.seconds),
        ]
    }
}

extension Price: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "active": .bool(active), "billing_scheme": "per_unit", "created": .integer(created.seconds),
            "currency": JSONValue(currency), "livemode": false, "metadata": [:], "product": .text(product),
            "recurring": recurring,
            "tax_behavior": "unspecified", "type": .text(interval == nil ? "one_time" : "recurring"),
            "unit_amount": .integer(unitAmount), "unit_amount_decimal": .text(String(unitAmount)),
        ]
    }

    private var recurring: JSONValue {
        guard let interval else { return .null }
        return [
            "interval": .text(interval.rawValue), "interval_count": 1, "meter": .null,
            "trial_period_days": .null, "usage_type": "licensed",
        ]
    }
}

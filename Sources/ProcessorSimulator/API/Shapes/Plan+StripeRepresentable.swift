import MoneyKit
import Processor
import TextKit

extension Plan: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "id": price.shownID, "active": price.active, "amount": price.unitAmount,
            "amount_decimal": String(price.unitAmount), "billing_scheme": "per_unit",
            "created": price.created, "currency": price.currency,
            "interval": price.interval?.rawValue, "interval_count": price.everyIntervals,
            "livemode": false, "metadata": JSONTree(price.metadata ?? [:]), "nickname": price.nickname,
            "product": price.product, "trial_period_days": price.trialDays, "usage_type": "licensed",
        ]
    }
}

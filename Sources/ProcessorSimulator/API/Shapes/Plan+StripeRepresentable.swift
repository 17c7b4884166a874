import MoneyKit
import Processor
import TextKit

extension Plan: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "id": price.shownID, "active": price.active,
            "amount": price.tiers == nil ? price.unitAmount : nil,
            "amount_decimal": price.tiers == nil ? String(price.unitAmount) : nil,
            "billing_scheme": price.tiers == nil ? "per_unit" : "tiered", "tiers_mode": price.tiersMode,
            "created": price.created, "currency": price.currency,
            "interval": price.interval?.rawValue, "interval_count": price.everyIntervals,
            "livemode": false, "metadata": price.metadata ?? [:], "nickname": price.nickname,
            "product": price.product, "trial_period_days": price.trialDays, "usage_type": "licensed",
        ]
    }
}

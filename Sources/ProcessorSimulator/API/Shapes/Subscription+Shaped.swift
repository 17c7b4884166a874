import TimeKit
import Processor

extension Subscription: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "automatic_tax": ["disabled_reason": .null, "enabled": false, "liability": .null],
            "billing_cycle_anchor": .integer(billingCycleAnchor.seconds),
            "billing_mode": ["flexible": .null, "type": "classic"],
            "cancel_at_period_end": .bool(cancelAtPeriodEnd), "canceled_at": JSONValue(canceledAt),
            "collection_method": "charge_automatically", "created": .integer(created.seconds),
            "currency": JSONValue(price.currency), "customer": .text(customer),
            "default_payment_method": JSONValue(defaultPaymentMethod), "description": JSONValue(description),
            "discounts": [], "ended_at": JSONValue(endedAt),
            "invoice_settings": ["account_tax_ids": .null, "issuer": ["type": "self"]],
            "items": [
                "object": "list", "url": .text("/v1/subscription_items?subscription=\(id)"),
                "has_more": false,
                "data": [try item(work)],
            ],
            "latest_invoice": JSONValue(latestInvoice), "livemode": .bool(livemode),
            "metadata": JSONValue(metadata), "on_behalf_of": JSONValue(onBehalfOf),
            "start_date": .integer(created.seconds), "status": .text(status.rawValue),
            "trial_end": JSONValue(trialEnd),
            "trial_settings": ["end_behavior": ["missing_payment_method": "create_invoice"]],
        ]
        if let points = applicationFeeBasisPoints {
            fields["application_fee_percent"] = .decimal(Decimals.text(hundredths: points))
        }
        if let pausedUntil {
            fields["pause_collection"] = ["behavior": "void", "resumes_at": JSONValue(pausedUntil.resumesAt)]
        }
        if let destination {
            fields["transfer_data"] = ["destination": .text(destination), "amount_percent": .null]
        }
        return fields
    }

    private func item(_ work: Work) throws -> JSONValue {
        [
            "id": .text("si_" + id.dropFirst("sub_".count)), "object": "subscription_item",
            "billing_thresholds": .null, "created": .integer(created.seconds),
            "current_period_end": .integer(currentPeriodEnd.seconds),
            "current_period_start": .integer(currentPeriodStart.seconds), "discounts": [], "metadata": [:],
            "price": try work.shaped(price), "quantity": .integer(quantity), "subscription": .text(id),
            "tax_rates": [],
        ]
    }
}

import MoneyKit
import Processor
import TimeKit

extension Subscription: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "automatic_tax": ["disabled_reason": .null, "enabled": false, "liability": .null],
            "billing_cycle_anchor": .integer(billingCycleAnchor.seconds),
            "billing_mode": ["flexible": .null, "type": "classic"], "billing_schedules": [],
            "cancel_at": JSONValue(cancelAtPeriodEnd ? currentPeriodEnd : cancelAt),
            "cancel_at_period_end": .bool(cancelAtPeriodEnd), "canceled_at": JSONValue(canceledAt),
            "collection_method": .text(daysUntilDue == nil ? "charge_automatically" : "send_invoice"),
            "days_until_due": JSONValue(daysUntilDue), "created": .integer(created.seconds),
            "currency": JSONValue(price.currency), "customer": .text(customer),
            "default_payment_method": JSONValue(defaultPaymentMethod), "description": JSONValue(description),
            "discounts": .list((discounts ?? []).map { .text($0) }), "ended_at": JSONValue(endedAt),
            "invoice_settings": ["account_tax_ids": .null, "issuer": ["type": "self"]],
            "items": [
                "object": "list", "url": .text("/v1/subscription_items?subscription=\(id)"),
                "has_more": false, "data": .list(try allItems.map { try shaped($0, work) }),
            ],
            "latest_invoice": JSONValue(latestInvoice), "livemode": .bool(livemode),
            "metadata": JSONValue(metadata), "on_behalf_of": JSONValue(onBehalfOf),
        ]
        for field in moments.fields { fields[field.name] = field.value }
        for field in money.fields { fields[field.name] = field.value }
        return fields
    }

    private var moments: JSONObject {
        let reason = status == .canceled || cancelAtPeriodEnd || cancelAt != nil
        let given = cancellationReason ?? "cancellation_requested"
        return [
            "cancellation_details": [
                "comment": .null, "feedback": .null, "reason": reason ? .text(given) : .null,
            ],
            "start_date": .integer(created.seconds), "status": .text(status.rawValue),
            "trial_end": JSONValue(trialEnd), "trial_start": JSONValue(trialStart),
            "trial_settings": [
                "end_behavior": ["missing_payment_method": .text(withoutMethod ?? "create_invoice")]
            ],
        ]
    }

    private var money: JSONObject {
        var fields: JSONObject = [
            "payment_settings": [
                "payment_method_options": .null, "payment_method_types": .null,
                "save_default_payment_method": .text(savesMethod == true ? "on_subscription" : "off"),
            ]
        ]
        if let points = applicationFeeBasisPoints {
            fields["application_fee_percent"] = .decimal(Decimals.text(hundredths: points))
        }
        if let pausedUntil {
            fields["pause_collection"] = [
                "behavior": .text(pausedUntil.behavior ?? "void"),
                "resumes_at": JSONValue(pausedUntil.resumesAt),
            ]
        }
        if let destination {
            fields["transfer_data"] = ["destination": .text(destination), "amount_percent": .null]
        }
        return fields
    }

    /// One of its items as Stripe shows it.
    func shaped(_ item: Item, _ work: Work) throws -> JSONValue {
        [
            "id": .text(item.id), "object": "subscription_item", "billing_thresholds": .null,
            "created": .integer(item.created.seconds),
            "current_period_end": .integer(currentPeriodEnd.seconds),
            "current_period_start": .integer(currentPeriodStart.seconds), "discounts": [],
            "metadata": JSONValue(item.metadata), "price": try work.shaped(item.price),
            "quantity": .integer(item.quantity), "subscription": .text(id), "tax_rates": [],
        ]
    }
}

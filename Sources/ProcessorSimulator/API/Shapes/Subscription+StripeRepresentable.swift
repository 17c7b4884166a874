import MoneyKit
import Processor
import TextKit
import TimeKit

extension Subscription: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "automatic_tax": ["disabled_reason": .null, "enabled": false, "liability": .null] as JSONTree,
            "billing_cycle_anchor": billingCycleAnchor,
            "billing_mode": ["flexible": .null, "type": "classic"] as JSONTree,
            "billing_schedules": [] as JSONTree,
            "cancel_at": JSONTree(cancelAtPeriodEnd ? currentPeriodEnd : cancelAt),
            "cancel_at_period_end": cancelAtPeriodEnd, "canceled_at": canceledAt,
            "collection_method": daysUntilDue == nil ? "charge_automatically" : "send_invoice",
            "days_until_due": daysUntilDue, "created": created,
            "currency": price.currency, "customer": customer,
            "default_payment_method": defaultPaymentMethod, "description": description,
            "default_tax_rates": try work.shown(taxRates: defaultTaxRates),
            "discounts": discounts ?? [], "ended_at": endedAt,
            "invoice_settings": ["account_tax_ids": .null, "issuer": ["type": "self"]] as JSONTree,
            "items": JSONObject.list(
                try allItems.map { try stripeJSON($0, work) }, at: "/v1/subscription_items?subscription=\(id)"
            ),
            "latest_invoice": latestInvoice, "livemode": livemode,
            "metadata": metadata, "on_behalf_of": onBehalfOf, "pending_setup_intent": pendingSetupIntent,
            "schedule": schedule, "test_clock": try work.find(Customer.self, customer)?.testClock,
        ]
        if let anchorConfig { fields["billing_cycle_anchor_config"] = anchorConfig.stripeJSON.tree }
        fields.lay(moments)
        fields.lay(money)
        return fields
    }

    private var moments: JSONObject {
        let reason = status == .canceled || cancelAtPeriodEnd || cancelAt != nil
        let given = cancellationReason ?? "cancellation_requested"
        return [
            "cancellation_details": [
                "comment": cancellationComment, "feedback": cancellationFeedback,
                "reason": reason ? given : nil,
            ] as JSONObject,
            "start_date": created, "status": status.rawValue,
            "trial_end": trialEnd, "trial_start": trialStart,
            "trial_settings": [
                "end_behavior": ["missing_payment_method": .string(withoutMethod ?? "create_invoice")]
            ] as JSONTree,
        ]
    }

    private var money: JSONObject {
        var fields: JSONObject = [
            "payment_settings": [
                "payment_method_options": nil, "payment_method_types": nil,
                "save_default_payment_method": savesMethod == true ? "on_subscription" : "off",
            ] as JSONObject
        ]
        fields["application_fee_percent"] = Decimals.json(hundredths: applicationFeeBasisPoints)
        if let pausedUntil {
            fields["pause_collection"] = [
                "behavior": .string(pausedUntil.behavior ?? "void"),
                "resumes_at": JSONTree(pausedUntil.resumesAt),
            ]
        }
        if let destination {
            fields["transfer_data"] = ["destination": .string(destination), "amount_percent": .null]
        }
        return fields
    }

    /// Returns a subscription item in Stripe's JSON format.
    func stripeJSON(_ item: Item, _ work: EngineTransaction) throws -> JSONObject {
        [
            "id": item.id, "object": "subscription_item", "billing_thresholds": nil,
            "created": item.created,
            "current_period_end": currentPeriodEnd,
            "current_period_start": currentPeriodStart, "discounts": [] as JSONTree,
            "metadata": item.metadata, "price": try work.stripeJSON(item.price),
            "quantity": item.quantity, "subscription": id,
            "tax_rates": try work.shown(taxRates: item.taxRates),
        ]
    }
}

extension BillingAnchor {
    /// The configuration of the billing cycle anchor in Stripe's JSON format.
    fileprivate var stripeJSON: JSONObject {
        ["day_of_month": dayOfMonth, "hour": hour, "minute": minute, "month": month, "second": second]
    }
}

extension Customer: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "address": nil, "balance": balance ?? 0, "created": created,
            "currency": currency,
            "default_source": defaultSource, "delinquent": false, "description": nil, "email": email,
            "invoice_prefix": invoicePrefix,
            "invoice_settings": [
                "custom_fields": nil, "default_payment_method": defaultPaymentMethod,
                "footer": nil, "rendering_options": nil,
            ] as JSONObject,
            "livemode": false, "metadata": metadata, "name": name,
            "next_invoice_sequence": (invoiceCount ?? 0) + 1, "phone": phone,
            "preferred_locales": [] as JSONTree, "shipping": nil,
            "tax_exempt": "none", "test_clock": testClock,
        ]
    }
}

extension TestClock: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "created": created, "deletes_after": deletesAfter,
            "frozen_time": frozenTime, "livemode": false, "name": name,
            "status": status.rawValue, "status_details": details,
        ]
    }

    private var details: JSONObject {
        guard let target else { return [:] }
        return ["advancing": ["target_frozen_time": target] as JSONObject]
    }
}

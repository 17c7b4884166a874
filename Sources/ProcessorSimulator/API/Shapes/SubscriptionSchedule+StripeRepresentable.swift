import MoneyKit
import Processor
import TextKit
import TimeKit

extension SubscriptionSchedule: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "billing_mode": ["flexible": .null, "type": "classic"] as JSONTree, "canceled_at": canceledAt,
            "completed_at": completedAt, "created": created, "current_phase": currentPhaseShape,
            "customer": customer, "default_settings": defaults, "end_behavior": endBehavior,
            "livemode": false, "metadata": metadata, "phases": phases.map(\.stripeJSON),
            "released_at": releasedAt, "released_subscription": releasedSubscription,
            "status": status.rawValue, "subscription": subscription,
            "test_clock": try work.find(Customer.self, customer)?.testClock,
        ]
    }

    private var currentPhaseShape: JSONObject? {
        guard status == .active, let phase = currentPhase else { return nil }
        return ["start_date": phase.start, "end_date": phase.end]
    }

    private var defaults: JSONObject {
        var fields = settings.fields
        fields["automatic_tax"] = ["disabled_reason": .null, "enabled": false, "liability": .null]
        fields["billing_cycle_anchor"] = .string(settings.anchor ?? "automatic")
        fields["collection_method"] = .string(settings.collectionMethod ?? "charge_automatically")
        fields["invoice_settings"] = [
            "account_tax_ids": .null, "days_until_due": JSONTree(settings.daysUntilDue),
            "issuer": ["type": "self"],
        ]
        return fields
    }
}

extension SubscriptionSchedule.Settings {
    /// The fields that a schedule's phases and its default settings have in common.
    fileprivate var fields: JSONObject {
        var fields: JSONObject = [
            "application_fee_percent": Decimals.json(hundredths: applicationFeeBasisPoints),
            "billing_cycle_anchor": anchor, "billing_thresholds": nil, "collection_method": collectionMethod,
            "default_payment_method": defaultPaymentMethod, "description": description,
            "on_behalf_of": onBehalfOf, "transfer_data": JSONTree.null,
        ]
        if let destination {
            fields["transfer_data"] = ["amount_percent": .null, "destination": .string(destination)]
        }
        return fields
    }
}

extension SubscriptionSchedule.Phase {
    /// The phase in Stripe's JSON format.
    fileprivate var stripeJSON: JSONObject {
        var fields = settings.fields
        fields.lay([
            "add_invoice_items": added.map(\.stripeJSON), "currency": items.first?.price.currency,
            "default_tax_rates": [] as JSONTree,
            "discounts": coupons.map {
                ["coupon": $0, "discount": nil, "promotion_code": nil] as JSONObject
            },
            "end_date": end, "invoice_settings": invoiceSettings, "items": items.map(\.stripeJSON),
            "metadata": metadata, "proration_behavior": proration, "start_date": start,
            "trial_end": trialEnd,
        ])
        return fields
    }

    private var invoiceSettings: JSONObject? {
        guard let days = settings.daysUntilDue else { return nil }
        return ["account_tax_ids": nil, "days_until_due": days, "issuer": nil]
    }
}

extension SubscriptionSchedule.Item {
    /// The item in Stripe's JSON format.
    fileprivate var stripeJSON: JSONObject {
        [
            "billing_thresholds": nil, "discounts": [] as JSONTree, "metadata": metadata,
            "price": price.id, "quantity": quantity, "tax_rates": [] as JSONTree,
        ]
    }
}

extension SubscriptionSchedule.Added {
    /// The item in Stripe's JSON format.
    fileprivate var stripeJSON: JSONObject {
        [
            "discountable": true, "discounts": [] as JSONTree, "metadata": metadata,
            "period": ["end": ["type": "phase_start"], "start": ["type": "phase_start"]] as JSONTree,
            "price": price, "quantity": quantity, "tax_rates": [] as JSONTree,
        ]
    }
}

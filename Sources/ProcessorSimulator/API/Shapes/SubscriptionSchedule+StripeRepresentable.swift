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
            "livemode": false, "metadata": metadata, "phases": JSONTree.array(phases.map(\.stripeJSON)),
            "released_at": releasedAt, "released_subscription": releasedSubscription,
            "status": status.rawValue, "subscription": subscription,
            "test_clock": try work.find(Customer.self, customer)?.testClock,
        ]
    }

    private var currentPhaseShape: JSONTree {
        guard status == .active, let phase = currentPhase else { return .null }
        return ["start_date": JSONTree(phase.start), "end_date": JSONTree(phase.end)]
    }

    private var defaults: JSONTree {
        var fields = settings.fields
        fields["automatic_tax"] = ["disabled_reason": .null, "enabled": false, "liability": .null]
        fields["billing_cycle_anchor"] = .string(settings.anchor ?? "automatic")
        fields["collection_method"] = .string(settings.collectionMethod ?? "charge_automatically")
        fields["invoice_settings"] = [
            "account_tax_ids": .null, "days_until_due": JSONTree(settings.daysUntilDue),
            "issuer": ["type": "self"],
        ]
        return fields.tree
    }
}

extension SubscriptionSchedule.Settings {
    /// The fields that a schedule's phases and its default settings have in common.
    fileprivate var fields: JSONObject {
        var fields: JSONObject = [
            "application_fee_percent": JSONTree.null, "billing_cycle_anchor": anchor,
            "billing_thresholds": nil, "collection_method": collectionMethod,
            "default_payment_method": defaultPaymentMethod, "description": description,
            "on_behalf_of": onBehalfOf, "transfer_data": JSONTree.null,
        ]
        if let points = applicationFeeBasisPoints {
            fields["application_fee_percent"] = .number(Decimals.text(hundredths: points))
        }
        if let destination {
            fields["transfer_data"] = ["amount_percent": .null, "destination": .string(destination)]
        }
        return fields
    }
}

extension SubscriptionSchedule.Phase {
    /// The phase in Stripe's JSON format.
    fileprivate var stripeJSON: JSONTree {
        var fields = settings.fields
        fields["add_invoice_items"] = .array(added.map(\.stripeJSON))
        fields["currency"] = JSONTree(items.first?.price.currency)
        fields["default_tax_rates"] = []
        fields["discounts"] = .array(
            coupons.map { ["coupon": .string($0), "discount": .null, "promotion_code": .null] })
        fields["end_date"] = JSONTree(end)
        fields["invoice_settings"] = invoiceSettings
        fields["items"] = .array(items.map(\.stripeJSON))
        fields["metadata"] = JSONTree(metadata)
        fields["proration_behavior"] = .string(proration)
        fields["start_date"] = JSONTree(start)
        fields["trial_end"] = JSONTree(trialEnd)
        return fields.tree
    }

    private var invoiceSettings: JSONTree {
        guard let days = settings.daysUntilDue else { return .null }
        return ["account_tax_ids": .null, "days_until_due": .integer(days), "issuer": .null]
    }
}

extension SubscriptionSchedule.Item {
    /// The item in Stripe's JSON format.
    fileprivate var stripeJSON: JSONTree {
        [
            "billing_thresholds": .null, "discounts": [], "metadata": JSONTree(metadata),
            "price": .string(price.id), "quantity": .integer(quantity), "tax_rates": [],
        ]
    }
}

extension SubscriptionSchedule.Added {
    /// The item in Stripe's JSON format.
    fileprivate var stripeJSON: JSONTree {
        [
            "discountable": true, "discounts": [], "metadata": JSONTree(metadata),
            "period": ["end": ["type": "phase_start"], "start": ["type": "phase_start"]],
            "price": JSONTree(price), "quantity": .integer(quantity), "tax_rates": [],
        ]
    }
}

import MoneyKit
import Processor
import TextKit
import TimeKit

extension Subscription: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "automatic_tax": ["disabled_reason": .null, "enabled": false, "liability": .null],
            "billing_cycle_anchor": .integer(billingCycleAnchor.seconds),
            "billing_mode": ["flexible": .null, "type": "classic"], "billing_schedules": [],
            "cancel_at": JSONTree(cancelAtPeriodEnd ? currentPeriodEnd : cancelAt),
            "cancel_at_period_end": .bool(cancelAtPeriodEnd), "canceled_at": JSONTree(canceledAt),
            "collection_method": .string(daysUntilDue == nil ? "charge_automatically" : "send_invoice"),
            "days_until_due": JSONTree(daysUntilDue), "created": .integer(created.seconds),
            "currency": JSONTree(price.currency), "customer": .string(customer),
            "default_payment_method": JSONTree(defaultPaymentMethod), "description": JSONTree(description),
            "discounts": .array((discounts ?? []).map { .string($0) }), "ended_at": JSONTree(endedAt),
            "invoice_settings": ["account_tax_ids": .null, "issuer": ["type": "self"]],
            "items": [
                "object": "list", "url": .string("/v1/subscription_items?subscription=\(id)"),
                "has_more": false, "data": .array(try allItems.map { try shaped($0, work) }),
            ],
            "latest_invoice": JSONTree(latestInvoice), "livemode": .bool(livemode),
            "metadata": JSONTree(metadata), "on_behalf_of": JSONTree(onBehalfOf),
        ]
        if let anchorConfig { fields["billing_cycle_anchor_config"] = anchorConfig.shaped }
        for field in moments.members { fields[field.key] = field.value }
        for field in money.members { fields[field.key] = field.value }
        return fields
    }

    private var moments: JSONObject {
        let reason = status == .canceled || cancelAtPeriodEnd || cancelAt != nil
        let given = cancellationReason ?? "cancellation_requested"
        return [
            "cancellation_details": [
                "comment": .null, "feedback": .null, "reason": reason ? .string(given) : .null,
            ],
            "start_date": .integer(created.seconds), "status": .string(status.rawValue),
            "trial_end": JSONTree(trialEnd), "trial_start": JSONTree(trialStart),
            "trial_settings": [
                "end_behavior": ["missing_payment_method": .string(withoutMethod ?? "create_invoice")]
            ],
        ]
    }

    private var money: JSONObject {
        var fields: JSONObject = [
            "payment_settings": [
                "payment_method_options": .null, "payment_method_types": .null,
                "save_default_payment_method": .string(savesMethod == true ? "on_subscription" : "off"),
            ]
        ]
        if let points = applicationFeeBasisPoints {
            fields["application_fee_percent"] = .number(Decimals.text(hundredths: points))
        }
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

    /// One of its items as Stripe shows it.
    func shaped(_ item: Item, _ work: Work) throws -> JSONTree {
        [
            "id": .string(item.id), "object": "subscription_item", "billing_thresholds": .null,
            "created": .integer(item.created.seconds),
            "current_period_end": .integer(currentPeriodEnd.seconds),
            "current_period_start": .integer(currentPeriodStart.seconds), "discounts": [],
            "metadata": JSONTree(item.metadata), "price": try work.shaped(item.price),
            "quantity": .integer(item.quantity), "subscription": .string(id), "tax_rates": [],
        ]
    }
}

extension BillingAnchor {
    /// The JSON form that Stripe returns.
    fileprivate var shaped: JSONTree {
        func number(_ value: Int?) -> JSONTree { value.map { .integer(Int64($0)) } ?? .null }
        return [
            "day_of_month": number(dayOfMonth), "hour": number(hour), "minute": number(minute),
            "month": number(month), "second": number(second),
        ]
    }
}

extension Customer: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "address": .null, "balance": .integer(balance ?? 0), "created": .integer(created.seconds),
            "currency": .null,
            "default_source": .null, "delinquent": false, "description": .null, "email": JSONTree(email),
            "invoice_prefix": .string(invoicePrefix),
            "invoice_settings": [
                "custom_fields": .null, "default_payment_method": JSONTree(defaultPaymentMethod),
                "footer": .null, "rendering_options": .null,
            ],
            "livemode": false, "metadata": JSONTree(metadata), "name": JSONTree(name),
            "next_invoice_sequence": .integer((invoiceCount ?? 0) + 1), "phone": JSONTree(phone),
            "preferred_locales": [], "shipping": .null,
            "tax_exempt": "none", "test_clock": JSONTree(testClock),
        ]
    }
}

extension TestClock: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "created": .integer(created.seconds), "deletes_after": .integer(deletesAfter.seconds),
            "frozen_time": .integer(frozenTime.seconds), "livemode": false, "name": JSONTree(name),
            "status": .string(status.rawValue), "status_details": details,
        ]
    }

    private var details: JSONTree {
        guard let target else { return [:] }
        return ["advancing": ["target_frozen_time": .integer(target.seconds)]]
    }
}

import TimeKit
import Processor

extension Invoice: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount_due": .integer(amountDue), "amount_overpaid": 0, "amount_paid": .integer(amountPaid),
            "amount_remaining": .integer(amountDue - amountPaid), "amount_shipping": 0,
            "attempt_count": .integer(Int64(attemptCount)), "attempted": .bool(attemptCount > 0),
            "automatic_tax": [
                "disabled_reason": .null, "enabled": false, "liability": .null, "provider": .null,
                "status": .null,
            ],
            "auto_advance": .bool(status == .draft || status == .open),
            "billing_reason": .text(billingReason.rawValue), "collection_method": "charge_automatically",
            "created": .integer(created.seconds), "currency": JSONValue(currency),
            "customer": .text(customer),
            "default_tax_rates": [], "discounts": [], "issuer": ["type": "self"], "livemode": .bool(livemode),
            "lines": [
                "object": "list", "url": .text("/v1/invoices/\(id)/lines"), "has_more": false, "data": [],
            ],
            "metadata": JSONValue(metadata), "next_payment_attempt": JSONValue(nextPaymentAttempt),
            "parent": [
                "quote_details": .null,
                "subscription_details": ["metadata": .null, "subscription": .text(subscription)],
                "type": "subscription_details",
            ],
            "payment_settings": [
                "default_mandate": .null, "payment_method_options": .null, "payment_method_types": .null,
            ],
            "period_end": .integer(periodEnd.seconds), "period_start": .integer(periodStart.seconds),
            "post_payment_credit_notes_amount": 0, "pre_payment_credit_notes_amount": 0,
            "starting_balance": 0, "status": .text(status.rawValue),
            "status_transitions": [
                "finalized_at": .null, "marked_uncollectible_at": .null, "paid_at": JSONValue(paidAt),
                "voided_at": .null,
            ],
            "subtotal": .integer(amountDue), "total": .integer(amountDue), "total_discount_amounts": [],
            "total_pretax_credit_amounts": [], "total_taxes": [],
        ]
    }
}

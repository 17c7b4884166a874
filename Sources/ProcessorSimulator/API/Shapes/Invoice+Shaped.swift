import MoneyKit
import Processor
import TimeKit

extension Invoice: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let customer = try work.find(Customer.self, customer)
        var fields: JSONObject = [
            "attempt_count": .integer(Int64(attemptCount)), "attempted": .bool(attemptCount > 0),
            "automatic_tax": [
                "disabled_reason": .null, "enabled": false, "liability": .null, "provider": .null,
                "status": .null,
            ],
            "auto_advance": .bool((status == .draft || status == .open) && goesOnByItself),
            "billing_reason": .text(billingReason.rawValue),
            "collection_method": .text(isSent ? "send_invoice" : "charge_automatically"),
            "created": .integer(created.seconds), "currency": JSONValue(currency),
            "customer": .text(self.customer), "customer_email": JSONValue(customer?.email),
            "customer_name": JSONValue(customer?.name), "customer_phone": JSONValue(customer?.phone),
            "customer_tax_exempt": "none", "default_payment_method": JSONValue(defaultPaymentMethod),
            "default_tax_rates": [], "description": JSONValue(description), "due_date": JSONValue(dueDate),
            "issuer": ["type": "self"], "livemode": .bool(livemode), "metadata": JSONValue(metadata),
            "number": JSONValue(number), "on_behalf_of": JSONValue(onBehalfOf), "parent": parentShape,
            "lines": [
                "object": "list", "url": .text("/v1/invoices/\(id)/lines"),
                "has_more": .bool((lines ?? []).count > 10),
                "data": .list((lines ?? []).prefix(10).map(shaped)),
            ],
        ]
        for field in amounts.fields { fields[field.name] = field.value }
        for field in moments(work).fields { fields[field.name] = field.value }
        return fields
    }

    private var parentShape: JSONValue {
        guard !subscription.isEmpty else { return .null }
        return [
            "quote_details": .null,
            "subscription_details": ["metadata": JSONValue(metadata), "subscription": .text(subscription)],
            "type": "subscription_details",
        ]
    }

    private var amounts: JSONObject {
        let taken = (discountAmounts ?? []).map { one -> JSONValue in
            ["amount": .integer(one.amount), "discount": .text(one.discount)]
        }
        return [
            "amount_due": .integer(amountDue), "amount_overpaid": 0,
            "amount_paid": .integer(amountPaid),
            "amount_paid_off_stripe": .integer(isPaidElsewhere == true ? amountPaid : 0),
            "amount_remaining": .integer(amountDue - amountPaid), "amount_shipping": 0,
            "discounts": .list((discountAmounts ?? []).map { .text($0.discount) }),
            "payment_settings": [
                "default_mandate": .null, "payment_method_options": .null, "payment_method_types": .null,
            ],
            "post_payment_credit_notes_amount": 0, "pre_payment_credit_notes_amount": 0,
            "starting_balance": .integer(startingBalance ?? 0),
            "ending_balance": endingBalance,
            "subtotal": .integer(subtotal), "subtotal_excluding_tax": .integer(subtotal),
            "total": .integer(total), "total_discount_amounts": .list(taken),
            "total_excluding_tax": .integer(total), "total_pretax_credit_amounts": [], "total_taxes": [],
        ]
    }

    /// What the customer's balance was after it; null before it was open.
    private var endingBalance: JSONValue {
        guard finalizedAt != nil else { return .null }
        return .integer((startingBalance ?? 0) - (fromBalance ?? 0))
    }

    private func moments(_ work: Work) -> JSONObject {
        let page = finalizedAt.map { _ in PageLinks.invoice(id, at: work.configuration.pages) }
        return [
            "automatically_finalizes_at": status == .draft ? JSONValue(finalizesAt) : .null,
            "effective_at": JSONValue(finalizedAt), "hosted_invoice_url": JSONValue(page),
            "invoice_pdf": .null, "next_payment_attempt": JSONValue(nextPaymentAttempt),
            "period_end": .integer(periodEnd.seconds), "period_start": .integer(periodStart.seconds),
            "status": .text(status.rawValue),
            "status_transitions": [
                "finalized_at": JSONValue(finalizedAt),
                "marked_uncollectible_at": JSONValue(uncollectibleAt), "paid_at": JSONValue(paidAt),
                "voided_at": JSONValue(voidedAt),
            ],
        ]
    }
}

extension Invoice {
    /// One of its lines as Stripe shows it.
    func shaped(_ line: Line) -> JSONValue {
        let place = (lines ?? []).firstIndex(of: line) ?? 0
        let before = (lines ?? [])[..<place].reduce(0) { $0 + max(0, $1.amount) }
        let whole = (lines ?? []).reduce(0) { $0 + max(0, $1.amount) }
        let taken = (discountAmounts ?? []).map { one -> JSONValue in
            let part =
                whole == 0
                ? 0 : AmountRules.share(of: one.amount, for: max(0, line.amount), after: before, in: whole)
            return ["amount": .integer(part), "discount": .text(one.discount)]
        }
        return [
            "id": .text(line.id), "object": "line_item", "amount": .integer(line.amount),
            "currency": JSONValue(currency), "description": .text(line.description),
            "discount_amounts": .list(taken), "discountable": .bool(!line.isProration), "discounts": [],
            "invoice": .text(id), "livemode": false, "metadata": JSONValue(line.metadata),
            "parent": parent(of: line),
            "period": ["end": .integer(line.periodEnd.seconds), "start": .integer(line.periodStart.seconds)],
            "pretax_credit_amounts": [], "pricing": Pricing.shape(line.price, line.product, line.unitAmount),
            "quantity": .integer(line.quantity), "quantity_decimal": .text(String(line.quantity)),
            "subscription": subscription.isEmpty ? .null : .text(subscription),
            "subtotal": .integer(line.amount), "taxes": [],
        ]
    }

    private func parent(of line: Line) -> JSONValue {
        let owner: JSONValue = subscription.isEmpty ? .null : .text(subscription)
        if let item = line.invoiceItem {
            return [
                "type": "invoice_item_details", "subscription_item_details": .null,
                "invoice_item_details": [
                    "invoice_item": .text(item), "proration": .bool(line.isProration),
                    "proration_details": ["credited_items": .null], "subscription": owner,
                ],
            ]
        }
        return [
            "type": "subscription_item_details", "invoice_item_details": .null,
            "subscription_item_details": [
                "invoice_item": .null, "proration": .bool(line.isProration),
                "proration_details": ["credited_items": .null], "subscription": owner,
                "subscription_item": JSONValue(line.subscriptionItem ?? ""),
            ],
        ]
    }

    /// The payment of it as Stripe shows it, `inpay_…`; nil before it has an intent.
    var payment: JSONValue? {
        guard let paymentIntent else { return nil }
        let isPaid = status == .paid && isPaidElsewhere != true
        let isCanceled = status == .void || isPaidElsewhere == true
        let state = isPaid ? "paid" : isCanceled ? "canceled" : "open"
        return [
            "id": .text("inpay_" + id.dropFirst("in_".count)), "object": "invoice_payment",
            "amount_paid": isPaid ? .integer(amountPaid) : .null, "amount_requested": .integer(amountDue),
            "created": .integer((finalizedAt ?? created).seconds), "currency": JSONValue(currency),
            "invoice": .text(id), "is_default": true, "livemode": false,
            "payment": ["type": "payment_intent", "payment_intent": .text(paymentIntent)],
            "status": .text(state),
            "status_transitions": [
                "canceled_at": isCanceled ? JSONValue(voidedAt ?? paidAt) : .null,
                "paid_at": isPaid ? JSONValue(paidAt) : .null,
            ],
        ]
    }

    /// All payments of it, as a list.
    var payments: JSONValue {
        [
            "object": "list", "url": .text("/v1/invoice_payments?invoice=\(id)"), "has_more": false,
            "data": .list(payment.map { [$0] } ?? []),
        ]
    }
}

/// What a line costs and why, as Stripe shows it.
enum Pricing {
    static func shape(_ price: String?, _ product: String?, _ unitAmount: Int64) -> JSONValue {
        guard let price, let product else { return .null }
        return [
            "price_details": ["price": .text(price), "product": .text(product)], "type": "price_details",
            "unit_amount_decimal": .text(String(unitAmount)),
        ]
    }
}

extension InvoiceItem: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "currency": JSONValue(currency), "customer": .text(customer),
            "date": .integer(created.seconds), "description": JSONValue(description),
            "discountable": .bool(!isProration), "discounts": [], "invoice": JSONValue(invoice),
            "livemode": false, "metadata": JSONValue(metadata), "net_amount": .integer(amount),
            "parent": parentShape,
            "period": ["end": .integer(periodEnd.seconds), "start": .integer(periodStart.seconds)],
            "pricing": Pricing.shape(price, product, unitAmount), "proration": .bool(isProration),
            "quantity": .integer(quantity), "quantity_decimal": .text(String(quantity)), "tax_rates": [],
        ]
    }

    private var parentShape: JSONValue {
        guard let subscription else { return .null }
        var details = JSONObject([("subscription", .text(subscription))])
        details["subscription_item"] = subscriptionItem.map { .text($0) }
        return ["subscription_details": .object(details), "type": "subscription_details"]
    }
}

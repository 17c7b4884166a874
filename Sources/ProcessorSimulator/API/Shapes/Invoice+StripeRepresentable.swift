import MoneyKit
import Processor
import TextKit
import TimeKit

extension Invoice: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let customer = try work.find(Customer.self, customer)
        let exemption = try work.exemption(of: self)
        let shownLines = (lines ?? []).prefix(isPreview ? .max : 10).map { stripeJSON($0, exemption) }
        var fields: JSONObject = [
            "attempt_count": JSONTree.integer(Int64(attemptCount)), "attempted": attemptCount > 0,
            "automatic_tax": [
                "disabled_reason": .null, "enabled": false, "liability": .null, "provider": .null,
                "status": .null,
            ] as JSONTree,
            "auto_advance": JSONTree.bool((status == .draft || status == .open) && goesOnByItself),
            "billing_reason": billingReason.rawValue,
            "collection_method": isSent ? "send_invoice" : "charge_automatically",
            "created": created, "currency": currency,
            "customer": self.customer, "customer_email": customer?.email,
            "customer_name": customer?.name, "customer_phone": customer?.phone,
            "customer_tax_exempt": exemption.rawValue, "customer_tax_ids": [] as JSONTree,
            "default_payment_method": defaultPaymentMethod,
            "default_tax_rates": try work.shown(taxRates: defaultTaxRates),
            "description": description, "due_date": dueDate,
            "issuer": ["type": "self"] as JSONTree, "livemode": livemode, "metadata": metadata,
            "number": number, "on_behalf_of": onBehalfOf, "parent": parentShape,
            "test_clock": customer?.testClock,
            "lines": [
                "object": "list", "url": .string("/v1/invoices/\(id)/lines"),
                "has_more": .bool(!isPreview && (lines ?? []).count > 10),
                "data": .array(shownLines),
            ] as JSONTree,
        ]
        for field in amounts(exemption).members { fields[field.key] = field.value }
        for field in moments(work).members { fields[field.key] = field.value }
        return fields
    }

    private var parentShape: JSONTree {
        if let quote {
            return [
                "quote_details": ["quote": .string(quote)], "subscription_details": .null,
                "type": "quote_details",
            ]
        }
        guard !subscription.isEmpty else { return .null }
        return [
            "quote_details": .null,
            "subscription_details": ["metadata": JSONTree(metadata), "subscription": .string(subscription)],
            "type": "subscription_details",
        ]
    }

    private func amounts(_ exemption: TaxExemption) -> JSONObject {
        let taken = (discountAmounts ?? []).map { one -> JSONTree in
            ["amount": .integer(one.amount), "discount": .string(one.discount)]
        }
        return [
            "amount_due": amountDue, "amount_overpaid": 0,
            "amount_paid": amountPaid,
            "amount_paid_off_stripe": JSONTree.integer(isPaidElsewhere == true ? amountPaid : 0),
            "amount_remaining": JSONTree.integer(amountDue - amountPaid), "amount_shipping": 0,
            "discounts": JSONTree.array((discountAmounts ?? []).map { .string($0.discount) }),
            "payment_settings": [
                "default_mandate": .null, "payment_method_options": .null, "payment_method_types": .null,
            ] as JSONTree,
            "post_payment_credit_notes_amount": postPaymentCredit ?? 0,
            "pre_payment_credit_notes_amount": prePaymentCredit ?? 0,
            "starting_balance": startingBalance ?? 0,
            "ending_balance": endingBalance,
            "subtotal": subtotal, "subtotal_excluding_tax": subtotal - inclusiveTax,
            "total": total, "total_discount_amounts": JSONTree.array(taken),
            "total_excluding_tax": total - exclusiveTax - inclusiveTax,
            "total_pretax_credit_amounts": [] as JSONTree,
            "total_taxes": JSONTree.array(TaxRules.total(taxes).map(exemption.stripeJSON)),
        ]
    }

    /// The customer's balance after the invoice was finalized; null for a draft.
    private var endingBalance: JSONTree {
        guard finalizedAt != nil else { return .null }
        return .integer((startingBalance ?? 0) - (fromBalance ?? 0))
    }

    private func moments(_ work: EngineTransaction) -> JSONObject {
        let page = finalizedAt.map { _ in PageLinks.invoice(id, at: work.configuration.pages) }
        return [
            "automatically_finalizes_at": status == .draft ? finalizesAt : nil, "effective_at": finalizedAt,
            "hosted_invoice_url": page, "invoice_pdf": page.map { $0 + "/pdf" },
            "next_payment_attempt": nextPaymentAttempt,
            "period_end": periodEnd, "period_start": periodStart, "status": status.rawValue,
            "status_transitions": [
                "finalized_at": JSONTree(finalizedAt),
                "marked_uncollectible_at": JSONTree(uncollectibleAt), "paid_at": JSONTree(paidAt),
                "voided_at": JSONTree(voidedAt),
            ] as JSONTree,
        ]
    }
}

extension Invoice {
    /// Returns a line of the invoice in Stripe's JSON format.
    func stripeJSON(_ line: Line, _ exemption: TaxExemption) -> JSONTree {
        let place = (lines ?? []).firstIndex(of: line) ?? 0
        let taken = (discountAmounts ?? []).map { one -> JSONTree in
            ["amount": .integer(share(of: one, forLineAt: place)), "discount": .string(one.discount)]
        }
        return [
            "id": .string(line.id), "object": "line_item", "amount": .integer(line.amount),
            "currency": JSONTree(currency), "description": .string(line.description),
            "discount_amounts": .array(taken), "discountable": .bool(!line.isProration), "discounts": [],
            "invoice": .string(id), "livemode": false, "metadata": JSONTree(line.metadata),
            "parent": parent(of: line),
            "period": ["end": .integer(line.periodEnd.seconds), "start": .integer(line.periodStart.seconds)],
            "pretax_credit_amounts": [], "pricing": Pricing.shape(line.price, line.product, line.unitAmount),
            "quantity": .integer(line.quantity), "quantity_decimal": .string(String(line.quantity)),
            "subscription": subscription.isEmpty ? .null : .string(subscription),
            "subtotal": .integer(line.amount), "taxes": .array((line.taxes ?? []).map(exemption.stripeJSON)),
        ]
    }

    private func parent(of line: Line) -> JSONTree {
        let owner: JSONTree = subscription.isEmpty ? .null : .string(subscription)
        if let item = line.invoiceItem {
            return [
                "type": "invoice_item_details", "subscription_item_details": .null,
                "invoice_item_details": [
                    "invoice_item": .string(item), "proration": .bool(line.isProration),
                    "proration_details": ["credited_items": .null], "subscription": owner,
                ],
            ]
        }
        return [
            "type": "subscription_item_details", "invoice_item_details": .null,
            "subscription_item_details": [
                "invoice_item": .null, "proration": .bool(line.isProration),
                "proration_details": ["credited_items": .null], "subscription": owner,
                "subscription_item": JSONTree(line.subscriptionItem ?? ""),
            ],
        ]
    }

    /// The invoice's payment (`inpay_…`) in Stripe's JSON format; nil if the invoice has no payment intent.
    var payment: JSONTree? {
        guard let paymentIntent else { return nil }
        let isPaid = status == .paid && isPaidElsewhere != true
        let isCanceled = status == .void || isPaidElsewhere == true
        let state = isPaid ? "paid" : isCanceled ? "canceled" : "open"
        return [
            "id": .string("inpay_" + id.dropFirst("in_".count)), "object": "invoice_payment",
            "amount_paid": isPaid ? .integer(amountPaid) : .null, "amount_requested": .integer(amountDue),
            "created": .integer((finalizedAt ?? created).seconds), "currency": JSONTree(currency),
            "invoice": .string(id), "is_default": true, "livemode": false,
            "payment": ["type": "payment_intent", "payment_intent": .string(paymentIntent)],
            "status": .string(state),
            "status_transitions": [
                "canceled_at": isCanceled ? JSONTree(voidedAt ?? paidAt) : .null,
                "paid_at": isPaid ? JSONTree(paidAt) : .null,
            ],
        ]
    }

    /// All payments of the invoice, as a list.
    var payments: JSONTree {
        [
            "object": "list", "url": .string("/v1/invoice_payments?invoice=\(id)"), "has_more": false,
            "data": .array(payment.map { [$0] } ?? []),
        ]
    }
}

/// The price of an invoice line in Stripe's JSON format.
enum Pricing {
    static func shape(_ price: String?, _ product: String?, _ unitAmount: Int64) -> JSONTree {
        guard let price, let product else { return .null }
        return [
            "price_details": ["price": .string(price), "product": .string(product)], "type": "price_details",
            "unit_amount_decimal": .string(String(unitAmount)),
        ]
    }
}

extension InvoiceItem: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let taxRates = try work.shown(taxRates: taxRates)
        return [
            "amount": amount, "currency": currency, "customer": customer,
            "date": created, "description": description,
            "discountable": !isProration, "discounts": [] as JSONTree, "invoice": invoice,
            "livemode": false, "metadata": metadata, "net_amount": amount,
            "parent": parentShape,
            "period": ["end": .integer(periodEnd.seconds), "start": .integer(periodStart.seconds)]
                as JSONTree,
            "pricing": Pricing.shape(price, product, unitAmount), "proration": isProration,
            "quantity": quantity, "quantity_decimal": JSONTree.string(String(quantity)),
            "tax_rates": taxRates,
        ]
    }

    private var parentShape: JSONTree {
        guard let subscription else { return .null }
        var details: JSONObject = ["subscription": subscription]
        details["subscription_item"] = subscriptionItem.map { .string($0) }
        return ["subscription_details": details.tree, "type": "subscription_details"]
    }
}

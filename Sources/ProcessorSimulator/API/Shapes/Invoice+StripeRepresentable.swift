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
            "attempt_count": attemptCount, "attempted": attemptCount > 0,
            "automatic_tax": [
                "disabled_reason": .null, "enabled": false, "liability": .null, "provider": .null,
                "status": .null,
            ] as JSONTree,
            "auto_advance": (status == .draft || status == .open) && goesOnByItself,
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
                "object": "list", "url": "/v1/invoices/\(id)/lines",
                "has_more": !isPreview && (lines ?? []).count > 10,
                "data": shownLines,
            ] as JSONObject,
        ]
        fields.lay(amounts(exemption))
        fields.lay(moments(work))
        return fields
    }

    private var parentShape: JSONObject? {
        if let quote {
            return [
                "quote_details": ["quote": quote] as JSONObject, "subscription_details": nil,
                "type": "quote_details",
            ]
        }
        guard !subscription.isEmpty else { return nil }
        return [
            "quote_details": nil,
            "subscription_details": ["metadata": metadata, "subscription": subscription] as JSONObject,
            "type": "subscription_details",
        ]
    }

    private func amounts(_ exemption: TaxExemption) -> JSONObject {
        [
            "amount_due": amountDue, "amount_overpaid": 0,
            "amount_paid": amountPaid,
            "amount_paid_off_stripe": isPaidElsewhere == true ? amountPaid : 0,
            "amount_remaining": amountDue - amountPaid, "amount_shipping": 0,
            "discounts": (discountAmounts ?? []).map(\.discount),
            "payment_settings": [
                "default_mandate": .null, "payment_method_options": .null, "payment_method_types": .null,
            ] as JSONTree,
            "post_payment_credit_notes_amount": postPaymentCredit ?? 0,
            "pre_payment_credit_notes_amount": prePaymentCredit ?? 0,
            "starting_balance": startingBalance ?? 0,
            "ending_balance": endingBalance,
            "subtotal": subtotal, "subtotal_excluding_tax": subtotal - inclusiveTax,
            "total": total, "total_discount_amounts": (discountAmounts ?? []).map(\.stripeJSON),
            "total_excluding_tax": total - exclusiveTax - inclusiveTax,
            "total_pretax_credit_amounts": [] as JSONTree,
            "total_taxes": TaxRules.total(taxes).map(exemption.stripeJSON),
        ]
    }

    /// The customer's balance after the invoice was finalized; null for a draft.
    private var endingBalance: Int64? {
        finalizedAt.map { _ in (startingBalance ?? 0) - (fromBalance ?? 0) }
    }

    private func moments(_ work: EngineTransaction) -> JSONObject {
        let page = finalizedAt.map { _ in work.configuration.links.invoice(id) }
        return [
            "automatically_finalizes_at": status == .draft ? finalizesAt : nil, "effective_at": finalizedAt,
            "hosted_invoice_url": page, "invoice_pdf": page.map { $0 + "/pdf" },
            "next_payment_attempt": nextPaymentAttempt,
            "period_end": periodEnd, "period_start": periodStart, "status": status.rawValue,
            "status_transitions": [
                "finalized_at": finalizedAt,
                "marked_uncollectible_at": uncollectibleAt, "paid_at": paidAt,
                "voided_at": voidedAt,
            ] as JSONObject,
        ]
    }
}

extension Invoice {
    /// Returns a line of the invoice in Stripe's JSON format.
    func stripeJSON(_ line: Line, _ exemption: TaxExemption) -> JSONObject {
        let place = (lines ?? []).firstIndex(of: line) ?? 0
        let taken = (discountAmounts ?? []).map { one -> JSONObject in
            ["amount": share(of: one, forLineAt: place), "discount": one.discount]
        }
        return [
            "id": line.id, "object": "line_item", "amount": line.amount,
            "currency": currency, "description": line.description,
            "discount_amounts": taken, "discountable": !line.isProration, "discounts": [] as JSONTree,
            "invoice": id, "livemode": false, "metadata": line.metadata,
            "parent": parent(of: line),
            "period": ["end": line.periodEnd, "start": line.periodStart] as JSONObject,
            "pretax_credit_amounts": [] as JSONTree,
            "pricing": Pricing.shape(line.price, line.product, line.unitAmount),
            "quantity": line.quantity, "quantity_decimal": String(line.quantity),
            "subscription": subscription.isEmpty ? nil : subscription,
            "subtotal": line.amount, "taxes": (line.taxes ?? []).map(exemption.stripeJSON),
        ]
    }

    private func parent(of line: Line) -> JSONObject {
        let owner = subscription.isEmpty ? nil : subscription
        if let item = line.invoiceItem {
            return [
                "type": "invoice_item_details", "subscription_item_details": nil,
                "invoice_item_details": [
                    "invoice_item": item, "proration": line.isProration,
                    "proration_details": ["credited_items": .null] as JSONTree, "subscription": owner,
                ] as JSONObject,
            ]
        }
        return [
            "type": "subscription_item_details", "invoice_item_details": nil,
            "subscription_item_details": [
                "invoice_item": nil, "proration": line.isProration,
                "proration_details": ["credited_items": .null] as JSONTree, "subscription": owner,
                "subscription_item": line.subscriptionItem ?? "",
            ] as JSONObject,
        ]
    }

    /// The invoice's payment (`inpay_…`) in Stripe's JSON format; nil if the invoice has no payment intent.
    var payment: JSONObject? {
        guard let paymentIntent else { return nil }
        let isPaid = status == .paid && isPaidElsewhere != true
        let isCanceled = status == .void || isPaidElsewhere == true
        let state = isPaid ? "paid" : isCanceled ? "canceled" : "open"
        return [
            "id": "inpay_" + id.dropFirst("in_".count), "object": "invoice_payment",
            "amount_paid": isPaid ? amountPaid : nil, "amount_requested": amountDue,
            "created": finalizedAt ?? created, "currency": currency,
            "invoice": id, "is_default": true, "livemode": false,
            "payment": ["type": "payment_intent", "payment_intent": paymentIntent] as JSONObject,
            "status": state,
            "status_transitions": [
                "canceled_at": isCanceled ? voidedAt ?? paidAt : nil,
                "paid_at": isPaid ? paidAt : nil,
            ] as JSONObject,
        ]
    }

    /// All payments of the invoice, as a list.
    var payments: JSONObject {
        .list(payment.map { [$0] } ?? [], at: "/v1/invoice_payments?invoice=\(id)")
    }
}

extension Invoice.DiscountAmount {
    /// The discount in Stripe's JSON format.
    var stripeJSON: JSONObject { ["amount": amount, "discount": discount] }
}

/// The price of an invoice line in Stripe's JSON format.
enum Pricing {
    static func shape(_ price: String?, _ product: String?, _ unitAmount: Int64) -> JSONObject? {
        guard let price, let product else { return nil }
        return [
            "price_details": ["price": price, "product": product] as JSONObject, "type": "price_details",
            "unit_amount_decimal": String(unitAmount),
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
            "period": ["end": periodEnd, "start": periodStart] as JSONObject,
            "pricing": Pricing.shape(price, product, unitAmount), "proration": isProration,
            "quantity": quantity, "quantity_decimal": String(quantity),
            "tax_rates": taxRates,
        ]
    }

    private var parentShape: JSONObject? {
        guard let subscription else { return nil }
        var details: JSONObject = ["subscription": subscription]
        details["subscription_item"] = subscriptionItem?.tree
        return ["subscription_details": details.tree, "type": "subscription_details"]
    }
}

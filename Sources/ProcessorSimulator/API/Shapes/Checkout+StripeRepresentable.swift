import MoneyKit
import Processor
import TextKit
import TimeKit

extension CheckoutSession: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let isWithoutPayment = mode == .setup || total == 0
        let state = isWithoutPayment ? "no_payment_required" : isPaid ? "paid" : "unpaid"
        var fields: JSONObject = [
            "automatic_tax": ["enabled": false, "liability": .null, "provider": .null, "status": .null]
                as JSONTree,
            "amount_subtotal": mode == .setup ? nil : subtotal,
            "amount_total": mode == .setup ? nil : total,
            "cancel_url": cancelURL, "client_reference_id": reference,
            "created": created, "currency": currency, "custom_fields": [] as JSONTree,
            "custom_text": [
                "after_submit": .null, "shipping_address": .null, "submit": .null,
                "terms_of_service_acceptance": .null,
            ] as JSONTree,
            "customer": customer,
            "discounts": JSONTree.array(
                coupons.map { ["coupon": .string($0), "promotion_code": .null] }
                    + (promotionCodes ?? []).map { ["coupon": .null, "promotion_code": .string($0)] }),
            "customer_creation": makesCustomer || mode == .subscription ? "always" : "if_required",
            "expires_at": expiresAt, "invoice": invoice, "livemode": false,
            "metadata": metadata, "mode": mode.rawValue,
            "payment_intent": paymentIntent,
            "setup_intent": setupIntent, "payment_link": paymentLink,
            "payment_method_collection": mode == .subscription ? "always" : "if_required",
            "payment_method_types": ["card"] as JSONTree, "payment_status": state,
            "shipping_cost": shippingCost, "shipping_options": (shippingOptions ?? []).stripeJSON,
            "status": status.rawValue, "subscription": subscription,
            "success_url": successURL,
            "total_details": [
                "amount_discount": .integer(discount),
                "amount_shipping": .integer(shipping?.amount ?? 0),
                "amount_tax": .integer((taxes ?? []).joined().reduce(0) { $0 + $1.amount }),
            ] as JSONTree,
            "url": status == .open ? PageLinks.checkout(id, at: work.configuration.pages) : nil,
        ]
        fields["customer_email"] = customer == nil || paymentLink != nil ? JSONTree(email) : .null
        if status == .complete || email != nil { fields["customer_details"] = try details(work) }
        return fields
    }

    private func details(_ work: EngineTransaction) throws -> JSONTree {
        let known = try customer.flatMap { try work.find(Customer.self, $0) }
        return [
            "address": .null, "email": JSONTree(email ?? known?.email),
            "name": JSONTree(holder ?? known?.name),
            "phone": JSONTree(known?.phone),
            "tax_exempt": .string(try work.exemption(ofCustomer: customer).rawValue), "tax_ids": [],
        ]
    }

    /// Returns the line items as a list.
    func lineItems(_ work: EngineTransaction) throws -> JSONTree {
        try Item.list(
            items, off: discountsByItem, taxes: taxes ?? [], at: "/v1/checkout/sessions/\(id)/line_items",
            work)
    }
}

extension CheckoutSession.Item {
    static func list(
        _ items: [Self], off discounts: [Int64] = [], taxes: [[Invoice.Tax]] = [], at url: String,
        _ work: EngineTransaction
    ) throws -> JSONTree {
        let shown: [JSONTree] = try items.enumerated().map { place, item in
            let taxes = taxes.indices.contains(place) ? taxes[place] : []
            let added = taxes.filter { !$0.isInclusive }.reduce(0) { $0 + $1.amount }
            let amount = item.price.amount(of: item.quantity)
            let off = discounts.indices.contains(place) ? discounts[place] : 0
            return [
                "id": .string(item.id), "object": "item", "amount_discount": .integer(off),
                "amount_subtotal": .integer(amount),
                "amount_tax": .integer(taxes.reduce(0) { $0 + $1.amount }),
                "amount_total": .integer(amount - off + added),
                "currency": JSONTree(item.price.currency), "description": .string(item.description),
                "metadata": [:], "price": try work.stripeJSON(item.price),
                "quantity": .integer(item.quantity),
                "adjustable_quantity": .null,
            ]
        }
        return ["object": "list", "url": .string(url), "has_more": false, "data": .array(shown)]
    }
}

extension PaymentLink: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "active": active, "after_completion": afterCompletion, "allow_promotion_codes": false,
            "application_fee_amount": terms.applicationFeeAmount,
            "automatic_tax": ["enabled": false, "liability": .null] as JSONTree,
            "billing_address_collection": "auto",
            "currency": currency, "custom_fields": [] as JSONTree,
            "custom_text": [
                "after_submit": .null, "shipping_address": .null, "submit": .null,
                "terms_of_service_acceptance": .null,
            ] as JSONTree,
            "customer_creation": makesCustomer ? "always" : "if_required",
            "inactive_message": inactiveMessage, "livemode": false,
            "metadata": metadata, "on_behalf_of": terms.onBehalfOf,
            "payment_method_collection": "always", "phone_number_collection": ["enabled": false] as JSONTree,
            "shipping_options": (shippingOptions ?? []).stripeJSON, "submit_type": "auto",
            "tax_id_collection": ["enabled": false, "required": "never"] as JSONTree,
            "url": JSONTree.string(PageLinks.paymentLink(id, at: work.configuration.pages)),
        ]
        if let points = terms.applicationFeeBasisPoints {
            fields["application_fee_percent"] = .number(Decimals.text(hundredths: points))
        }
        if let destination = terms.destination {
            fields["transfer_data"] = ["amount": .null, "destination": .string(destination)]
        }
        return fields
    }

    private var afterCompletion: JSONTree {
        if let redirect { return ["redirect": ["url": .string(redirect)], "type": "redirect"] }
        return [
            "hosted_confirmation": ["custom_message": JSONTree(message)], "type": "hosted_confirmation",
        ]
    }

    /// Returns the line items as a list.
    func lineItems(_ work: EngineTransaction) throws -> JSONTree {
        try CheckoutSession.Item.list(items, at: "/v1/payment_links/\(id)/line_items", work)
    }
}

extension PortalConfiguration: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "active": active,
            "business_profile": [
                "headline": JSONTree(headline), "privacy_policy_url": JSONTree(privacyURL),
                "terms_of_service_url": JSONTree(termsURL),
            ] as JSONTree,
            "created": created, "default_return_url": returnURL,
            "features": features, "is_default": isDefault, "livemode": false,
            "login_page": ["enabled": false, "url": .null] as JSONTree, "metadata": metadata,
            "name": name, "updated": updated,
        ]
    }

    private var features: JSONTree {
        [
            "customer_update": ["allowed_updates": [], "enabled": false],
            "invoice_history": ["enabled": .bool(showsInvoices)],
            "payment_method_update": [
                "enabled": .bool(updatesMethod), "payment_method_configuration": .null,
            ],
            "subscription_cancel": [
                "cancellation_reason": ["enabled": false, "options": []], "enabled": .bool(cancels),
                "mode": .string(cancelsAtOnce ? "immediately" : "at_period_end"),
                "proration_behavior": "none",
            ],
            "subscription_update": [
                "billing_cycle_anchor": .null, "default_allowed_updates": [], "enabled": false,
                "products": .null, "proration_behavior": "none",
                "schedule_at_period_end": ["conditions": []], "trial_update_behavior": "continue_trial",
            ],
        ]
    }
}

extension PortalSession: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "configuration": configuration, "created": created,
            "customer": customer, "customer_account": nil, "flow": nil, "livemode": false,
            "locale": nil, "on_behalf_of": onBehalfOf, "return_url": returnURL,
            "url": JSONTree.string(PageLinks.portal(id, at: work.configuration.pages)),
        ]
    }
}

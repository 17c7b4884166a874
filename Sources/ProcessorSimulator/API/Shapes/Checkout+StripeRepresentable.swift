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
            "discounts": coupons.map { ["coupon": $0, "promotion_code": nil] as JSONObject }
                + (promotionCodes ?? []).map { ["coupon": nil, "promotion_code": $0] },
            "customer_creation": makesCustomer || mode == .subscription ? "always" : "if_required",
            "expires_at": expiresAt, "invoice": invoice, "livemode": false,
            "metadata": metadata, "mode": mode.rawValue,
            "payment_intent": paymentIntent,
            "setup_intent": setupIntent, "payment_link": paymentLink,
            "payment_method_collection": mode == .subscription ? "always" : "if_required",
            "payment_method_types": ["card"], "payment_status": state,
            "shipping_cost": shippingCost, "shipping_options": (shippingOptions ?? []).map(\.stripeJSON),
            "status": status.rawValue, "subscription": subscription,
            "success_url": successURL,
            "total_details": [
                "amount_discount": discount,
                "amount_shipping": shipping?.amount ?? 0,
                "amount_tax": (taxes ?? []).joined().sum(of: \.amount),
            ] as JSONObject,
            "url": status == .open ? work.configuration.links.checkout(id) : nil,
        ]
        fields["customer_email"] = customer == nil || paymentLink != nil ? JSONTree(email) : .null
        if status == .complete || email != nil { fields["customer_details"] = try details(work).tree }
        return fields
    }

    private func details(_ work: EngineTransaction) throws -> JSONObject {
        let known = try customer.flatMap { try work.find(Customer.self, $0) }
        return [
            "address": nil, "email": email ?? known?.email,
            "name": holder ?? known?.name,
            "phone": known?.phone,
            "tax_exempt": try work.exemption(ofCustomer: customer).rawValue, "tax_ids": [] as JSONTree,
        ]
    }

    /// Returns the line items in Stripe's JSON format.
    func lineItems(_ work: EngineTransaction) throws -> [JSONObject] {
        try Item.shown(items, off: discountsByItem, taxes: taxes ?? [], work)
    }
}

extension CheckoutSession.Item {
    /// Returns line items in Stripe's JSON format.
    static func shown(
        _ items: [Self], off discounts: [Int64] = [], taxes: [[Invoice.Tax]] = [], _ work: EngineTransaction
    ) throws -> [JSONObject] {
        try items.enumerated().map { place, item in
            let taxes = taxes.indices.contains(place) ? taxes[place] : []
            let added = taxes.filter { !$0.isInclusive }.sum(of: \.amount)
            let amount = item.price.amount(of: item.quantity)
            let off = discounts.indices.contains(place) ? discounts[place] : 0
            return [
                "id": item.id, "object": "item", "amount_discount": off,
                "amount_subtotal": amount,
                "amount_tax": taxes.sum(of: \.amount),
                "amount_total": amount - off + added,
                "currency": item.price.currency, "description": item.description,
                "metadata": [:] as JSONTree, "price": try work.stripeJSON(item.price),
                "quantity": item.quantity,
                "adjustable_quantity": nil,
            ]
        }
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
            "shipping_options": (shippingOptions ?? []).map(\.stripeJSON), "submit_type": "auto",
            "tax_id_collection": ["enabled": false, "required": "never"] as JSONTree,
            "url": work.configuration.links.paymentLink(id),
        ]
        fields["application_fee_percent"] = Decimals.json(hundredths: terms.applicationFeeBasisPoints)
        if let destination = terms.destination {
            fields["transfer_data"] = ["amount": .null, "destination": .string(destination)]
        }
        return fields
    }

    private var afterCompletion: JSONObject {
        if let redirect { return ["redirect": ["url": redirect] as JSONObject, "type": "redirect"] }
        return [
            "hosted_confirmation": ["custom_message": message] as JSONObject, "type": "hosted_confirmation",
        ]
    }

    /// Returns the line items in Stripe's JSON format.
    func lineItems(_ work: EngineTransaction) throws -> [JSONObject] {
        try CheckoutSession.Item.shown(items, work)
    }
}

extension PortalConfiguration: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "active": active,
            "business_profile": [
                "headline": headline, "privacy_policy_url": privacyURL,
                "terms_of_service_url": termsURL,
            ] as JSONObject,
            "created": created, "default_return_url": returnURL,
            "features": features, "is_default": isDefault, "livemode": false,
            "login_page": ["enabled": false, "url": .null] as JSONTree, "metadata": metadata,
            "name": name, "updated": updated,
        ]
    }

    private var features: JSONObject {
        [
            "customer_update": ["allowed_updates": [], "enabled": false] as JSONTree,
            "invoice_history": ["enabled": showsInvoices] as JSONObject,
            "payment_method_update": [
                "enabled": updatesMethod, "payment_method_configuration": nil,
            ] as JSONObject,
            "subscription_cancel": [
                "cancellation_reason": ["enabled": false, "options": []] as JSONTree, "enabled": cancels,
                "mode": cancelsAtOnce ? "immediately" : "at_period_end",
                "proration_behavior": "none",
            ] as JSONObject,
            "subscription_update": [
                "billing_cycle_anchor": .null, "default_allowed_updates": [], "enabled": false,
                "products": .null, "proration_behavior": "none",
                "schedule_at_period_end": ["conditions": []], "trial_update_behavior": "continue_trial",
            ] as JSONTree,
        ]
    }
}

extension PortalSession: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "configuration": configuration, "created": created,
            "customer": customer, "customer_account": nil, "flow": nil, "livemode": false,
            "locale": nil, "on_behalf_of": onBehalfOf, "return_url": returnURL,
            "url": work.configuration.links.portal(id),
        ]
    }
}

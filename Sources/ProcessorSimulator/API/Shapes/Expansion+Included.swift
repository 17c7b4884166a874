import Processor
import TextKit

extension Expansion {
    /// Returns the value of a field that Stripe includes only if the request expands it. Returns nil for any
    /// other field.
    ///
    /// - Parameter steps: The field's name, followed by the rest of the path in `expand`.
    func included(_ steps: ArraySlice<String>, of object: JSONObject) throws -> JSONTree? {
        guard let id = object["id"]?.string, object["deleted"]?.bool != true, let step = steps.first else {
            return nil
        }
        switch (object["object"]?.string ?? "", step) {
        case (Charge.objectName, "refunds"):
            return try work.list(
                ListPage(work.children(Refund.self, of: id).reversed(), hasMore: false),
                at: "/v1/charges/\(id)/refunds")
        case (Customer.objectName, _): return try included(step, ofCustomer: id)
        case (Invoice.objectName, "payments"): return try work.find(Invoice.self, id)?.payments
        case (Invoice.objectName, "confirmation_secret"):
            guard let intentID = try work.find(Invoice.self, id)?.paymentIntent,
                let intent = try work.find(PaymentIntent.self, intentID)
            else { return nil }
            return ["client_secret": .string(intent.clientSecret), "type": "payment_intent"]
        case (CheckoutSession.objectName, "line_items"):
            return try work.find(CheckoutSession.self, id).map { try $0.lineItems(work) }
        case (CheckoutSession.objectName, "total_details")
        where steps.dropFirst().first == "breakdown" && object[step]?["breakdown"].isNull == true:
            return try work.billingField(step, of: object)
        case (Quote.objectName, "line_items"):
            return try work.find(Quote.self, id).map { try $0.lineItems(work) }
        case (PaymentLink.objectName, "line_items"):
            return try work.find(PaymentLink.self, id).map { try $0.lineItems(work) }
        case (AppSecret.objectName, "payload"):
            return try work.find(AppSecret.self, id).map { .string($0.payload) }
        case (ShippingRate.objectName, "fixed_amount")
        where steps.dropFirst().first == "currency_options":
            return try work.find(ShippingRate.self, id)?.wholeAmount
        case (Price.objectName, "currency_options") where object[step] == nil:
            if let stored = try work.billingField(step, of: object) { return stored }
            guard let currency = object["currency"]?.string else { return nil }
            var option = JSONObject()
            for name in ["custom_unit_amount", "tax_behavior", "unit_amount", "unit_amount_decimal"] {
                option[name] = object[name] ?? .null
            }
            return JSONObject([JSONTree.Member(currency, option.tree)]).tree
        case (Coupon.objectName, "currency_options") where object[step] == nil:
            guard let currency = object["currency"]?.string, let amount = object["amount_off"] else {
                return nil
            }
            return JSONObject([JSONTree.Member(currency, ["amount_off": amount])]).tree
        default: return try work.billingField(step, of: object)
        }
    }

    private func included(_ step: String, ofCustomer id: String) throws -> JSONTree? {
        switch step {
        case "subscriptions":
            let living = try work.children(Subscription.self, of: id).filter { !$0.status.isFinal }
            return try work.list(
                ListPage(living.reversed(), hasMore: false), at: "/v1/customers/\(id)/subscriptions")
        case "sources", "tax_ids":
            let url = "/v1/customers/\(id)/\(step)"
            return try part(at: url)
                ?? ["object": "list", "url": .string(url), "has_more": false, "data": []]
        case "cash_balance": return try part(at: "/v1/customers/\(id)/cash_balance") ?? .null
        case "tax":
            // Taxes are not calculated, and no location is known.
            return [
                "automatic_tax": "unrecognized_location", "ip_address": .null, "location": .null,
                "provider": "stripe",
            ]
        default: return nil
        }
    }

    /// Returns a list inside an object: the response to a GET request for the list's URL. Returns nil if the
    /// operation is not simulated.
    private func part(at url: String) throws -> JSONTree? {
        guard let match = RouteTable.match(.get, url) else { return nil }
        return try match.route.answer(
            Call(work: work, route: match.route, names: match.names, parameters: JSONObject(), account: nil))
    }
}

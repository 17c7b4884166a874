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
            return try newest(Refund.self, of: id, at: "/v1/charges/\(id)/refunds")
        case (Customer.objectName, _): return try included(step, ofCustomer: id)
        case (Invoice.objectName, "payments"): return try work.find(Invoice.self, id)?.payments.tree
        case (Invoice.objectName, "confirmation_secret"):
            guard let intentID = try work.find(Invoice.self, id)?.paymentIntent,
                let intent = try work.find(PaymentIntent.self, intentID)
            else { return nil }
            return ["client_secret": .string(intent.clientSecret), "type": "payment_intent"]
        case (CheckoutSession.objectName, "line_items"):
            return try work.find(CheckoutSession.self, id).map {
                JSONObject.list(try $0.lineItems(work), at: "/v1/checkout/sessions/\(id)/line_items").tree
            }
        case (CheckoutSession.objectName, "total_details")
        where steps.dropFirst().first == "breakdown" && object[step]?["breakdown"].isNull == true:
            return try work.billingField(step, of: object)
        case (Quote.objectName, "line_items"):
            return try work.find(Quote.self, id).map {
                JSONObject.list(try $0.lineItems(work), at: "/v1/quotes/\(id)/line_items").tree
            }
        case (PaymentLink.objectName, "line_items"):
            return try work.find(PaymentLink.self, id).map {
                JSONObject.list(try $0.lineItems(work), at: "/v1/payment_links/\(id)/line_items").tree
            }
        case (AppSecret.objectName, "payload"):
            return try work.find(AppSecret.self, id).map { .string($0.payload) }
        case (ShippingRate.objectName, "fixed_amount")
        where steps.dropFirst().first == "currency_options":
            return try work.find(ShippingRate.self, id)?.wholeAmount.tree
        case (Price.objectName, "currency_options") where object[step] == nil:
            if let stored = try work.billingField(step, of: object) { return stored }
            guard let currency = object["currency"]?.string else { return nil }
            let names = ["custom_unit_amount", "tax_behavior", "unit_amount", "unit_amount_decimal"]
            return [currency: JSONObject(names) { object[$0] ?? .null }.tree]
        case (Coupon.objectName, "currency_options") where object[step] == nil:
            guard let currency = object["currency"]?.string, let amount = object["amount_off"] else {
                return nil
            }
            return [currency: ["amount_off": amount]]
        default: return try work.billingField(step, of: object)
        }
    }

    private func included(_ step: String, ofCustomer id: String) throws -> JSONTree? {
        switch step {
        case "subscriptions":
            return try newest(Subscription.self, of: id, at: "/v1/customers/\(id)/subscriptions") {
                !$0.status.isFinal
            }
        case "sources", "tax_ids":
            let url = "/v1/customers/\(id)/\(step)"
            return try part(at: url) ?? JSONObject.list([], at: url).tree
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

    /// Returns a list of an object's children that satisfy a condition, newest first.
    private func newest<Object: StripeRepresentable>(
        _ kind: Object.Type, of owner: String, at url: String,
        where isWanted: (Object) -> Bool = { _ in true }
    ) throws -> JSONTree {
        let found = try work.children(kind, of: owner).filter(isWanted)
        return try work.list(ListPage(found.reversed(), hasMore: false), at: url).tree
    }

    /// Returns a list inside an object: the response to a GET request for the list's URL. Returns nil if the
    /// operation is not simulated.
    private func part(at url: String) throws -> JSONTree? {
        guard let match = RouteTable.match(.get, url) else { return nil }
        return try match.route.answer(
            Call(work: work, route: match.route, names: match.names, parameters: JSONObject(), account: nil)
        ).tree
    }
}

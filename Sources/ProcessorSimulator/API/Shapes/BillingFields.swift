import MoneyKit
import Processor
import TextKit
import TimeKit

/// Fields of billing objects that a response includes only if the request expands them.
///
/// Source: Stripe API reference, "Expanding responses"; "Prices", "Coupons", "Checkout Sessions".
extension EngineTransaction {
    /// Returns the value of a field that is included only if the request expands it, such as `tiers` of a
    /// price. Returns nil for other fields.
    func billingField(_ name: String, of object: JSONObject) throws -> JSONTree? {
        guard let id = object["id"]?.string else { return nil }
        switch (object["object"]?.string ?? "", name) {
        case (Price.objectName, "tiers"): return try find(Price.self, id)?.tierShapes
        case (Price.objectName, "currency_options"): return try find(Price.self, id)?.currencyShapes.tree
        case (Coupon.objectName, "applies_to"):
            return try coupon(id)?.products.map { ["products": $0.tree] }
        case (CheckoutSession.objectName, "total_details"):
            guard let session = try find(CheckoutSession.self, id) else { return nil }
            var details = object["total_details"]?.fields ?? [:]
            details["breakdown"] = [
                "discounts": try discounts(of: session).tree, "taxes": try taxes(of: session).tree,
            ]
            return details.tree
        default: return nil
        }
    }

    private func discounts(of session: CheckoutSession) throws -> [JSONObject] {
        let known = try discounts(by: session.coupons, session.promotionCodes ?? [])
        let amounts = try draft(of: session.items, known, taxRates: nil).discountAmounts ?? []
        return try zip(known, amounts).enumerated().map { place, pair in
            var discount = pair.0
            discount.id = "di_\(session.id.suffix(24))\(place)"
            discount.created = session.created
            discount.customer = session.customer
            discount.checkoutSession = session.id
            // The session's stored parameters have the same number, so they are not added here.
            var fields: JSONObject = ["id": discount.id, "object": Discount.objectName]
            fields.lay(try discount.fields(self))
            return ["amount": pair.1.amount, "discount": complete(fields, as: Discount.objectName)]
        }
    }

    private func taxes(of session: CheckoutSession) throws -> [JSONObject] {
        try TaxRules.total((session.taxes ?? []).flatMap(\.self)).map { tax in
            [
                "amount": tax.amount,
                "rate": try find(TaxRate.self, tax.rate).map { try stripeJSON($0) },
                "taxability_reason": nil, "taxable_amount": tax.taxableAmount,
            ]
        }
    }
}

extension Price {
    /// The tiers in Stripe's JSON format, or nil for a price without tiers.
    fileprivate var tierShapes: JSONTree? {
        let shapes = tiers?.map { tier -> JSONObject in
            [
                "flat_amount": tier.flatAmount, "flat_amount_decimal": tier.flatAmount.map(String.init),
                "unit_amount": tier.unitAmount, "unit_amount_decimal": tier.unitAmount.map(String.init),
                "up_to": tier.upTo,
            ]
        }
        return shapes?.tree
    }

    /// The prices in all currencies, in Stripe's JSON format.
    fileprivate var currencyShapes: JSONObject {
        var shapes = JSONObject()
        var options = currencyOptions ?? [:]
        options[currency.code.lowercased()] = unitAmount
        for (code, amount) in options.sorted(by: { $0.key < $1.key }) {
            shapes[code] = [
                "custom_unit_amount": .null, "tax_behavior": "unspecified",
                "unit_amount": tiers == nil ? .integer(amount) : .null,
                "unit_amount_decimal": tiers == nil ? .string(String(amount)) : .null,
            ]
        }
        return shapes
    }
}

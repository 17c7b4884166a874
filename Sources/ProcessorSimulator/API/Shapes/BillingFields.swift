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
        case (Price.objectName, "currency_options"): return try find(Price.self, id)?.currencyShapes
        case (Coupon.objectName, "applies_to"):
            return try coupon(id)?.products.map { ["products": .array($0.map { .string($0) })] }
        case (CheckoutSession.objectName, "total_details"):
            guard let session = try find(CheckoutSession.self, id) else { return nil }
            var details = object["total_details"]?.object ?? JSONObject()
            details["breakdown"] = [
                "discounts": .array(try discounts(of: session)), "taxes": .array(try taxes(of: session)),
            ]
            return details.tree
        default: return nil
        }
    }

    private func discounts(of session: CheckoutSession) throws -> [JSONTree] {
        let known = try discounts(by: session.coupons, session.promotionCodes ?? [])
        let amounts = try draft(of: session.items, known, taxRates: nil).discountAmounts ?? []
        return try zip(known, amounts).enumerated().map { place, pair in
            var discount = pair.0
            discount.id = "di_\(session.id.suffix(24))\(place)"
            discount.created = session.created
            discount.customer = session.customer
            discount.checkoutSession = session.id
            // The session's stored parameters have the same number, so they are not added here.
            var fields: JSONObject = ["id": discount.id, "object": JSONTree.string(Discount.objectName)]
            for field in try discount.fields(self).members { fields[field.key] = field.value }
            return [
                "amount": .integer(pair.1.amount), "discount": complete(fields, as: Discount.objectName),
            ]
        }
    }

    private func taxes(of session: CheckoutSession) throws -> [JSONTree] {
        try TaxRules.total((session.taxes ?? []).flatMap(\.self)).map { tax in
            [
                "amount": .integer(tax.amount),
                "rate": try find(TaxRate.self, tax.rate).map { try stripeJSON($0) } ?? .null,
                "taxability_reason": .null, "taxable_amount": .integer(tax.taxableAmount),
            ]
        }
    }
}

extension Price {
    /// The tiers in Stripe's JSON format, or nil for a price without tiers.
    fileprivate var tierShapes: JSONTree? {
        guard let tiers else { return nil }
        return .array(
            tiers.map { tier in
                [
                    "flat_amount": JSONTree(tier.flatAmount), "flat_amount_decimal": decimal(tier.flatAmount),
                    "unit_amount": JSONTree(tier.unitAmount), "unit_amount_decimal": decimal(tier.unitAmount),
                    "up_to": JSONTree(tier.upTo),
                ]
            })
    }

    /// The prices in all currencies, in Stripe's JSON format.
    fileprivate var currencyShapes: JSONTree {
        var shapes = JSONObject()
        var options = currencyOptions ?? [:]
        options[currency.code.lowercased()] = unitAmount
        for (code, amount) in options.sorted(by: { $0.key < $1.key }) {
            shapes[code] = [
                "custom_unit_amount": .null, "tax_behavior": "unspecified",
                "unit_amount": tiers == nil ? .integer(amount) : .null,
                "unit_amount_decimal": tiers == nil ? decimal(amount) : .null,
            ]
        }
        return shapes.tree
    }

    private func decimal(_ amount: Int64?) -> JSONTree { JSONTree(amount.map { String($0) }) }
}

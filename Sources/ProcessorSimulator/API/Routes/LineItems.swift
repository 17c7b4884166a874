import MoneyKit
import Processor
import TextKit

extension Call {
    /// The price that a part of a request names by `price`, or makes by `price_data`.
    ///
    /// - Parameter owner: The part, `items[0]`.
    func price(_ told: JSONTree, in owner: String, mustRecur: Bool) throws -> Price {
        if let id = told["price"].string {
            return mustRecur
                ? try work.recurring(id, by: "\(owner)[price]") : try work.usable(id, by: "\(owner)[price]")
        }
        let data = told["price_data"]
        let name = "\(owner)[price_data]"
        guard data.object != nil else { throw ProcessorError.missing("\(owner)[price]") }
        let product: Product
        if let id = data["product"].string {
            product = try PriceRoutes.named(id, work, by: "\(name)[product]")
        } else {
            let new = data["product_data"]
            guard new.object != nil else { throw ProcessorError.missing("\(name)[product]") }
            product = try work.createProduct(
                named: new["name"].string ?? "", Call.metadata(new["metadata"])
            ).noun
        }
        if mustRecur, data["recurring"].object == nil { throw ProcessorError.missing("\(name)[recurring]") }
        var price = try PriceRoutes.make(self, data, of: product, in: name)
        // A price that was made on the way is not offered again.
        price.active = false
        return try work.put(price).noun
    }

    /// How many; at least one.
    func quantity(_ told: JSONTree, in owner: String) throws -> Int64? {
        guard let quantity = told["quantity"].integer else { return nil }
        guard (1...999_999).contains(quantity) else {
            throw ProcessorError.invalid(
                "parameter_invalid_integer", "Invalid integer: quantity is 1 to 999999.",
                parameter: "\(owner)[quantity]")
        }
        return quantity
    }

    /// What a Checkout page or a payment link sells.
    func lineItems() throws -> [CheckoutSession.Item] {
        let items = try self["line_items"].elements.enumerated().map { place, told in
            let owner = "line_items[\(place)]"
            let price = try price(told, in: owner, mustRecur: false)
            return CheckoutSession.Item(
                id: try work.newID("li"), price: price, quantity: try quantity(told, in: owner) ?? 1,
                description: try work.productName(price.product))
        }
        for item in items where item.price.currency != items[0].price.currency {
            throw ProcessorError.invalid(
                nil, "All line items must have the same currency: \(items[0].price.currency.code).",
                parameter: "line_items")
        }
        let total = items.reduce(0) { $0 + $1.price.unitAmount * $1.quantity }
        guard total <= AmountRules.most else {
            throw ProcessorError.invalid(
                "amount_too_large", "The total amount is more than \(AmountRules.most).",
                parameter: "line_items")
        }
        return items
    }
}

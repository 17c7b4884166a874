import Processor
import TimeKit

extension EngineTransaction {
    func createProduct(named name: String, _ metadata: Metadata, id given: String? = nil) throws
        -> Written<Product>
    {
        try MetadataRules.check(metadata)
        guard !name.isEmpty else { throw ProcessorError.missing("name") }
        if let given, try product(given) != nil {
            throw ProcessorError.invalid(
                "resource_already_exists", "Product already exists.", parameter: "id")
        }
        var product = Product(id: try newID("prod"), created: now, name: name)
        product.givenID = given
        product.metadata = metadata
        return try emit("product.created", put(product))
    }

    /// Returns the product with an id that was either generated here or chosen by the caller. Returns nil if the
    /// product does not exist or was deleted.
    func product(_ id: String) throws -> Product? {
        let found =
            try find(Product.self, id)
            ?? list(Product.self, ListQuery(limit: 1), where: ["givenID": id]).data.first
        return found.flatMap { $0.deleted == true ? nil : $0 }
    }

    func create(_ request: Price.Create, prefix: String = "price") throws -> Written<Price> {
        guard (0...AmountRules.most).contains(request.unitAmount) else {
            throw ProcessorError.notAnAmount("unit_amount")
        }
        guard let product = try product(request.product) else {
            throw ProcessorError.noSuch("product", request.product, parameter: "product")
        }
        let price = Price(
            id: try newID(prefix), created: now, product: product.shownID, unitAmount: request.unitAmount,
            currency: request.currency, interval: request.interval)
        return try emit("price.created", put(price))
    }

    /// Returns a recurring price. Throws an error unless the price is both recurring and active.
    func recurring(_ id: String, by parameter: String = "items[0][price]") throws -> Price {
        let price = try usable(id, by: parameter)
        guard price.interval != nil else {
            throw ProcessorError.invalid(
                "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
                parameter: parameter)
        }
        return price
    }

    /// Returns a price by the id that callers see. Throws an error unless the price is active. If
    /// `allowsCustom` is false, the price must also have a fixed amount.
    func usable(_ id: String, by parameter: String, allowsCustom: Bool = false) throws -> Price {
        var price = try price(id, by: parameter)
        price.id = price.shownID
        guard price.customAmount == nil || allowsCustom else {
            throw ProcessorError.invalid(
                "The price specified has `custom_unit_amount`, which only Checkout and payment links in `payment` mode accept.",
                parameter: parameter)
        }
        guard price.active else {
            throw ProcessorError.invalid(
                "The price specified is inactive. This field only accepts active prices.",
                parameter: parameter)
        }
        return price
    }

    /// Deletes a product. Throws an error if the product has prices.
    func delete(product: Product) throws {
        let prices = try list(Price.self, ListQuery(limit: 100), where: ["product": product.shownID])
        guard !prices.hasMore, prices.data.allSatisfy({ $0.deleted == true }) else {
            throw ProcessorError.invalid(
                "This product cannot be deleted because it has one or more user-created prices.",
                parameter: "id")
        }
        var product = product
        product.deleted = true
        product.active = false
        try emit("product.deleted", put(product))
    }
}

extension Product {
    /// The id that callers see.
    var shownID: String { givenID ?? id }
}

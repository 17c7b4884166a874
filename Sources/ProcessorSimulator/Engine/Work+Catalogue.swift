import Processor

extension Work {
    func createProduct(named name: String, _ metadata: Metadata) throws -> Written<Product> {
        try MetadataRules.check(metadata)
        guard !name.isEmpty else { throw ProcessorError.missing("name") }
        var product = Product(id: try newID("prod"), created: now, name: name)
        product.metadata = metadata
        let written = try put(product)
        try emit("product.created", written)
        return written
    }

    func create(_ request: Price.Create) throws -> Written<Price> {
        guard (0...AmountRules.most).contains(request.unitAmount) else {
            throw ProcessorError.notAnAmount("unit_amount")
        }
        _ = try named(Product.self, request.product, by: "product")
        let price = Price(
            id: try newID("price"), created: now, product: request.product, unitAmount: request.unitAmount,
            currency: request.currency, interval: request.interval)
        let written = try put(price)
        try emit("price.created", written)
        return written
    }

    /// A price that is charged again and again.
    func recurring(_ id: String) throws -> Price {
        let price = try named(Price.self, id, by: "items[0][price]")
        guard price.interval != nil else {
            throw ProcessorError.invalid(
                nil,
                "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
                parameter: "items[0][price]")
        }
        return price
    }
}

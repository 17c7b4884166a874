import Processor
import TextKit
import TimeKit

/// `/v1/products`
///
/// Source: Stripe API reference, "Products".
enum ProductRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked.union(["id", "default_price_data"]), keeps: kept) { call in
            var product = try call.work.createProduct(
                named: call["name"].string ?? "", call.metadata, id: call["id"].string
            ).noun
            product.active = call["active"].bool ?? true
            product.description = call["description"].string
            if call["default_price_data"].object != nil {
                product.defaultPrice = try PriceRoutes.make(
                    call, call["default_price_data"], of: product, in: "default_price_data"
                ).id
            }
            return try call.shown(call.work.put(product))
        },
        .get(path, simulates: Filters.list.union(["active", "ids"])) { call in
            let ids = call["ids"].elements.compactMap(\.string)
            let active = call["active"].bool
            return try call.scanned(Product.self) { product in
                product.deleted != true && (active ?? product.active) == product.active
                    && (ids.isEmpty || ids.contains(product.shownID))
            }
        },
        .search(
            path, Product.self,
            by: [
                "active": { $0.deleted == true ? nil : String($0.active) }, "name": { $0.name },
                "description": { $0.description },
            ], metadata: \.metadata),
        .get(one) { call in try call.shown(inPath(call)) },
        .post(one, simulates: asked.union(["default_price"]), keeps: kept) { call in
            var product = try inPath(call)
            product.name = call["name"].string ?? product.name
            product.active = call["active"].bool ?? product.active
            call.take("description", into: &product.description)
            if let price = call["default_price"].string {
                guard try call.work.named(Price.self, price, by: "default_price").product == product.shownID
                else {
                    throw ProcessorError.invalid(
                        nil, "The price belongs to another product.", parameter: "default_price")
                }
                product.defaultPrice = price
            }
            product.metadata = try call.metadata(over: product.metadata)
            product.updated = call.work.now
            try call.work.emit("product.updated", call.work.put(product))
            return try call.shown(product)
        },
        .delete(one) { call in
            let product = try inPath(call)
            try call.work.delete(product: product)
            return call.work.deleted(product.shownID, Product.objectName)
        },
    ]

    private static let path = "/v1/products"
    private static let one = "/v1/products/{id}"
    private static let asked: Set<String> = ["name", "active", "description", "metadata"]
    private static let kept: Set<String> = [
        "images", "marketing_features", "package_dimensions", "shippable", "statement_descriptor",
        "tax_code", "unit_label", "url",
    ]

    private static func inPath(_ call: Call) throws -> Product {
        guard let product = try call.work.product(call.path()) else {
            throw ProcessorError.noSuch("product", call.path())
        }
        return product
    }
}

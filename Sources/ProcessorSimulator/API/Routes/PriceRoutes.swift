import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/prices`.
///
/// Source: Stripe API reference, "Prices".
enum PriceRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: PriceTiers.asked.union([
                "active", "currency", "currency_options", "lookup_key", "transfer_lookup_key", "metadata",
                "nickname", "product",
                "product_data", "recurring[interval]", "recurring[interval_count]", "recurring[usage_type]",
                "unit_amount", "billing_scheme", "custom_unit_amount",
            ]), keeps: ["tax_behavior"]
        ) { call in
            try call.shown(call.makePrice(call.parameters.tree, of: call.priceProduct()))
        },
        .get(
            path,
            simulates: Filters.list.union([
                "active", "product", "type", "currency", "lookup_keys", "recurring[interval]",
            ])
        ) { call in
            let keys = call["lookup_keys"].elements.compactMap(\.string)
            let type = call["type"].string
            let interval = call["recurring"]["interval"].string
            let filter = call.filter(["product": "product", "currency": "currency"])
            return try call.withPriceIDs().scanned(Price.self, where: filter) { price in
                price.deleted != true && call.allows("active", price.active)
                    && (type ?? price.kind) == price.kind
                    && (interval == nil || interval == price.interval?.rawValue)
                    && (keys.isEmpty || keys.contains(price.lookupKey ?? ""))
            }
        },
        .search(path, Price.self),
        .get(one) { call in try call.shown(call.work.price(call.path())) },
        .post(
            one,
            simulates: [
                "active", "currency_options", "lookup_key", "transfer_lookup_key", "metadata", "nickname",
            ], keeps: ["tax_behavior"]
        ) { call in
            var price = try call.work.price(call.path())
            price.active = call["active"].bool ?? price.active
            call.take("nickname", into: &price.nickname)
            if call.has("lookup_key") {
                price.lookupKey = try call.lookupKey(call["lookup_key"].string, for: price.id)
            }
            price.metadata = try call.metadata(over: price.metadata ?? [:])
            price.currencyOptions = try call.currencyOptions(
                call.parameters.tree, over: price.currencyOptions)
            return try call.saved(price, event: "price.updated")
        },
    ]

    private static let path = "/v1/prices"
    private static let one = "/v1/prices/{price}"
}

extension Call {
    /// Returns the existing product whose id is in the request, or creates a product from `product_data`.
    fileprivate func priceProduct() throws -> Product {
        let submitted = self["product_data"]
        if submitted.object != nil {
            try require(
                self["product"].string == nil,
                "You may only specify one of these parameters: product, product_data.", parameter: "product")
            return try work.createProduct(
                named: submitted["name"].string ?? "", submitted["metadata"].metadata,
                id: submitted["id"].string
            ).object
        }
        let id = try required("product")
        return try work.product(id, by: "product")
    }

    /// Creates a price from the details in a request.
    ///
    /// - Parameter prefix: The beginning of the price's id.
    func makePrice(_ submitted: JSONTree, of product: Product, prefix: String = "price") throws -> Price {
        guard let currency = try currency(in: submitted["currency"]) else {
            throw ProcessorError.missing("currency")
        }
        let custom = try CustomAmountRules.limits(submitted, currency)
        let tiers = try PriceTiers.of(submitted)
        guard let amount = custom == nil && tiers == nil ? submitted["unit_amount"].integer : 0 else {
            throw ProcessorError.missing("unit_amount")
        }
        try require(
            submitted["recurring"]["usage_type"].string != "metered", "parameter_not_simulated",
            "Metered prices are not simulated.", parameter: "recurring[usage_type]")
        let interval = submitted["recurring"]["interval"].string.flatMap(Price.Interval.init)
        let count = submitted["recurring"]["interval_count"].integer
        if let count, let interval, !(1...interval.mostPerPeriod).contains(count) {
            throw ProcessorError.invalid(
                "interval_count must be between 1 and \(interval.mostPerPeriod) if the interval is "
                    + "\(interval.rawValue): a billing period is at most three years.",
                parameter: prefix == "plan" ? "interval_count" : "recurring[interval_count]")
        }
        var price = try work.create(
            Price.Create(
                product: product.id, unitAmount: amount, currency: currency, interval: interval),
            prefix: prefix
        ).object
        price.intervalCount = count
        price.customAmount = custom
        price.tiers = tiers
        price.tiersMode = submitted["tiers_mode"].string
        price.currencyOptions = try currencyOptions(submitted, over: nil)
        price.active = submitted["active"].bool ?? true
        price.nickname = submitted["nickname"].string
        price.metadata = submitted["metadata"].metadata
        try MetadataRules.check(price.metadata ?? [:])
        price.lookupKey = try lookupKey(submitted["lookup_key"].string, for: price.id)
        return try work.put(price).object
    }

    /// Returns the lookup key for a price, or nil if `key` is nil.
    ///
    /// If another price has the key, throws an error or, if `transfer_lookup_key` is true, removes the key
    /// from that price.
    fileprivate func lookupKey(_ key: String?, for id: String) throws -> String? {
        guard let key else { return nil }
        let owners = try work.list(Price.self, ListQuery(limit: 1), where: ["lookupKey": key])
        guard var old = owners.data.first, old.id != id else { return key }
        try require(
            self["transfer_lookup_key"].bool == true, "A price (`\(old.id)`) already uses that lookup key.",
            parameter: "lookup_key")
        old.lookupKey = nil
        try work.put(old)
        return key
    }
}

extension EngineTransaction {
    /// Returns the product with this id. Throws an error if the product does not exist.
    ///
    /// - Parameter parameter: The name of the parameter with the id.
    func product(_ id: String, by parameter: String) throws -> Product {
        guard let product = try product(id) else {
            throw ProcessorError.noSuch("product", id, parameter: parameter)
        }
        return product
    }
}

extension Price.Interval {
    /// The maximum number of intervals in a billing period, which is at most three years.
    ///
    /// Source: Stripe API reference, "Create a price", `recurring.interval_count`.
    fileprivate var mostPerPeriod: Int64 {
        switch self {
        case .day: 1095
        case .week: 156
        case .month: 36
        case .year: 3
        }
    }
}

/// The routes of `/v1/products`.
///
/// Source: Stripe API reference, "Products".
enum ProductRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked.union(["id", "default_price_data"]), keeps: kept) { call in
            var product = try call.work.createProduct(
                named: call["name"].string ?? "", call.metadata, id: call["id"].string
            ).object
            product.active = call["active"].bool ?? true
            product.description = call["description"].string
            if call["default_price_data"].object != nil {
                product.defaultPrice = try Call.naming("default_price_data") {
                    try call.makePrice(call["default_price_data"], of: product)
                }.id
            }
            return try call.saved(product)
        },
        .get(path, simulates: Filters.list.union(["active", "ids"])) { call in
            let ids = call["ids"].elements.compactMap(\.string)
            return try call.scanned(Product.self) { product in
                product.deleted != true && call.allows("active", product.active)
                    && (ids.isEmpty || ids.contains(product.shownID))
            }
        },
        .search(path, Product.self),
        .get(one) { call in try call.shown(call.productInPath()) },
        .post(one, simulates: asked.union(["default_price"]), keeps: kept) { call in
            var product = try call.productInPath()
            product.name = call["name"].string ?? product.name
            product.active = call["active"].bool ?? product.active
            call.take("description", into: &product.description)
            if let price = call["default_price"].string {
                try require(
                    call.work.price(price, by: "default_price").product == product.shownID,
                    "The price belongs to another product.", parameter: "default_price")
                product.defaultPrice = price
            }
            try call.takeMetadata(into: &product.metadata)
            product.updated = call.work.now
            return try call.saved(product, event: "product.updated")
        },
        .delete(one) { call in
            let product = try call.productInPath()
            try call.work.delete(product: product)
            return Product.deleted(product.shownID)
        },
    ]

    private static let path = "/v1/products"
    private static let one = "/v1/products/{id}"
    private static let asked: Set<String> = ["name", "active", "description", "metadata"]
    private static let kept: Set<String> = [
        "images", "marketing_features", "package_dimensions", "shippable", "statement_descriptor",
        "tax_code", "unit_label", "url",
    ]
}

extension Call {
    fileprivate func productInPath() throws -> Product {
        guard let product = try work.product(path()) else {
            throw ProcessorError.noSuch("product", path())
        }
        return product
    }
}

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
            try call.shown(make(call, call.parameters.tree, of: product(call)))
        },
        .get(
            path,
            simulates: Filters.list.union([
                "active", "product", "type", "currency", "lookup_keys", "recurring[interval]",
            ])
        ) { call in
            let keys = call["lookup_keys"].elements.compactMap(\.string)
            let (active, type) = (call["active"].bool, call["type"].string)
            let interval = call["recurring"]["interval"].string
            let filter = call.filter(["product": "product", "currency": "currency"])
            return try PlanRoutes.generated(call).scanned(Price.self, where: filter) { price in
                price.deleted != true && (active ?? price.active) == price.active
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
                price.lookupKey = try lookupKey(call["lookup_key"].string, call, for: price.id)
            }
            price.metadata = try call.metadata(over: price.metadata ?? [:])
            price.currencyOptions = try PriceTiers.currencies(
                call, call.parameters.tree, over: price.currencyOptions)
            try call.work.emit("price.updated", call.work.put(price))
            return try call.shown(price)
        },
    ]

    private static let path = "/v1/prices"
    private static let one = "/v1/prices/{price}"

    /// Returns the existing product whose id is in the request, or creates a product from `product_data`.
    private static func product(_ call: Call) throws -> Product {
        let submitted = call["product_data"]
        if submitted.object != nil {
            guard call["product"].string == nil else {
                throw ProcessorError.invalid(
                    "You may only specify one of these parameters: product, product_data.",
                    parameter: "product")
            }
            return try call.work.createProduct(
                named: submitted["name"].string ?? "", Call.metadata(submitted["metadata"]),
                id: submitted["id"].string
            ).object
        }
        let id = try call.required("product")
        return try named(id, call.work, by: "product")
    }

    static func named(_ id: String, _ work: EngineTransaction, by parameter: String) throws -> Product {
        guard let product = try work.product(id) else {
            throw ProcessorError.noSuch("product", id, parameter: parameter)
        }
        return product
    }

    /// Creates a price from the details in a request.
    ///
    /// - Parameter prefix: The beginning of the price's id.
    static func make(
        _ call: Call, _ submitted: JSONTree, of product: Product, prefix: String = "price"
    ) throws -> Price {
        guard let currency = try call.currency(in: submitted["currency"]) else {
            throw ProcessorError.missing("currency")
        }
        let custom = try CustomAmountRules.limits(submitted, currency)
        let tiers = try PriceTiers.of(submitted)
        guard let amount = custom == nil && tiers == nil ? submitted["unit_amount"].integer : 0 else {
            throw ProcessorError.missing("unit_amount")
        }
        guard submitted["recurring"]["usage_type"].string != "metered" else {
            throw ProcessorError.invalid(
                "parameter_not_simulated", "Metered prices are not simulated.",
                parameter: "recurring[usage_type]")
        }
        let interval = submitted["recurring"]["interval"].string.flatMap(Price.Interval.init)
        let count = submitted["recurring"]["interval_count"].integer
        if let count, let interval, !(1...interval.mostPerPeriod).contains(count) {
            throw ProcessorError.invalid(
                "interval_count must be between 1 and \(interval.mostPerPeriod) if the interval is "
                    + "\(interval.rawValue): a billing period is at most three years.",
                parameter: prefix == "plan" ? "interval_count" : "recurring[interval_count]")
        }
        var price = try call.work.create(
            Price.Create(
                product: product.id, unitAmount: amount, currency: currency, interval: interval),
            prefix: prefix
        ).object
        price.intervalCount = count
        price.customAmount = custom
        price.tiers = tiers
        price.tiersMode = submitted["tiers_mode"].string
        price.currencyOptions = try PriceTiers.currencies(call, submitted, over: nil)
        price.active = submitted["active"].bool ?? true
        price.nickname = submitted["nickname"].string
        price.metadata = Call.metadata(submitted["metadata"])
        try MetadataRules.check(price.metadata ?? [:])
        price.lookupKey = try lookupKey(submitted["lookup_key"].string, call, for: price.id)
        return try call.work.put(price).object
    }

    /// Returns the lookup key for a price, or nil if `key` is nil.
    ///
    /// If another price has the key, throws an error or, if `transfer_lookup_key` is true, removes the key
    /// from that price.
    private static func lookupKey(_ key: String?, _ call: Call, for id: String) throws -> String? {
        guard let key else { return nil }
        let owners = try call.work.list(Price.self, ListQuery(limit: 1), where: ["lookupKey": key])
        guard var old = owners.data.first, old.id != id else { return key }
        guard call["transfer_lookup_key"].bool == true else {
            throw ProcessorError.invalid(
                "A price (`\(old.id)`) already uses that lookup key.", parameter: "lookup_key")
        }
        old.lookupKey = nil
        try call.work.put(old)
        return key
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
                    try PriceRoutes.make(call, call["default_price_data"], of: product)
                }.id
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
        .search(path, Product.self),
        .get(one) { call in try call.shown(inPath(call)) },
        .post(one, simulates: asked.union(["default_price"]), keeps: kept) { call in
            var product = try inPath(call)
            product.name = call["name"].string ?? product.name
            product.active = call["active"].bool ?? product.active
            call.take("description", into: &product.description)
            if let price = call["default_price"].string {
                guard try call.work.price(price, by: "default_price").product == product.shownID
                else {
                    throw ProcessorError.invalid(
                        "The price belongs to another product.", parameter: "default_price")
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

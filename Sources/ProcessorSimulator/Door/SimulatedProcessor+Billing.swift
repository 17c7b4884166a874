public import Processor

extension SimulatedProcessor {
    /// Makes a product.
    public func createProduct(named name: String, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> Product
    {
        try await carryOut("products", NamedProduct(name: name, metadata: metadata), key) {
            try $0.createProduct(named: $1.name, $1.metadata)
        }
    }

    /// Makes a price of a product.
    public func create(_ request: Price.Create, key: IdempotencyKey) async throws(ProcessorError) -> Price {
        try await carryOut("prices", request, key) { try $0.create($1) }
    }

    /// Begins a subscription: its first invoice is charged at once, or after its trial.
    public func create(_ request: Subscription.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await carryOut("subscriptions", request, key) { try $0.create($1) }
    }

    /// Creates a coupon and its promotion code.
    public func create(_ request: PromotionCode.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PromotionCode
    {
        let made = try await carryOut("promotion_codes", request, key) { try $0.create($1) }
        return try await look { try $0.typed(made) }
    }

    /// Finds the active promotion code, or else the newest one, with this code.
    public func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode? {
        try await look { work in
            let found = try work.list(
                CouponCode.self, ListQuery(limit: 100), where: ["name": code.uppercased()]
            ).data
            return try (found.first { try work.isActive($0) } ?? found.first).map { try work.typed($0) }
        }
    }

    /// Changes a subscription from the next invoice on, or at once with an invoice of the difference.
    public func update(subscription: String, _ request: Subscription.Update, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await carryOut("subscriptions/\(subscription)", request, key) {
            try $0.update(subscription: subscription, $1)
        }
    }

    /// Ends a subscription at once; a second time is `resource_missing`.
    public func cancel(subscription: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await carryOut("subscriptions/\(subscription)/cancel", NoParameters(), key) { work, _ in
            try work.cancel(subscription: subscription)
        }
    }

    /// The subscription of this id.
    public func subscription(_ id: String) async throws(ProcessorError) -> Subscription {
        try await look { try $0.inPath(Subscription.self, id) }
    }

    /// Subscriptions, newest first, also those that have ended.
    public func subscriptions(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Subscription> {
        try await look { try $0.list(Subscription.self, query) }
    }

    /// The invoice of this id.
    public func invoice(_ id: String) async throws(ProcessorError) -> Invoice {
        try await look { try $0.inPath(Invoice.self, id) }
    }

    /// Invoices, newest first: all of them, or a subscription's.
    public func invoices(ofSubscription subscription: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Invoice>
    {
        try await look { work in
            guard let subscription else { return try work.list(Invoice.self, query) }
            return try work.page(work.children(Invoice.self, of: subscription), query)
        }
    }

    /// Tries an open invoice again now; a decline is thrown.
    public func pay(invoice: String, key: IdempotencyKey) async throws(ProcessorError) -> Invoice {
        try await carryOut("invoices/\(invoice)/pay", NoParameters(), key) { work, _ in
            try work.pay(invoice: invoice)
        }
    }
}

private struct NamedProduct: Hashable, Sendable, Codable {
    var name: String
    var metadata: Metadata
}

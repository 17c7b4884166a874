public import Processor

extension SimulatedProcessor {
    /// Creates a product.
    public func createProduct(named name: String, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> Product
    {
        try await carryOut("products", NamedProduct(name: name, metadata: metadata), key) {
            try $0.createProduct(named: $1.name, $1.metadata)
        }
    }

    /// Creates a price of a product.
    public func create(_ request: Price.Create, key: IdempotencyKey) async throws(ProcessorError) -> Price {
        try await carryOut("prices", request, key) { try $0.create($1) }
    }

    /// Creates a subscription. Its first invoice is charged at once, or after its trial.
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

    /// Finds the active promotion code with this code, or the newest one if none is active, or nil.
    public func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode? {
        try await look { work in
            let found = try work.list(
                CouponCode.self, ListQuery(limit: 100), where: ["name": code.uppercased()]
            ).data
            return try (found.first { try work.isActive($0) } ?? found.first).map { try work.typed($0) }
        }
    }

    /// Changes a subscription from the next invoice on, or at once with an invoice for the difference.
    public func update(subscription: String, _ request: Subscription.Update, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await carryOut("subscriptions/\(subscription)", request, key) {
            try $0.update(subscription: subscription, $1)
        }
    }

    /// Cancels a subscription immediately. Canceling it again fails with `resource_missing`.
    public func cancel(subscription: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await carryOut("subscriptions/\(subscription)/cancel", NoParameters(), key) { work, _ in
            try work.cancel(subscription: subscription)
        }
    }

    /// Retrieves a subscription.
    public func subscription(_ id: String) async throws(ProcessorError) -> Subscription {
        try await look { try $0.inPath(Subscription.self, id) }
    }

    /// Lists subscriptions, newest first, including canceled ones.
    public func subscriptions(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Subscription> {
        try await look { try $0.list(Subscription.self, query) }
    }

    /// Retrieves an invoice.
    public func invoice(_ id: String) async throws(ProcessorError) -> Invoice {
        try await look { try $0.inPath(Invoice.self, id) }
    }

    /// Lists the invoices of a subscription, or all invoices, newest first.
    public func invoices(ofSubscription subscription: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Invoice>
    {
        try await look { work in
            guard let subscription else { return try work.list(Invoice.self, query) }
            return try work.page(work.children(Invoice.self, of: subscription), query)
        }
    }

    /// Retries an open invoice now. Throws if it is declined.
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

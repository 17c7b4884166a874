public import MoneyKit
public import Processor

extension SimulatedProcessor {
    /// Transfers money from the platform to a connected account.
    public func create(_ request: Transfer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Transfer
    {
        try await execute("transfers", request, key) { try $0.create($1) }
    }

    /// Retrieves an application fee with its latest refunds, at most 10.
    public func applicationFee(_ id: String) async throws(ProcessorError) -> ApplicationFee {
        try await inspect { work in
            var fee = try work.inPath(ApplicationFee.self, id)
            fee.returns = try work.children(FeeRefund.self, of: id).reversed().prefix(10).map {
                ApplicationFee.Return(id: $0.id, created: $0.created, amount: $0.amount)
            }
            return fee
        }
    }

    /// Retrieves a transfer.
    public func transfer(_ id: String) async throws(ProcessorError) -> Transfer {
        try await found(id)
    }

    /// Lists the transfers to a connected account, newest first. If `account` is nil, lists all transfers.
    public func transfers(to account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Transfer>
    {
        try await inspect { try $0.transfers(to: account, query) }
    }

    /// Lists the reversals of a transfer, newest first.
    public func reversals(ofTransfer transfer: String)
        async throws(ProcessorError) -> ListPage<TransferReversal>
    {
        try await inspect { work in
            _ = try work.inPath(Transfer.self, transfer)
            return ListPage(try work.children(TransferReversal.self, of: transfer).reversed(), hasMore: false)
        }
    }

    /// Reverses all or part of a transfer. The amount must not exceed the unreversed part of the transfer or
    /// the connected account's balance.
    public func reverse(transfer: String, amount: Int64, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> TransferReversal
    {
        try await execute(
            "transfers/\(transfer)/reversals", WantedReversal(amount: amount, metadata: metadata), key
        ) { try $0.reverse(transfer: transfer, amount: $1.amount, $1.metadata) }
    }

    /// Retrieves an account's balances, one per currency. If `account` is nil, retrieves the platform's
    /// balances.
    public func balances(of account: String?) async throws(ProcessorError) -> [Balance] {
        try await inspect { work in
            if let account { _ = try work.inPath(Account.self, account) }
            return try work.balances(of: account ?? "")
        }
    }

    /// Lists an account's balance transactions, newest first. If `account` is nil, lists the platform's
    /// balance transactions.
    public func balanceTransactions(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<BalanceTransaction>
    {
        try await page(query, of: account)
    }

    /// Retrieves a balance transaction.
    public func balanceTransaction(_ id: String, of account: String?) async throws(ProcessorError)
        -> BalanceTransaction
    {
        try await found(id, of: account)
    }

    /// Creates a payout from an account's available balance to its bank account. If `account` is nil, pays
    /// out the platform's money.
    public func createPayout(of account: String?, amount: Int64, currency: Currency, key: IdempotencyKey)
        async throws(ProcessorError) -> Payout
    {
        try await execute(
            "payouts", WantedPayout(account: account, amount: amount, currency: currency), key, of: account
        ) { try $0.createPayout(of: $1.account, amount: $1.amount, $1.currency) }
    }

    /// Retrieves a payout.
    public func payout(_ id: String, of account: String?) async throws(ProcessorError) -> Payout {
        try await found(id, of: account)
    }

    /// Lists an account's payouts, newest first. If `account` is nil, lists the platform's payouts.
    public func payouts(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Payout>
    {
        try await page(query, of: account)
    }

    /// Lists the events of the last 30 days, newest first. If `types` is empty, lists events of all types.
    public func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
    {
        try await inspect { try $0.events(query, ofTypes: types) }
    }
}

private struct WantedReversal: Hashable, Sendable, Codable {
    var amount: Int64
    var metadata: Metadata
}

private struct WantedPayout: Hashable, Sendable, Codable {
    var account: String?
    var amount: Int64
    var currency: Currency
}

extension SimulatedProcessor {
    /// Creates a product.
    public func createProduct(named name: String, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> Product
    {
        try await execute("products", NamedProduct(name: name, metadata: metadata), key) {
            try $0.createProduct(named: $1.name, $1.metadata)
        }
    }

    /// Creates a price for a product.
    public func create(_ request: Price.Create, key: IdempotencyKey) async throws(ProcessorError) -> Price {
        try await execute("prices", request, key) { try $0.create($1) }
    }

    /// Creates a subscription. Without a trial, the processor charges the first invoice immediately. With a
    /// trial, it immediately charges only the request's one-time amount, if any.
    public func create(_ request: Subscription.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await execute("subscriptions", request, key) { try $0.create($1) }
    }

    /// Creates a coupon and its promotion code.
    public func create(_ request: PromotionCode.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PromotionCode
    {
        let made = try await execute("promotion_codes", request, key) { try $0.create($1) }
        return try await inspect { try $0.typed(made) }
    }

    /// Returns the promotion code whose customer-facing code is `code`. Returns nil if it does not exist. An
    /// active promotion code takes precedence over newer inactive ones.
    public func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode? {
        try await inspect { work in
            let found = try work.list(
                CouponCode.self, ListQuery(limit: 100), where: ["name": code.uppercased()]
            ).data
            return try (found.first { try work.isActive($0) } ?? found.first).map { try work.typed($0) }
        }
    }

    /// Changes a subscription. A new price takes effect with the next invoice, unless the request's
    /// `invoicesDifference` is true. In that case, the processor invoices the difference in price
    /// immediately.
    public func update(subscription: String, _ request: Subscription.Update, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await execute("subscriptions/\(subscription)", request, key) {
            try $0.update(subscription: subscription, $1)
        }
    }

    /// Cancels a subscription immediately. Canceling it again fails with `resource_missing`.
    public func cancel(subscription: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await execute("subscriptions/\(subscription)/cancel", NoParameters(), key) { work, _ in
            try work.cancel(subscription: subscription)
        }
    }

    /// Retrieves a subscription.
    public func subscription(_ id: String) async throws(ProcessorError) -> Subscription {
        try await found(id)
    }

    /// Lists subscriptions, newest first, including canceled ones.
    public func subscriptions(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Subscription> {
        try await page(query)
    }

    /// Retrieves an invoice.
    public func invoice(_ id: String) async throws(ProcessorError) -> Invoice {
        try await found(id)
    }

    /// Lists the invoices of a subscription, newest first. If `subscription` is nil, lists all invoices.
    public func invoices(ofSubscription subscription: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Invoice>
    {
        try await inspect { work in
            guard let subscription else { return try work.list(Invoice.self, query) }
            return try work.page(work.children(Invoice.self, of: subscription), query)
        }
    }

    /// Attempts to collect the payment for an invoice now. Throws an error if the payment is declined or
    /// requires authentication.
    public func pay(invoice: String, key: IdempotencyKey) async throws(ProcessorError) -> Invoice {
        try await execute("invoices/\(invoice)/pay", NoParameters(), key) { work, _ in
            try work.pay(invoice: invoice)
        }
    }
}

private struct NamedProduct: Hashable, Sendable, Codable {
    var name: String
    var metadata: Metadata
}

public import MoneyKit
public import Processor

extension FaultyProcessor {
    /// Creates a product.
    public func createProduct(named name: String, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> Product
    {
        try await pass(.otherChange) {
            try await base.createProduct(named: name, metadata: metadata, key: key)
        }
    }

    /// Creates a price for a product.
    public func create(_ request: Price.Create, key: IdempotencyKey) async throws(ProcessorError) -> Price {
        try await pass(.otherChange) { try await base.create(request, key: key) }
    }

    /// Creates a subscription. The first invoice is charged immediately. If there is a trial, only a one-time
    /// amount is charged before the trial ends.
    public func create(_ request: Subscription.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Subscription
    {
        try await pass(.createSubscription) { try await base.create(request, key: key) }
    }

    /// Creates a coupon and its promotion code.
    public func create(_ request: PromotionCode.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PromotionCode
    {
        try await pass(.otherChange) { try await base.create(request, key: key) }
    }

    /// Returns the promotion code whose customer-facing code is `code`, or nil if it does not exist.
    public func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode? {
        try await pass(.read) { try await base.promotionCode(named: code) }
    }

    /// Changes a subscription. A new price takes effect with the next invoice, unless the request's
    /// `invoicesDifference` is true. In that case, the processor invoices the difference in price
    /// immediately.
    public func update(subscription: String, _ request: Subscription.Update, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await pass(.updateSubscription) {
            try await base.update(subscription: subscription, request, key: key)
        }
    }

    /// Cancels a subscription immediately. Canceling it again fails with `resource_missing`.
    public func cancel(subscription: String, key: IdempotencyKey) async throws(ProcessorError) -> Subscription
    {
        try await pass(.cancelSubscription) { try await base.cancel(subscription: subscription, key: key) }
    }

    /// Retrieves a subscription.
    public func subscription(_ id: String) async throws(ProcessorError) -> Subscription {
        try await pass(.read) { try await base.subscription(id) }
    }

    /// Lists subscriptions, newest first, including canceled ones.
    public func subscriptions(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Subscription> {
        try await pass(.read) { try await base.subscriptions(query) }
    }

    /// Retrieves an invoice.
    public func invoice(_ id: String) async throws(ProcessorError) -> Invoice {
        try await pass(.read) { try await base.invoice(id) }
    }

    /// Lists the invoices of a subscription, newest first. If `subscription` is nil, lists all invoices.
    public func invoices(ofSubscription subscription: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Invoice>
    {
        try await pass(.read) { try await base.invoices(ofSubscription: subscription, query) }
    }

    /// Tries to collect an open invoice now, and throws an error if the payment is declined.
    public func pay(invoice: String, key: IdempotencyKey) async throws(ProcessorError) -> Invoice {
        try await pass(.payInvoice) { try await base.pay(invoice: invoice, key: key) }
    }

    /// Creates a connected account that has not completed onboarding.
    public func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    {
        try await pass(.otherChange) { try await base.create(request, key: key) }
    }

    /// Retrieves a connected account.
    public func account(_ id: String) async throws(ProcessorError) -> Account {
        try await pass(.read) { try await base.account(id) }
    }

    /// Creates a link to the onboarding page of an account. The link can be opened only once. By default, it
    /// expires 300 seconds after its creation.
    public func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    {
        try await pass(.otherChange) {
            try await base.accountLink(for: account, refreshURL: refreshURL, returnURL: returnURL)
        }
    }

    /// Creates a link to the dashboard of an onboarded account.
    public func loginLink(for account: String) async throws(ProcessorError) -> AccountLink {
        try await pass(.read) { try await base.loginLink(for: account) }
    }

    /// Transfers money from the platform to a connected account.
    public func create(_ request: Transfer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Transfer
    {
        try await pass(.transfer) { try await base.create(request, key: key) }
    }

    /// Retrieves an application fee with its latest refunds.
    public func applicationFee(_ id: String) async throws(ProcessorError) -> ApplicationFee {
        try await pass(.read) { try await base.applicationFee(id) }
    }

    /// Retrieves a transfer.
    public func transfer(_ id: String) async throws(ProcessorError) -> Transfer {
        try await pass(.read) { try await base.transfer(id) }
    }

    /// Lists the transfers to a connected account, newest first. If `account` is nil, lists all transfers.
    public func transfers(to account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Transfer>
    {
        try await pass(.read) { try await base.transfers(to: account, query) }
    }

    /// Lists the reversals of a transfer, newest first.
    public func reversals(ofTransfer transfer: String)
        async throws(ProcessorError) -> ListPage<TransferReversal>
    {
        try await pass(.read) { try await base.reversals(ofTransfer: transfer) }
    }

    /// Reverses all or part of a transfer. The amount must not exceed the unreversed part of the transfer or
    /// the connected account's balance.
    public func reverse(transfer: String, amount: Int64, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> TransferReversal
    {
        try await pass(.reverse) {
            try await base.reverse(transfer: transfer, amount: amount, metadata: metadata, key: key)
        }
    }

    /// Retrieves an account's balances, one per currency. If `account` is nil, retrieves the platform's
    /// balances.
    public func balances(of account: String?) async throws(ProcessorError) -> [Balance] {
        try await pass(.read) { try await base.balances(of: account) }
    }

    /// Lists an account's balance transactions, newest first. If `account` is nil, lists the platform's
    /// balance transactions.
    public func balanceTransactions(of account: String?, _ query: ListQuery) async throws(ProcessorError)
        -> ListPage<BalanceTransaction>
    {
        try await pass(.read) { try await base.balanceTransactions(of: account, query) }
    }

    /// Retrieves a balance transaction.
    public func balanceTransaction(_ id: String, of account: String?) async throws(ProcessorError)
        -> BalanceTransaction
    {
        try await pass(.read) { try await base.balanceTransaction(id, of: account) }
    }

    /// Creates a payout from an account's available balance to its bank account. If `account` is nil, pays
    /// out the platform's money.
    public func createPayout(of account: String?, amount: Int64, currency: Currency, key: IdempotencyKey)
        async throws(ProcessorError) -> Payout
    {
        try await pass(.payout) {
            try await base.createPayout(of: account, amount: amount, currency: currency, key: key)
        }
    }

    /// Retrieves a payout.
    public func payout(_ id: String, of account: String?) async throws(ProcessorError) -> Payout {
        try await pass(.read) { try await base.payout(id, of: account) }
    }

    /// Lists an account's payouts, newest first. If `account` is nil, lists the platform's payouts.
    public func payouts(of account: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<
        Payout
    > {
        try await pass(.read) {
            try await base.payouts(of: account, query)
        }
    }
}

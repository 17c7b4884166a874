public import MoneyKit
public import Processor

extension FaultyProcessor {
    /// Makes a product.
    public func createProduct(named name: String, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> Product
    {
        try await pass(.otherChange) { () async throws(ProcessorError) in
            try await base.createProduct(named: name, metadata: metadata, key: key)
        }
    }

    /// Makes a price of a product.
    public func create(_ request: Price.Create, key: IdempotencyKey) async throws(ProcessorError) -> Price {
        try await pass(.otherChange) { () async throws(ProcessorError) in
            try await base.create(request, key: key)
        }
    }

    /// Begins a subscription: its first invoice is charged at once, or after its trial.
    public func create(_ request: Subscription.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Subscription
    {
        try await pass(.createSubscription) { () async throws(ProcessorError) in
            try await base.create(request, key: key)
        }
    }

    /// Creates a coupon and its promotion code.
    public func create(_ request: PromotionCode.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PromotionCode
    {
        try await pass(.otherChange) { () async throws(ProcessorError) in
            try await base.create(request, key: key)
        }
    }

    /// Finds a promotion code by its code.
    public func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode? {
        try await pass(.read) { () async throws(ProcessorError) in try await base.promotionCode(named: code) }
    }

    /// Changes a subscription from the next invoice on, or at once with an invoice of the difference.
    public func update(subscription: String, _ request: Subscription.Update, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    {
        try await pass(.updateSubscription) { () async throws(ProcessorError) in
            try await base.update(subscription: subscription, request, key: key)
        }
    }

    /// Ends a subscription at once; a second time is `resource_missing`.
    public func cancel(subscription: String, key: IdempotencyKey) async throws(ProcessorError) -> Subscription
    {
        try await pass(.cancelSubscription) { () async throws(ProcessorError) in
            try await base.cancel(subscription: subscription, key: key)
        }
    }

    /// The subscription of this id.
    public func subscription(_ id: String) async throws(ProcessorError) -> Subscription {
        try await pass(.read) { () async throws(ProcessorError) in try await base.subscription(id) }
    }

    /// Subscriptions, newest first, also those that have ended.
    public func subscriptions(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Subscription> {
        try await pass(.read) { () async throws(ProcessorError) in try await base.subscriptions(query) }
    }

    /// The invoice of this id.
    public func invoice(_ id: String) async throws(ProcessorError) -> Invoice {
        try await pass(.read) { () async throws(ProcessorError) in try await base.invoice(id) }
    }

    /// Invoices, newest first: all of them, or a subscription's.
    public func invoices(ofSubscription subscription: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Invoice>
    {
        try await pass(.read) { () async throws(ProcessorError) in
            try await base.invoices(ofSubscription: subscription, query)
        }
    }

    /// Tries an open invoice again now; a decline is thrown.
    public func pay(invoice: String, key: IdempotencyKey) async throws(ProcessorError) -> Invoice {
        try await pass(.payInvoice) { () async throws(ProcessorError) in
            try await base.pay(invoice: invoice, key: key)
        }
    }

    /// Makes a connected account, of which nothing is known yet.
    public func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    {
        try await pass(.otherChange) { () async throws(ProcessorError) in
            try await base.create(request, key: key)
        }
    }

    /// The connected account of this id.
    public func account(_ id: String) async throws(ProcessorError) -> Account {
        try await pass(.read) { () async throws(ProcessorError) in try await base.account(id) }
    }

    /// The page where an account is onboarded; good for 300 seconds, once.
    public func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    {
        try await pass(.otherChange) { () async throws(ProcessorError) in
            try await base.accountLink(for: account, refreshURL: refreshURL, returnURL: returnURL)
        }
    }

    /// The dashboard of an onboarded account.
    public func loginLink(for account: String) async throws(ProcessorError) -> AccountLink {
        try await pass(.read) { () async throws(ProcessorError) in try await base.loginLink(for: account) }
    }

    /// Moves money of the platform to a connected account.
    public func create(_ request: Transfer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Transfer
    {
        try await pass(.transfer) { () async throws(ProcessorError) in
            try await base.create(request, key: key)
        }
    }

    /// Retrieves an application fee, with its latest returned parts.
    public func applicationFee(_ id: String) async throws(ProcessorError) -> ApplicationFee {
        try await pass(.read) { () async throws(ProcessorError) in try await base.applicationFee(id) }
    }

    /// The transfer of this id.
    public func transfer(_ id: String) async throws(ProcessorError) -> Transfer {
        try await pass(.read) { () async throws(ProcessorError) in try await base.transfer(id) }
    }

    /// Lists the transfers to an account, or all transfers, newest first.
    public func transfers(to account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Transfer>
    {
        try await pass(.read) { () async throws(ProcessorError) in
            try await base.transfers(to: account, query)
        }
    }

    /// What was taken back of a transfer, newest first.
    public func reversals(ofTransfer transfer: String)
        async throws(ProcessorError) -> ListPage<TransferReversal>
    {
        try await pass(.read) { () async throws(ProcessorError) in
            try await base.reversals(ofTransfer: transfer)
        }
    }

    /// Takes a part of a transfer back, at most what is left of it and what the account holds.
    public func reverse(transfer: String, amount: Int64, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> TransferReversal
    {
        try await pass(.reverse) { () async throws(ProcessorError) in
            try await base.reverse(transfer: transfer, amount: amount, metadata: metadata, key: key)
        }
    }

    /// What an account holds, one entry a currency; nil is the platform.
    public func balances(of account: String?) async throws(ProcessorError) -> [Balance] {
        try await pass(.read) { () async throws(ProcessorError) in try await base.balances(of: account) }
    }

    /// The changes of an account's balance, newest first.
    public func balanceTransactions(of account: String?, _ query: ListQuery) async throws(ProcessorError)
        -> ListPage<BalanceTransaction>
    {
        try await pass(.read) { () async throws(ProcessorError) in
            try await base.balanceTransactions(of: account, query)
        }
    }

    /// The balance transaction of this id.
    public func balanceTransaction(_ id: String, of account: String?) async throws(ProcessorError)
        -> BalanceTransaction
    {
        try await pass(.read) { () async throws(ProcessorError) in
            try await base.balanceTransaction(id, of: account)
        }
    }

    /// Sends what is available to the bank.
    public func createPayout(of account: String?, amount: Int64, currency: Currency, key: IdempotencyKey)
        async throws(ProcessorError) -> Payout
    {
        try await pass(.payout) { () async throws(ProcessorError) in
            try await base.createPayout(of: account, amount: amount, currency: currency, key: key)
        }
    }

    /// The payout of this id.
    public func payout(_ id: String, of account: String?) async throws(ProcessorError) -> Payout {
        try await pass(.read) { () async throws(ProcessorError) in try await base.payout(id, of: account) }
    }

    /// The payouts of an account, newest first.
    public func payouts(of account: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<
        Payout
    > {
        try await pass(.read) { () async throws(ProcessorError) in try await base.payouts(of: account, query)
        }
    }
}

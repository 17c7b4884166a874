public import MoneyKit

/// A payment processor with Stripe's objects: the simulator in this process, or a processor over HTTP.
///
/// Calls that create or change an object have an idempotency key. If an identical request is sent again with the same
/// key, the processor repeats its response and does nothing. A call throws ``ProcessorError``. If
/// ``ProcessorError/leavesOutcomeUnknown`` is true, the request may have been executed.
///
/// Source: Stripe API reference, version 2026-05-27.
public protocol PaymentProcessor: Sendable {
    // Payments
    func create(_ request: PaymentIntent.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentIntent
    func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    /// Captures an authorized amount: `amount` in minor units, or all of it.
    func capture(_ intent: String, amount: Int64?, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent
    func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent
    func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent>
    /// Finds intents by one metadata value. The search lags: an intent younger than a minute may be missing.
    func searchPaymentIntents(metadata key: String, equals value: String)
        async throws(ProcessorError) -> ListPage<PaymentIntent>
    /// Retrieves a charge. A connected account sees an incoming transfer as a charge `py_…`, which is
    /// retrieved on its behalf.
    func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge
    /// Lists the platform's charges, newest first, including failed ones.
    func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge>
    /// Assigns a charge to a customer, which leaves the payment intent as it is. Does nothing if it is
    /// already assigned to this customer; a charge of another customer is refused.
    func assign(charge: String, to customer: String, key: IdempotencyKey) async throws(ProcessorError)
        -> Charge

    // Payment methods and customers
    func create(_ request: PaymentMethod.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentMethod
    func paymentMethod(_ id: String) async throws(ProcessorError) -> PaymentMethod
    /// Attaches a method to a customer, so that it can be charged again. A card that would be declined is
    /// refused.
    func attach(_ method: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    func create(_ request: Customer.Create, key: IdempotencyKey) async throws(ProcessorError) -> Customer
    func customer(_ id: String) async throws(ProcessorError) -> Customer
    /// Lists the customers that were not deleted, newest first.
    ///
    /// - Parameter email: Only customers with exactly this address, upper and lower case included; nil for
    ///   all.
    func customers(email: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<Customer>
    func update(customer: String, _ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    func delete(customer: String, key: IdempotencyKey) async throws(ProcessorError) -> Customer

    // Refunds and disputes
    func create(_ request: Refund.Create, key: IdempotencyKey) async throws(ProcessorError) -> Refund
    /// Retrieves a refund. A connected account sees a returned transfer as a refund `pyr_…`, which is
    /// retrieved on its behalf.
    func refund(_ id: String, of account: String?) async throws(ProcessorError) -> Refund
    func refunds(ofIntent intent: String) async throws(ProcessorError) -> ListPage<Refund>
    /// Lists the platform's refunds, newest first.
    func refunds(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Refund>
    func dispute(_ id: String) async throws(ProcessorError) -> Dispute
    func disputes(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Dispute>
    /// Submits evidence for a dispute. In test mode, the texts `winning_evidence` and `losing_evidence`
    /// decide it.
    func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    /// Accepts a dispute as lost.
    func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute

    // Subscriptions
    func createProduct(named name: String, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> Product
    func create(_ request: Price.Create, key: IdempotencyKey) async throws(ProcessorError) -> Price
    func create(_ request: Subscription.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Subscription
    func update(subscription: String, _ request: Subscription.Update, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    /// Cancels a subscription immediately. Canceling it again fails with `resource_missing`.
    func cancel(subscription: String, key: IdempotencyKey) async throws(ProcessorError) -> Subscription
    func subscription(_ id: String) async throws(ProcessorError) -> Subscription
    func subscriptions(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Subscription>
    func invoice(_ id: String) async throws(ProcessorError) -> Invoice
    /// Lists the invoices of a subscription, or all invoices, newest first.
    func invoices(ofSubscription subscription: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Invoice>
    /// Creates a coupon and its promotion code.
    func create(_ request: PromotionCode.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PromotionCode
    /// Finds the active promotion code with this code, or the newest one if none is active, or nil.
    func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode?
    /// Retries an open invoice now.
    func pay(invoice: String, key: IdempotencyKey) async throws(ProcessorError) -> Invoice

    // Connected accounts
    func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    func account(_ id: String) async throws(ProcessorError) -> Account
    /// Creates a link to the onboarding page of an account. It can be opened once, within 300 seconds.
    func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    /// Creates a link to the dashboard of an onboarded account.
    func loginLink(for account: String) async throws(ProcessorError) -> AccountLink

    // Balances; `account` nil is the platform
    func create(_ request: Transfer.Create, key: IdempotencyKey) async throws(ProcessorError) -> Transfer
    /// Retrieves an application fee, with its latest returned parts.
    func applicationFee(_ id: String) async throws(ProcessorError) -> ApplicationFee
    func transfer(_ id: String) async throws(ProcessorError) -> Transfer
    /// Lists the transfers to an account, or all transfers, newest first.
    func transfers(to account: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<Transfer>
    func reversals(ofTransfer transfer: String) async throws(ProcessorError) -> ListPage<TransferReversal>
    /// Reverses `amount` of a transfer, at most what is left of it and what the account holds
    /// (`balance_insufficient`).
    func reverse(transfer: String, amount: Int64, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> TransferReversal
    /// Retrieves an account's balances, one per currency.
    func balances(of account: String?) async throws(ProcessorError) -> [Balance]
    func balanceTransactions(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<BalanceTransaction>
    func balanceTransaction(_ id: String, of account: String?) async throws(ProcessorError)
        -> BalanceTransaction
    /// Pays `amount` minor units of the available balance out to the bank.
    func createPayout(of account: String?, amount: Int64, currency: Currency, key: IdempotencyKey)
        async throws(ProcessorError) -> Payout
    func payout(_ id: String, of account: String?) async throws(ProcessorError) -> Payout
    func payouts(of account: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<Payout>

    // Events
    /// Lists events, newest first. The processor keeps them for 30 days.
    ///
    /// - Parameter types: The event types to list, at most 20, or empty for all types.
    func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
}

extension PaymentProcessor {
    /// Lists the events of all types.
    public func events(_ query: ListQuery) async throws(ProcessorError) -> ListPage<ProcessorEvent> {
        try await events(ofTypes: [], query)
    }
    /// Retrieves a charge of the platform.
    public func charge(_ id: String) async throws(ProcessorError) -> Charge { try await charge(id, of: nil) }
    /// Retrieves a refund of the platform.
    public func refund(_ id: String) async throws(ProcessorError) -> Refund { try await refund(id, of: nil) }
    /// Retrieves a balance transaction of the platform.
    public func balanceTransaction(_ id: String) async throws(ProcessorError) -> BalanceTransaction {
        try await balanceTransaction(id, of: nil)
    }
    /// Retrieves a payout of the platform.
    public func payout(_ id: String) async throws(ProcessorError) -> Payout { try await payout(id, of: nil) }
}

public import MoneyKit

/// A payment processor that uses Stripe's object types. A processor is either a simulator in this process or
/// a server that is reached over HTTP.
///
/// Calls with an idempotency key can be repeated safely. If an identical request is sent again with the same
/// key, the processor returns the same response and does nothing else. Calls throw ``ProcessorError``. If the
/// error's ``ProcessorError/leavesOutcomeUnknown`` is true, the request may have been executed.
///
/// Source: Stripe API reference, version 2026-05-27.
public protocol PaymentProcessor: Sendable {
    // Payments
    func create(_ request: PaymentIntent.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentIntent
    func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    /// Captures all or part of an authorized payment. The amount is in minor units. If `amount` is nil,
    /// captures the whole authorized amount.
    func capture(_ intent: String, amount: Int64?, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent
    func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent
    func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent>
    /// Returns the payment intents whose metadata contains `value` for `key`, newest first. Payment intents
    /// created in the last minute may be missing.
    func searchPaymentIntents(metadata key: String, equals value: String)
        async throws(ProcessorError) -> ListPage<PaymentIntent>
    /// Retrieves a charge that belongs to a connected account or, if `account` is nil, to the platform.
    ///
    /// A transfer to a connected account appears in that account as a charge whose id starts with `py_`.
    func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge
    /// Lists the platform's charges, including failed charges, newest first.
    func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge>
    /// Assigns a charge to a customer. The charge's payment intent remains unchanged.
    ///
    /// Does nothing if the charge already belongs to this customer. Throws an error if the charge belongs to
    /// a different customer.
    func assign(charge: String, to customer: String, key: IdempotencyKey) async throws(ProcessorError)
        -> Charge

    // Payment methods and customers
    func create(_ request: PaymentMethod.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentMethod
    func paymentMethod(_ id: String) async throws(ProcessorError) -> PaymentMethod
    /// Attaches a payment method to a customer. An attached payment method can be charged again. Throws an
    /// error if the card is declined.
    func attach(_ method: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    func create(_ request: Customer.Create, key: IdempotencyKey) async throws(ProcessorError) -> Customer
    func customer(_ id: String) async throws(ProcessorError) -> Customer
    /// Lists customers that have not been deleted, newest first. If `email` is not nil, lists only customers
    /// with exactly this e-mail address.
    func customers(email: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<Customer>
    func update(customer: String, _ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    func delete(customer: String, key: IdempotencyKey) async throws(ProcessorError) -> Customer

    // Refunds and disputes
    func create(_ request: Refund.Create, key: IdempotencyKey) async throws(ProcessorError) -> Refund
    /// Retrieves a refund that belongs to a connected account or, if `account` is nil, to the platform.
    ///
    /// The reversal of a transfer to a connected account appears in that account as a refund whose id starts
    /// with `pyr_`.
    func refund(_ id: String, of account: String?) async throws(ProcessorError) -> Refund
    func refunds(ofIntent intent: String) async throws(ProcessorError) -> ListPage<Refund>
    /// Lists the platform's refunds, newest first.
    func refunds(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Refund>
    func dispute(_ id: String) async throws(ProcessorError) -> Dispute
    func disputes(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Dispute>
    /// Submits evidence for a dispute. In test mode, the text `winning_evidence` wins the dispute, and
    /// `losing_evidence` loses it.
    func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    /// Closes a dispute, which means that the platform accepts it as lost.
    func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute

    // Subscriptions
    func createProduct(named name: String, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> Product
    func create(_ request: Price.Create, key: IdempotencyKey) async throws(ProcessorError) -> Price
    func create(_ request: Subscription.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Subscription
    func update(subscription: String, _ request: Subscription.Update, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    /// Cancels a subscription immediately. Throws an error with code `resource_missing` if the subscription
    /// is already canceled.
    func cancel(subscription: String, key: IdempotencyKey) async throws(ProcessorError) -> Subscription
    func subscription(_ id: String) async throws(ProcessorError) -> Subscription
    func subscriptions(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Subscription>
    func invoice(_ id: String) async throws(ProcessorError) -> Invoice
    /// Lists the invoices of a subscription, newest first. If `subscription` is nil, lists all invoices.
    func invoices(ofSubscription subscription: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Invoice>
    /// Creates a coupon with one promotion code.
    func create(_ request: PromotionCode.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PromotionCode
    /// Returns the promotion code that customers enter as `code`, or nil if it does not exist. An active
    /// promotion code takes precedence over newer inactive ones.
    func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode?
    /// Attempts to collect payment for an open invoice now. Throws an error if the payment is declined.
    func pay(invoice: String, key: IdempotencyKey) async throws(ProcessorError) -> Invoice

    // Connected accounts
    func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    func account(_ id: String) async throws(ProcessorError) -> Account
    /// Creates a link to the onboarding page of an account. The link can be opened only once, and expires
    /// after a few minutes.
    func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    /// Creates a link to the dashboard of an onboarded account.
    func loginLink(for account: String) async throws(ProcessorError) -> AccountLink

    // Balances. If `account` is nil, the call is about the platform.
    func create(_ request: Transfer.Create, key: IdempotencyKey) async throws(ProcessorError) -> Transfer
    /// Retrieves an application fee with its latest refunds.
    func applicationFee(_ id: String) async throws(ProcessorError) -> ApplicationFee
    func transfer(_ id: String) async throws(ProcessorError) -> Transfer
    /// Lists the transfers to a connected account, newest first. If `account` is nil, lists all transfers.
    func transfers(to account: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<Transfer>
    func reversals(ofTransfer transfer: String) async throws(ProcessorError) -> ListPage<TransferReversal>
    /// Reverses all or part of a transfer. The amount, in minor units, must not exceed the unreversed part of
    /// the transfer. Throws `balance_insufficient` if the amount exceeds the connected account's balance.
    func reverse(transfer: String, amount: Int64, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> TransferReversal
    /// Retrieves the balances of an account, one per currency.
    ///
    /// - Parameter account: The id of the connected account, or nil for the platform.
    func balances(of account: String?) async throws(ProcessorError) -> [Balance]
    func balanceTransactions(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<BalanceTransaction>
    func balanceTransaction(_ id: String, of account: String?) async throws(ProcessorError)
        -> BalanceTransaction
    /// Pays out money from an account's available balance to its bank account. The amount is in minor units.
    /// If `account` is nil, pays out the platform's money.
    func createPayout(of account: String?, amount: Int64, currency: Currency, key: IdempotencyKey)
        async throws(ProcessorError) -> Payout
    func payout(_ id: String, of account: String?) async throws(ProcessorError) -> Payout
    func payouts(of account: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<Payout>

    // Events
    /// Lists the events whose type is in `types`, newest first. `types` can contain at most 20 types. If
    /// `types` is empty, lists events of all types. The processor stores events for 30 days.
    func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
}

extension PaymentProcessor {
    /// Lists the events of all types, newest first.
    public func events(_ query: ListQuery) async throws(ProcessorError) -> ListPage<ProcessorEvent> {
        try await events(ofTypes: [], query)
    }
    /// Retrieves a charge that belongs to the platform.
    public func charge(_ id: String) async throws(ProcessorError) -> Charge { try await charge(id, of: nil) }
    /// Retrieves a refund that belongs to the platform.
    public func refund(_ id: String) async throws(ProcessorError) -> Refund { try await refund(id, of: nil) }
    /// Retrieves a balance transaction that belongs to the platform.
    public func balanceTransaction(_ id: String) async throws(ProcessorError) -> BalanceTransaction {
        try await balanceTransaction(id, of: nil)
    }
    /// Retrieves a payout that belongs to the platform.
    public func payout(_ id: String) async throws(ProcessorError) -> Payout { try await payout(id, of: nil) }
}

public import MoneyKit

/// A processor of payments, by Stripe's nouns: the simulator in-process, or one behind HTTP.
///
/// Every call that changes something has a key: sent again under it, the identical request is answered again and
/// not done again. A call throws ``ProcessorError``; where ``ProcessorError/leavesOutcomeUnknown`` is true the
/// request may have been carried out.
///
/// Source: Stripe API reference, version 2026-05-27.
public protocol PaymentProcessor: Sendable {
    // Payments
    func create(_ request: PaymentIntent.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentIntent
    func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    /// Takes what was reserved: `amount` in minor units, or all of it.
    func capture(_ intent: String, amount: Int64?, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent
    func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent
    func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent>
    /// Finds by one key of the metadata. Lags: what is younger than a minute may be missing.
    func searchPaymentIntents(metadata key: String, equals value: String)
        async throws(ProcessorError) -> ListPage<PaymentIntent>
    /// A charge; `py_…` is what a connected account sees arrive, and is asked for on its behalf.
    func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge
    /// Lists the platform's charges, newest first, including failed ones.
    func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge>
    /// Assigns a charge to a customer, which leaves the payment intent as it is. Does nothing if it is already assigned
    /// to this customer; a charge of another customer is refused.
    func assign(charge: String, to customer: String, key: IdempotencyKey) async throws(ProcessorError)
        -> Charge

    // Methods and customers
    func create(_ request: PaymentMethod.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentMethod
    func paymentMethod(_ id: String) async throws(ProcessorError) -> PaymentMethod
    /// Binds a method to a customer, so that it may be charged again. A declining card is refused here already.
    func attach(_ method: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    func create(_ request: Customer.Create, key: IdempotencyKey) async throws(ProcessorError) -> Customer
    func customer(_ id: String) async throws(ProcessorError) -> Customer
    /// Lists the customers that were not deleted, newest first.
    ///
    /// - Parameter email: Only customers with exactly this address, upper and lower case included; nil for all.
    func customers(email: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<Customer>
    func update(customer: String, _ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    func delete(customer: String, key: IdempotencyKey) async throws(ProcessorError) -> Customer

    // Money back
    func create(_ request: Refund.Create, key: IdempotencyKey) async throws(ProcessorError) -> Refund
    /// A refund; `pyr_…` is what a connected account sees go back, and is asked for on its behalf.
    func refund(_ id: String, of account: String?) async throws(ProcessorError) -> Refund
    func refunds(ofIntent intent: String) async throws(ProcessorError) -> ListPage<Refund>
    /// Lists the platform's refunds, newest first.
    func refunds(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Refund>
    func dispute(_ id: String) async throws(ProcessorError) -> Dispute
    func disputes(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Dispute>
    /// Answers a dispute. The texts `winning_evidence` and `losing_evidence` decide it in test mode.
    func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    /// Accepts that the dispute is lost.
    func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute

    // Monthly
    func createProduct(named name: String, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> Product
    func create(_ request: Price.Create, key: IdempotencyKey) async throws(ProcessorError) -> Price
    func create(_ request: Subscription.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Subscription
    func update(subscription: String, _ request: Subscription.Update, key: IdempotencyKey)
        async throws(ProcessorError) -> Subscription
    /// Ends it at once. A second time is `resource_missing`.
    func cancel(subscription: String, key: IdempotencyKey) async throws(ProcessorError) -> Subscription
    func subscription(_ id: String) async throws(ProcessorError) -> Subscription
    func subscriptions(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Subscription>
    func invoice(_ id: String) async throws(ProcessorError) -> Invoice
    /// All invoices, or one subscription's.
    func invoices(ofSubscription subscription: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Invoice>
    /// Creates a coupon and its promotion code.
    func create(_ request: PromotionCode.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PromotionCode
    /// Finds the active promotion code, or else the newest one, with this code. Nil if there is none.
    func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode?
    /// Tries an open invoice again now.
    func pay(invoice: String, key: IdempotencyKey) async throws(ProcessorError) -> Invoice

    // Connected accounts
    func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    func account(_ id: String) async throws(ProcessorError) -> Account
    /// The page where an account is onboarded; good for 300 seconds, once.
    func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    /// The dashboard of an onboarded account.
    func loginLink(for account: String) async throws(ProcessorError) -> AccountLink

    // Balances; `account` nil is the platform
    func create(_ request: Transfer.Create, key: IdempotencyKey) async throws(ProcessorError) -> Transfer
    /// Retrieves an application fee, with its latest returned parts.
    func applicationFee(_ id: String) async throws(ProcessorError) -> ApplicationFee
    func transfer(_ id: String) async throws(ProcessorError) -> Transfer
    /// Lists the transfers to an account, or all transfers, newest first.
    func transfers(to account: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<Transfer>
    func reversals(ofTransfer transfer: String) async throws(ProcessorError) -> ListPage<TransferReversal>
    /// Takes `amount` back, at most what the transfer has left and the account holds (`balance_insufficient`).
    func reverse(transfer: String, amount: Int64, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> TransferReversal
    /// One entry a currency.
    func balances(of account: String?) async throws(ProcessorError) -> [Balance]
    func balanceTransactions(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<BalanceTransaction>
    func balanceTransaction(_ id: String, of account: String?) async throws(ProcessorError)
        -> BalanceTransaction
    /// Sends `amount` minor units of what is available to the bank.
    func createPayout(of account: String?, amount: Int64, currency: Currency, key: IdempotencyKey)
        async throws(ProcessorError) -> Payout
    func payout(_ id: String, of account: String?) async throws(ProcessorError) -> Payout
    func payouts(of account: String?, _ query: ListQuery) async throws(ProcessorError) -> ListPage<Payout>

    // What happened
    /// Events, newest first; kept for 30 days.
    ///
    /// - Parameter types: Only events of these types, 20 at most; those of all where it is empty.
    func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
}

extension PaymentProcessor {
    /// The events of all types.
    public func events(_ query: ListQuery) async throws(ProcessorError) -> ListPage<ProcessorEvent> {
        try await events(ofTypes: [], query)
    }
    /// The platform's charge of this id.
    public func charge(_ id: String) async throws(ProcessorError) -> Charge { try await charge(id, of: nil) }
    /// The platform's refund of this id.
    public func refund(_ id: String) async throws(ProcessorError) -> Refund { try await refund(id, of: nil) }
    /// The platform's balance transaction of this id.
    public func balanceTransaction(_ id: String) async throws(ProcessorError) -> BalanceTransaction {
        try await balanceTransaction(id, of: nil)
    }
    /// The platform's payout of this id.
    public func payout(_ id: String) async throws(ProcessorError) -> Payout { try await payout(id, of: nil) }
}

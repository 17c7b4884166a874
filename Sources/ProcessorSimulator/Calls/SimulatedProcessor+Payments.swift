public import Processor

extension SimulatedProcessor {
    /// Creates a payment intent. If `confirm` is true, attempts the payment.
    public func create(_ request: PaymentIntent.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await execute("payment_intents", request, key) { try $0.create($1) }
    }

    /// Confirms a payment intent, and attempts the payment.
    public func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await execute("payment_intents/\(intent)/confirm", request, key) { try $0.confirm(intent, $1) }
    }

    /// Captures `amount` of an authorized payment, in minor units. If `amount` is nil, captures the whole
    /// amount.
    public func capture(_ intent: String, amount: Int64?, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await execute("payment_intents/\(intent)/capture", [amount], key) { work, _ in
            try work.capture(intent, amount: amount)
        }
    }

    /// Cancels an unpaid payment intent, and releases any authorized amount.
    public func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent {
        try await execute("payment_intents/\(intent)/cancel", NoParameters(), key) { work, _ in
            try work.cancel(intent: intent)
        }
    }

    /// Retrieves a payment intent.
    public func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent {
        try await found(id)
    }

    /// Lists payment intents, newest first.
    public func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent> {
        try await page(query)
    }

    /// Returns the payment intents whose metadata contains `value` for `key`, newest first, at most 100.
    /// Omits intents created within the last ``ProcessorConfiguration/searchLag`` seconds.
    public func searchPaymentIntents(metadata key: String, equals value: String)
        async throws(ProcessorError) -> ListPage<PaymentIntent>
    {
        try await inspect { try $0.searchIntents(metadata: key, equals: value) }
    }

    /// Retrieves a charge by its id: `ch_…`, or `py_…` for a payment in a connected account.
    public func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge {
        try await found(id, of: account)
    }

    /// Lists charges, newest first.
    public func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge> {
        try await page(query)
    }

    /// Assigns a charge to a customer.
    ///
    /// - Throws: `invalid_request_error` with parameter `customer` if the charge already has a different
    ///   customer.
    public func assign(charge: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Charge
    {
        try await execute("charges/\(charge)", ["customer": customer], key) { work, _ in
            var found = try work.inPath(Charge.self, charge)
            try work.assign(&found, to: customer)
            return try work.update(found)
        }
    }

    /// Completes the open challenge of a payment intent with status `requires_action`, as the payer does on
    /// the bank's page.
    ///
    /// - Throws: `payment_intent_unexpected_state` if no challenge is open. If the subsequent payment attempt
    ///   fails, throws the error of that attempt.
    public func challenge(_ intent: String, _ outcome: PaymentIntent.ChallengeOutcome)
        async throws(ProcessorError) -> PaymentIntent
    {
        let result = try await transaction { work -> Result<PaymentIntent, ProcessorError> in
            do {
                return .success(try work.challenge(intent, outcome).object)
            } catch let executed as Executed {
                return .failure(executed.error)
            }
        }
        return try result.get()
    }
}

/// An empty parameter object, for calls that have no parameters.
struct NoParameters: Hashable, Codable {}

extension SimulatedProcessor {
    /// Creates a payment method in test mode: a card or a bank account.
    public func create(_ request: PaymentMethod.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    {
        try await execute("payment_methods", request, key) { try $0.create($1) }
    }

    /// Retrieves a payment method.
    public func paymentMethod(_ id: String) async throws(ProcessorError) -> PaymentMethod {
        try await found(id)
    }

    /// Attaches a payment method to a customer. Throws an error if the bank would decline the card.
    public func attach(_ method: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    {
        try await execute("payment_methods/\(method)/attach", customer, key) {
            try $0.attach(method, to: $1)
        }
    }

    /// Creates a customer.
    public func create(_ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    {
        try await execute("customers", request, key) { try $0.create($1) }
    }

    /// Retrieves a customer. For a deleted customer, the result contains only the id, the creation time and
    /// the value of `deleted`.
    public func customer(_ id: String) async throws(ProcessorError) -> Customer {
        try await found(id)
    }

    /// Lists customers that have not been deleted, newest first. If `email` is not nil, lists only customers
    /// with exactly this e-mail address.
    public func customers(email: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Customer>
    {
        try await inspect { try $0.customers(email: email, query) }
    }

    /// Changes a customer. Fields that are nil in the request remain unchanged. In the metadata, an empty
    /// value removes its key.
    public func update(customer: String, _ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    {
        try await execute("customers/\(customer)", request, key) { try $0.update(customer: customer, $1) }
    }

    /// Deletes a customer and cancels the customer's subscriptions.
    public func delete(customer: String, key: IdempotencyKey) async throws(ProcessorError) -> Customer {
        try await execute("customers/\(customer)/delete", NoParameters(), key) { work, _ in
            try work.delete(customer: customer)
        }
    }

    /// Refunds a payment.
    public func create(_ request: Refund.Create, key: IdempotencyKey) async throws(ProcessorError) -> Refund {
        try await execute("refunds", request, key) { try $0.create($1) }
    }

    /// Retrieves a refund.
    public func refund(_ id: String, of account: String?) async throws(ProcessorError) -> Refund {
        try await found(id, of: account)
    }

    /// Lists refunds, newest first.
    public func refunds(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Refund> {
        try await page(query)
    }

    /// Lists the refunds of a payment intent, newest first.
    public func refunds(ofIntent intent: String) async throws(ProcessorError) -> ListPage<Refund> {
        try await inspect { try $0.refunds(ofIntent: intent) }
    }

    /// Retrieves a dispute.
    public func dispute(_ id: String) async throws(ProcessorError) -> Dispute {
        try await found(id)
    }

    /// Lists disputes, newest first.
    public func disputes(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Dispute> {
        try await page(query)
    }

    /// Simulates a dispute by the payer's bank for all or part of a charge.
    ///
    /// - Parameters:
    ///   - charge: The id of the charge.
    ///   - amount: The disputed amount, in minor units.
    /// - Throws: `ProcessorError` if the charge does not exist or was already disputed, or if the amount is
    ///   not positive or exceeds the part of the charge that has not been refunded.
    public func dispute(charge: String, amount: Int64) async throws(ProcessorError) -> Dispute {
        try await transaction { work in
            let disputed = try work.inPath(Charge.self, charge)
            guard let dispute = try work.disputeArrives(disputed.id, amount: amount) else {
                throw ProcessorError.invalid(
                    "Charge \(charge) cannot be disputed: it was not captured, it was already disputed, or "
                        + "the amount is not between 1 minor unit and the amount that has not been refunded."
                )
            }
            return dispute.object
        }
    }

    /// Submits evidence for a dispute. The text `winning_evidence` wins the dispute, and `losing_evidence`
    /// loses it. With any other text, the dispute is lost when its deadline passes.
    public func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    {
        try await execute("disputes/\(dispute)", evidence, key) { try $0.submit(evidence: $1, for: dispute) }
    }

    /// Closes a dispute, which means that the platform accepts it as lost.
    public func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute {
        try await execute("disputes/\(dispute)/close", NoParameters(), key) { work, _ in
            try work.close(dispute: dispute)
        }
    }

    /// Creates a connected account that has not completed onboarding.
    public func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    {
        try await execute("accounts", request, key) { try $0.create($1) }
    }

    /// Retrieves a connected account.
    public func account(_ id: String) async throws(ProcessorError) -> Account {
        try await found(id)
    }

    /// Creates a link to the onboarding page of an account. The link can be opened once, within 300 seconds
    /// by default.
    public func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    {
        guard !refreshURL.isEmpty else { throw .missing("refresh_url") }
        guard !returnURL.isEmpty else { throw .missing("return_url") }
        return try await transaction { try $0.accountLink(for: account) }
    }

    /// Creates a link to the dashboard of an onboarded account.
    public func loginLink(for account: String) async throws(ProcessorError) -> AccountLink {
        try await inspect { try $0.loginLink(for: account) }
    }

    /// Opens an onboarding link, as a browser would. A link can be opened only once. By default, it expires
    /// 300 seconds after its creation.
    ///
    /// - Returns: The account to be onboarded.
    /// - Throws: `account_link_expired` if the link was already opened, has expired, or was not created by
    ///   this processor.
    public func open(accountLink url: String) async throws(ProcessorError) -> Account {
        try await transaction { try $0.open(accountLink: url) }
    }

    /// Finishes the onboarding of an account with the given outcome, without opening the onboarding page.
    public func completeOnboarding(_ account: String, _ outcome: Account.OnboardingOutcome)
        async throws(ProcessorError) -> Account
    {
        try await transaction { try $0.onboard(account, outcome).object }
    }
}

public import Processor

extension SimulatedProcessor {
    /// Creates an intent, and attempts the payment if `confirm` is true.
    public func create(_ request: PaymentIntent.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await carryOut("payment_intents", request, key) { try $0.create($1) }
    }

    /// Attempts the payment of an intent.
    public func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await carryOut("payment_intents/\(intent)/confirm", request, key) { try $0.confirm(intent, $1) }
    }

    /// Captures an authorized amount: `amount` in minor units, or all of it.
    public func capture(_ intent: String, amount: Int64?, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await carryOut("payment_intents/\(intent)/capture", [amount], key) { work, _ in
            try work.capture(intent, amount: amount)
        }
    }

    /// Cancels an intent that was not paid, and releases an authorized amount.
    public func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent {
        try await carryOut("payment_intents/\(intent)/cancel", NoParameters(), key) { work, _ in
            try work.cancel(intent: intent)
        }
    }

    /// Retrieves an intent.
    public func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent {
        try await look { try $0.inPath(PaymentIntent.self, id) }
    }

    /// Lists intents, newest first.
    public func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent> {
        try await look { try $0.list(PaymentIntent.self, query) }
    }

    /// Finds intents by one metadata value, newest first. Intents younger than the search's lag are missing.
    public func searchPaymentIntents(metadata key: String, equals value: String)
        async throws(ProcessorError) -> ListPage<PaymentIntent>
    {
        try await look { try $0.searchIntents(metadata: key, equals: value) }
    }

    /// Retrieves a charge: `ch_…`, or `py_…` as a connected account sees it.
    public func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge {
        try await look { try $0.inPath(Charge.self, id) }
    }

    /// Lists charges, newest first.
    public func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge> {
        try await look { try $0.list(Charge.self, query) }
    }

    /// Assigns a charge to a customer.
    ///
    /// - Throws: `invalid_request_error` with parameter `customer` if the charge has another customer.
    public func assign(charge: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Charge
    {
        try await carryOut("charges/\(charge)", ["customer": customer], key) { work, _ in
            var found = try work.inPath(Charge.self, charge)
            try work.assign(&found, to: customer)
            return try work.update(found)
        }
    }

    /// Finishes the open challenge of an intent that `requires_action`, as the donor does on the bank's page.
    ///
    /// - Throws: `payment_intent_unexpected_state` if no challenge is open, or the errors of the payment
    ///   attempt that follows.
    public func challenge(_ intent: String, _ outcome: PaymentIntent.ChallengeOutcome)
        async throws(ProcessorError) -> PaymentIntent
    {
        let result = try await transaction { work -> Result<PaymentIntent, ProcessorError> in
            do {
                return .success(try work.challenge(intent, outcome).noun)
            } catch let executed as Executed {
                return .failure(executed.error)
            }
        }
        return try result.get()
    }
}

/// A request without parameters besides its path.
struct NoParameters: Hashable, Sendable, Codable {}

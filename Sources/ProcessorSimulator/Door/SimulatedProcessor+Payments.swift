public import Processor

extension SimulatedProcessor {
    /// Makes an intent, and with `confirm` tries to take its money.
    public func create(_ request: PaymentIntent.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await carryOut("payment_intents", request, key) { try $0.create($1) }
    }

    /// Tries to take the money of an intent.
    public func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await carryOut("payment_intents/\(intent)/confirm", request, key) { try $0.confirm(intent, $1) }
    }

    /// Takes what was reserved: `amount` in minor units, or all of it.
    public func capture(_ intent: String, amount: Int64?, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await carryOut("payment_intents/\(intent)/capture", [amount], key) { work, _ in
            try work.capture(intent, amount: amount)
        }
    }

    /// Ends an intent that was not paid, and lets go what was reserved.
    public func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent {
        try await carryOut("payment_intents/\(intent)/cancel", NoParameters(), key) { work, _ in
            try work.cancel(intent: intent)
        }
    }

    /// The intent of this id.
    public func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent {
        try await look { try $0.inPath(PaymentIntent.self, id) }
    }

    /// Intents, newest first.
    public func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent> {
        try await look { try $0.list(PaymentIntent.self, query) }
    }

    /// Intents with a pair of metadata, newest first; younger ones than the search's lag are missing.
    public func searchPaymentIntents(metadata key: String, equals value: String)
        async throws(ProcessorError) -> ListPage<PaymentIntent>
    {
        try await look { try $0.searchIntents(metadata: key, equals: value) }
    }

    /// The charge of this id: `ch_…`, or `py_…` as a connected account sees it.
    public func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge {
        try await look { try $0.inPath(Charge.self, id) }
    }

    /// Lists charges, newest first.
    public func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge> {
        try await look { try $0.list(Charge.self, query) }
    }

    /// Assigns a charge without a customer to one.
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

    /// Ends the challenge of an intent that `requires_action`: what the donor does on the bank's page.
    ///
    /// - Throws: `payment_intent_unexpected_state` when no challenge is open; what the attempt throws that follows.
    public func challenge(_ intent: String, _ outcome: PaymentIntent.ChallengeOutcome)
        async throws(ProcessorError) -> PaymentIntent
    {
        let result = try await unit { work -> Result<PaymentIntent, ProcessorError> in
            do {
                return .success(try work.challenge(intent, outcome).noun)
            } catch let executed as Executed {
                return .failure(executed.error)
            }
        }
        return try result.get()
    }
}

/// A request that has nothing but its path.
struct NoParameters: Hashable, Sendable, Codable {}

public import Processor

extension ProcessorClient {
    /// Creates an intent, and attempts the payment if `confirm` is true.
    public func create(_ request: PaymentIntent.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await intent(
            "POST", "",
            [
                "amount": request.amount, "currency": request.currency,
                "payment_method": request.paymentMethod,
                "customer": request.customer, "confirm": request.confirm ? true : nil,
                "off_session": request.offSession ? true : nil,
                "capture_method": request.captureMethod.rawValue,
                "transfer_data[destination]": request.destination, "on_behalf_of": request.onBehalfOf,
                "application_fee_amount": request.applicationFeeAmount,
                "transfer_group": request.transferGroup,
                "statement_descriptor": request.statementDescriptor, "description": request.description,
                "receipt_email": request.receiptEmail, "payment_method_types[0]": "card",
                "payment_method_types[1]": "us_bank_account", "metadata": request.metadata,
            ], key: key)
    }

    /// Attempts the payment of an intent.
    public func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await self.intent(
            "POST", "/\(intent)/confirm",
            [
                "payment_method": request.paymentMethod, "off_session": request.offSession ? true : nil,
            ], key: key)
    }

    /// Captures an authorized amount: `amount` in minor units, or all of it.
    public func capture(_ intent: String, amount: Int64?, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await self.intent("POST", "/\(intent)/capture", ["amount_to_capture": amount], key: key)
    }

    /// Cancels an intent that was not paid.
    public func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent {
        try await self.intent("POST", "/\(intent)/cancel", [:], key: key)
    }

    /// Retrieves an intent.
    public func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent {
        try await intent("GET", "/\(id)", [:], key: nil)
    }

    /// Lists intents, newest first.
    public func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent> {
        try await list(PaymentIntentAnswer.self, "/v1/payment_intents", query)
    }

    /// Finds intents by one metadata value, newest first.
    public func searchPaymentIntents(metadata key: String, equals value: String)
        async throws(ProcessorError) -> ListPage<PaymentIntent>
    {
        try await ask(
            ListAnswer<PaymentIntentAnswer>.self, "GET", "/v1/payment_intents/search",
            ["query": "metadata['\(key)']:'\(value)'", "limit": 100])
    }

    /// Retrieves a charge.
    public func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge {
        try await ask(ChargeAnswer.self, "GET", "/v1/charges/\(id)", of: account)
    }

    /// Lists charges, newest first.
    public func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge> {
        try await list(ChargeAnswer.self, "/v1/charges", query)
    }

    /// Assigns a charge to a customer.
    public func assign(charge: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Charge
    {
        try await ask(ChargeAnswer.self, "POST", "/v1/charges/\(charge)", ["customer": customer], key: key)
    }

    private func intent(_ method: String, _ path: String, _ form: Form, key: IdempotencyKey?)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await ask(PaymentIntentAnswer.self, method, "/v1/payment_intents" + path, form, key: key)
    }
}

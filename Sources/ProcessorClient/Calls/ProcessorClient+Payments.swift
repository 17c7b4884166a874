public import Processor

extension ProcessorClient {
    /// Creates an intent, and attempts the payment if `confirm` is true.
    public func create(_ request: PaymentIntent.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        var form = Form()
        form.add("amount", request.amount)
        form.add("currency", request.currency)
        form.add("payment_method", request.paymentMethod)
        form.add("customer", request.customer)
        if request.confirm { form.add("confirm", true) }
        if request.offSession { form.add("off_session", true) }
        form.add("capture_method", request.captureMethod.rawValue)
        form.add("transfer_data[destination]", request.destination)
        form.add("on_behalf_of", request.onBehalfOf)
        form.add("application_fee_amount", request.applicationFeeAmount)
        form.add("transfer_group", request.transferGroup)
        form.add("statement_descriptor", request.statementDescriptor)
        form.add("description", request.description)
        form.add("receipt_email", request.receiptEmail)
        form.add("payment_method_types[0]", "card")
        form.add("payment_method_types[1]", "us_bank_account")
        form.add(request.metadata)
        return try await intent("POST", "", form, key: key)
    }

    /// Attempts the payment of an intent.
    public func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        var form = Form()
        form.add("payment_method", request.paymentMethod)
        if request.offSession { form.add("off_session", true) }
        return try await self.intent("POST", "/\(intent)/confirm", form, key: key)
    }

    /// Captures an authorized amount: `amount` in minor units, or all of it.
    public func capture(_ intent: String, amount: Int64?, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        var form = Form()
        form.add("amount_to_capture", amount)
        return try await self.intent("POST", "/\(intent)/capture", form, key: key)
    }

    /// Cancels an intent that was not paid.
    public func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent {
        try await self.intent("POST", "/\(intent)/cancel", Form(), key: key)
    }

    /// Retrieves an intent.
    public func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent {
        try await intent("GET", "/\(id)", Form(), key: nil)
    }

    /// Lists intents, newest first.
    public func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent> {
        var form = Form()
        form.add(query)
        let answer: ListAnswer<PaymentIntentAnswer> = try await ask("GET", "/v1/payment_intents", form)
        return try answer.noun(of: nil)
    }

    /// Finds intents by one metadata value, newest first.
    public func searchPaymentIntents(metadata key: String, equals value: String)
        async throws(ProcessorError) -> ListPage<PaymentIntent>
    {
        var form = Form()
        form.add("query", "metadata['\(key)']:'\(value)'")
        form.add("limit", 100 as Int64)
        let answer: ListAnswer<PaymentIntentAnswer> = try await ask("GET", "/v1/payment_intents/search", form)
        return try answer.noun(of: nil)
    }

    /// Retrieves a charge.
    public func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge {
        let answer: ChargeAnswer = try await ask("GET", "/v1/charges/\(id)", of: account)
        return try answer.noun(of: account)
    }

    /// Lists charges, newest first.
    public func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge> {
        var form = Form()
        form.add(query)
        let answer: ListAnswer<ChargeAnswer> = try await ask("GET", "/v1/charges", form)
        return try answer.noun(of: nil)
    }

    /// Assigns a charge to a customer.
    public func assign(charge: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Charge
    {
        var form = Form()
        form.add("customer", customer)
        let answer: ChargeAnswer = try await ask("POST", "/v1/charges/\(charge)", form, key: key)
        return try answer.noun(of: nil)
    }

    private func intent(_ method: String, _ path: String, _ form: Form, key: IdempotencyKey?)
        async throws(ProcessorError) -> PaymentIntent
    {
        let answer: PaymentIntentAnswer = try await ask(method, "/v1/payment_intents" + path, form, key: key)
        return try answer.noun(of: nil)
    }
}

public import Processor

extension ProcessorClient {
    /// Creates a payment intent. If the request's `confirm` is true, also attempts the payment.
    public func create(_ request: PaymentIntent.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await ask(
            PaymentIntentResponse.self, "POST", "/v1/payment_intents",
            [
                "amount": request.amount, "currency": request.currency,
                "payment_method": request.paymentMethod,
                "customer": request.customer, "confirm": request.confirm ? true : nil,
                "off_session": request.offSession ? true : nil,
                "capture_method": request.captureMethod.rawValue,
                "transfer_data[destination]": request.destination,
                "transfer_data[amount]": request.transferAmount, "on_behalf_of": request.onBehalfOf,
                "application_fee_amount": request.applicationFeeAmount,
                "setup_future_usage": request.setupFutureUsage,
                "transfer_group": request.transferGroup,
                "statement_descriptor": request.statementDescriptor,
                "statement_descriptor_suffix": request.statementDescriptorSuffix,
                "description": request.description,
                "receipt_email": request.receiptEmail, "payment_method_types[0]": "card",
                "payment_method_types[1]": "us_bank_account", "metadata": request.metadata,
            ], key: key)
    }

    /// Confirms a payment intent, and attempts the payment.
    public func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await ask(
            PaymentIntentResponse.self, "POST", "/v1/payment_intents/\(intent)/confirm",
            [
                "payment_method": request.paymentMethod, "off_session": request.offSession ? true : nil,
            ], key: key)
    }

    /// Captures all or part of an authorized payment. The amount is in minor units. If `amount` is nil,
    /// captures the whole authorized amount.
    public func capture(_ intent: String, amount: Int64?, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await ask(
            PaymentIntentResponse.self, "POST", "/v1/payment_intents/\(intent)/capture",
            ["amount_to_capture": amount], key: key)
    }

    /// Cancels an unpaid payment intent, and releases any authorized amount.
    public func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent {
        try await ask(PaymentIntentResponse.self, "POST", "/v1/payment_intents/\(intent)/cancel", key: key)
    }

    /// Retrieves a payment intent.
    public func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent {
        try await ask(PaymentIntentResponse.self, "GET", "/v1/payment_intents/\(id)")
    }

    /// Lists payment intents, newest first.
    public func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent> {
        try await list(PaymentIntentResponse.self, "/v1/payment_intents", query)
    }

    /// Returns the payment intents whose metadata contains `value` for `key`, newest first, up to 100.
    public func searchPaymentIntents(metadata key: String, equals value: String)
        async throws(ProcessorError) -> ListPage<PaymentIntent>
    {
        try await ask(
            ListResponse<PaymentIntentResponse>.self, "GET", "/v1/payment_intents/search",
            ["query": "metadata['\(key)']:'\(value)'", "limit": 100])
    }

    /// Retrieves a charge.
    public func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge {
        try await ask(ChargeResponse.self, "GET", "/v1/charges/\(id)", of: account)
    }

    /// Lists charges, newest first.
    public func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge> {
        try await list(ChargeResponse.self, "/v1/charges", query)
    }

    /// Assigns a charge to a customer.
    public func assign(charge: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Charge
    {
        try await ask(ChargeResponse.self, "POST", "/v1/charges/\(charge)", ["customer": customer], key: key)
    }

    /// Creates a refund.
    public func create(_ request: Refund.Create, key: IdempotencyKey) async throws(ProcessorError) -> Refund {
        try await ask(
            RefundResponse.self, "POST", "/v1/refunds",
            [
                "payment_intent": request.paymentIntent, "amount": request.amount,
                "reverse_transfer": request.reverseTransfer ? true : nil,
                "refund_application_fee": request.refundApplicationFee ? true : nil,
                "reason": request.reason?.rawValue, "metadata": request.metadata,
                "expand[0]": "transfer_reversal",
            ], key: key)
    }

    /// Retrieves a refund.
    public func refund(_ id: String, of account: String?) async throws(ProcessorError) -> Refund {
        try await ask(
            RefundResponse.self, "GET", "/v1/refunds/\(id)", ["expand[0]": "transfer_reversal"], of: account)
    }

    /// Lists refunds, newest first.
    public func refunds(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Refund> {
        try await list(RefundResponse.self, "/v1/refunds", query, ["expand[0]": "data.transfer_reversal"])
    }

    /// Lists the latest refunds of a payment intent, newest first, up to 100.
    public func refunds(ofIntent intent: String) async throws(ProcessorError) -> ListPage<Refund> {
        try await ask(
            ListResponse<RefundResponse>.self, "GET", "/v1/refunds",
            ["payment_intent": intent, "limit": 100, "expand[0]": "data.transfer_reversal"])
    }

    /// Retrieves a dispute.
    public func dispute(_ id: String) async throws(ProcessorError) -> Dispute {
        try await ask(DisputeResponse.self, "GET", "/v1/disputes/\(id)")
    }

    /// Lists disputes, newest first.
    public func disputes(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Dispute> {
        try await list(DisputeResponse.self, "/v1/disputes", query)
    }

    /// Submits evidence for a dispute. In test mode, the text `winning_evidence` wins the dispute, and
    /// `losing_evidence` loses it.
    public func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    {
        try await ask(
            DisputeResponse.self, "POST", "/v1/disputes/\(dispute)",
            ["evidence[uncategorized_text]": evidence, "submit": true], key: key)
    }

    /// Closes a dispute, which means that the platform accepts it as lost.
    public func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute {
        try await ask(DisputeResponse.self, "POST", "/v1/disputes/\(dispute)/close", key: key)
    }

    /// Lists the events of the last 30 days, newest first. Omits an event if this package has no type for the
    /// event's object or cannot decode the object. However, events about details of a connected account, such
    /// as a capability, are always included.
    ///
    /// If all events of a page are omitted, the next page is fetched too. An empty result therefore means
    /// that there are no more events. To continue the list, use the id of the last event as `startingAfter`,
    /// or the id of the first event as `endingBefore`.
    public func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
    {
        var query = query
        while true {
            var form: Form = [:]
            for (place, type) in types.enumerated() { form.add("types[\(place)]", type) }
            form.add(query)
            let answer: EventListResponse<EventResponse> = try await ask(
                "GET", "/v1/events", form, wantsEventsOfAccounts: true)
            let events = answer.data.compactMap { $0.object() }
            guard events.isEmpty, answer.hasMore, let first = answer.data.first, let last = answer.data.last
            else { return ListPage(events, hasMore: answer.hasMore) }
            if query.endingBefore == nil {
                query.startingAfter = last.head.id
            } else {
                query.endingBefore = first.head.id
            }
        }
    }

    /// Lists events, newest first, with only their basic fields. Includes events about objects for which this
    /// package has no type.
    ///
    /// - Parameter type: The type of the events to list, such as `charge.refunded`, or nil for all types.
    public func eventHeads(ofType type: String? = nil, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<EventHead>
    {
        var form: Form = ["type": type]
        form.add(query)
        let answer: EventListResponse<EventHead> = try await ask(
            "GET", "/v1/events", form, wantsEventsOfAccounts: true)
        return ListPage(answer.data, hasMore: answer.hasMore)
    }
}

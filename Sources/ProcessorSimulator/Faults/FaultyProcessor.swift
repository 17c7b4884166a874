public import Processor

/// A payment processor that forwards requests to another processor over a connection with planned faults.
public final class FaultyProcessor: PaymentProcessor {
    /// The processor that receives the requests.
    public let base: any PaymentProcessor
    let line: FaultLine
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a processor with a connection that follows a fault plan.
    ///
    /// - Parameters:
    ///   - base: The processor that receives the requests.
    ///   - plan: The faults of the connection.
    ///   - sleep: A function that waits for the latency of a response. If the function throws an error, the
    ///     request fails as if there were no response.
    public convenience init(
        _ base: any PaymentProcessor, _ plan: ProcessorFaultPlan,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.init(base, FaultLine(plan), sleep: sleep)
    }

    /// Creates a processor whose connection follows the fault plan of `line`. The caller can replace this
    /// plan later.
    public init(
        _ base: any PaymentProcessor, _ line: FaultLine,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.base = base
        self.line = line
        self.sleep = sleep
    }

    /// The number of requests of all kinds since the plan began.
    public var requests: Int { line.requests }

    /// Sends a request to the processor, and applies the request's planned fault, if any.
    func pass<Answer>(
        _ operation: ProcessorFaultPlan.Operation, _ request: () async throws -> Answer
    ) async throws(ProcessorError) -> Answer {
        let (fault, latency) = line.next(operation)
        if latency > .zero {
            do { try await sleep(latency) } catch { throw .noAnswer }
        }
        switch fault {
        case nil:
            do {
                return try await request()
            } catch {
                throw (error as? ProcessorError) ?? .noAnswer
            }
        case .requestLost: throw .noAnswer
        case .answerLost:
            _ = try? await request()
            throw .noAnswer
        case .serverError:
            throw ProcessorError(.api, status: 500, message: "An unexpected error occurred.")
        }
    }
}

extension ProcessorError {
    /// The error for a request that got no response. The processor may have executed the request.
    static let noAnswer = ProcessorError(
        .noAnswer, status: 0, message: "The processor did not respond in time.")
}

extension FaultyProcessor {
    /// Returns events with the plan's event faults applied. If more pages follow, the last event is not
    /// affected, because the caller needs its id to request the next page.
    public func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
    {
        let page = try await pass(.events) { try await base.events(ofTypes: types, query) }
        return ListPage(line.reported(page.data, hasMore: page.hasMore, id: \.id), hasMore: page.hasMore)
    }

    /// Creates a payment intent. If `confirm` is true, attempts the payment.
    public func create(_ request: PaymentIntent.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentIntent
    {
        try await pass(.createIntent) { try await base.create(request, key: key) }
    }

    /// Confirms a payment intent, and attempts the payment.
    public func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await pass(.confirm) { try await base.confirm(intent, request, key: key) }
    }

    /// Captures `amount` of an authorized payment, in minor units. If `amount` is nil, captures the whole
    /// amount.
    public func capture(_ intent: String, amount: Int64?, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentIntent
    {
        try await pass(.capture) { try await base.capture(intent, amount: amount, key: key) }
    }

    /// Cancels an unpaid payment intent, and releases any authorized amount.
    public func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent {
        try await pass(.cancel) { try await base.cancel(intent: intent, key: key) }
    }

    /// Retrieves a payment intent.
    public func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent {
        try await pass(.read) { try await base.paymentIntent(id) }
    }

    /// Lists payment intents, newest first.
    public func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent> {
        try await pass(.read) { try await base.paymentIntents(query) }
    }

    /// Returns the payment intents whose metadata contains `value` for `key`, newest first. Very recent
    /// payment intents are not found, because the processor's search has a delay.
    public func searchPaymentIntents(metadata key: String, equals value: String) async throws(ProcessorError)
        -> ListPage<PaymentIntent>
    {
        try await pass(.read) { try await base.searchPaymentIntents(metadata: key, equals: value) }
    }

    /// Retrieves a charge by its id: `ch_…`, or `py_…` for a payment in a connected account.
    public func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge {
        try await pass(.read) { try await base.charge(id, of: account) }
    }

    /// Lists charges, newest first.
    public func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge> {
        try await pass(.read) { try await base.charges(query) }
    }

    /// Creates a payment method in test mode: a card or a bank account.
    public func create(_ request: PaymentMethod.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentMethod
    {
        try await pass(.otherChange) { try await base.create(request, key: key) }
    }

    /// Retrieves a payment method.
    public func paymentMethod(_ id: String) async throws(ProcessorError) -> PaymentMethod {
        try await pass(.read) { try await base.paymentMethod(id) }
    }

    /// Attaches a payment method to a customer. Throws an error if the bank would decline the card.
    public func attach(_ method: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    {
        try await pass(.otherChange) { try await base.attach(method, to: customer, key: key) }
    }

    /// Creates a customer.
    public func create(_ request: Customer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Customer
    {
        try await pass(.otherChange) { try await base.create(request, key: key) }
    }

    /// Retrieves a customer. For a deleted customer, the result contains only the id, the creation time and
    /// the value of `deleted`.
    public func customer(_ id: String) async throws(ProcessorError) -> Customer {
        try await pass(.read) { try await base.customer(id) }
    }

    /// Changes a customer. Fields that are nil in the request remain unchanged. In the metadata, an empty
    /// value removes its key.
    public func update(customer: String, _ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    {
        try await pass(.otherChange) { try await base.update(customer: customer, request, key: key) }
    }

    /// Lists customers, newest first. If `email` is not nil, lists only the customers with this e-mail
    /// address.
    public func customers(email: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Customer>
    {
        try await pass(.read) { try await base.customers(email: email, query) }
    }

    /// Assigns a charge to a customer.
    public func assign(charge: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Charge
    {
        try await pass(.otherChange) { try await base.assign(charge: charge, to: customer, key: key) }
    }

    /// Deletes a customer and cancels the customer's subscriptions.
    public func delete(customer: String, key: IdempotencyKey) async throws(ProcessorError) -> Customer {
        try await pass(.otherChange) { try await base.delete(customer: customer, key: key) }
    }

    /// Refunds a payment.
    public func create(_ request: Refund.Create, key: IdempotencyKey) async throws(ProcessorError) -> Refund {
        try await pass(.refund) {
            try await base.create(request, key: key)
        }
    }

    /// Retrieves a refund.
    public func refund(_ id: String, of account: String?) async throws(ProcessorError) -> Refund {
        try await pass(.read) { try await base.refund(id, of: account) }
    }

    /// Lists refunds, newest first.
    public func refunds(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Refund> {
        try await pass(.read) { try await base.refunds(query) }
    }

    /// Lists the refunds of a payment intent, newest first.
    public func refunds(ofIntent intent: String) async throws(ProcessorError) -> ListPage<Refund> {
        try await pass(.read) { try await base.refunds(ofIntent: intent) }
    }

    /// Retrieves a dispute.
    public func dispute(_ id: String) async throws(ProcessorError) -> Dispute {
        try await pass(.read) { try await base.dispute(id) }
    }

    /// Lists disputes, newest first.
    public func disputes(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Dispute> {
        try await pass(.read) { try await base.disputes(query) }
    }

    /// Submits evidence for a dispute. The text `winning_evidence` wins the dispute, and `losing_evidence`
    /// loses it. With any other text, the dispute is lost when its deadline passes.
    public func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    {
        try await pass(.otherChange) { try await base.submit(evidence: evidence, for: dispute, key: key) }
    }

    /// Closes a dispute, which means that the platform accepts it as lost.
    public func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute {
        try await pass(.otherChange) { try await base.close(dispute: dispute, key: key) }
    }
}

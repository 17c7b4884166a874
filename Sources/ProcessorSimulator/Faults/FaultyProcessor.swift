public import Processor

/// A processor whose connection fails as planned.
public final class FaultyProcessor: PaymentProcessor {
    /// The processor to which requests are passed.
    public let base: any PaymentProcessor
    let line: FaultLine
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a processor with a connection that follows a plan.
    ///
    /// - Parameter sleep: Waits for the plan's latency. If it throws, the request fails without a response.
    public convenience init(
        _ base: any PaymentProcessor, _ plan: ProcessorFaultPlan,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.init(base, FaultLine(plan), sleep: sleep)
    }

    /// Creates a processor with a connection whose plan can be replaced elsewhere.
    public init(
        _ base: any PaymentProcessor, _ line: FaultLine,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.base = base
        self.line = line
        self.sleep = sleep
    }

    /// The number of requests of all kinds since the connection's plan began.
    public var requests: Int { line.requests }

    /// Passes a request to the processor, or fails as planned.
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
    /// The error for a request without a response. It may have been executed.
    static let noAnswer = ProcessorError(
        .noAnswer, status: 0, message: "The processor did not respond in time.")
}

extension FaultyProcessor {
    /// Returns events with the faults of the plan. The last event of a page that is not the last page is always
    /// included, at the end, so that a caller can continue after it.
    public func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
    {
        let page = try await pass(.events) { try await base.events(ofTypes: types, query) }
        return ListPage(line.reported(page.data, hasMore: page.hasMore, id: \.id), hasMore: page.hasMore)
    }

    /// Creates an intent, and attempts the payment if `confirm` is true.
    public func create(_ request: PaymentIntent.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentIntent
    {
        try await pass(.createIntent) { try await base.create(request, key: key) }
    }

    /// Attempts the payment of an intent.
    public func confirm(_ intent: String, _ request: PaymentIntent.Confirm, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        try await pass(.confirm) { try await base.confirm(intent, request, key: key) }
    }

    /// Captures an authorized amount: `amount` in minor units, or all of it.
    public func capture(_ intent: String, amount: Int64?, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentIntent
    {
        try await pass(.capture) { try await base.capture(intent, amount: amount, key: key) }
    }

    /// Cancels an intent that was not paid, and releases an authorized amount.
    public func cancel(intent: String, key: IdempotencyKey) async throws(ProcessorError) -> PaymentIntent {
        try await pass(.cancel) { try await base.cancel(intent: intent, key: key) }
    }

    /// Retrieves an intent.
    public func paymentIntent(_ id: String) async throws(ProcessorError) -> PaymentIntent {
        try await pass(.read) { try await base.paymentIntent(id) }
    }

    /// Lists intents, newest first.
    public func paymentIntents(_ query: ListQuery) async throws(ProcessorError) -> ListPage<PaymentIntent> {
        try await pass(.read) { try await base.paymentIntents(query) }
    }

    /// Finds intents by one metadata value, newest first. Intents younger than the search's lag are missing.
    public func searchPaymentIntents(metadata key: String, equals value: String) async throws(ProcessorError)
        -> ListPage<PaymentIntent>
    {
        try await pass(.read) { try await base.searchPaymentIntents(metadata: key, equals: value) }
    }

    /// Retrieves a charge: `ch_…`, or `py_…` as a connected account sees it.
    public func charge(_ id: String, of account: String?) async throws(ProcessorError) -> Charge {
        try await pass(.read) { try await base.charge(id, of: account) }
    }

    /// Lists charges, newest first.
    public func charges(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Charge> {
        try await pass(.read) { try await base.charges(query) }
    }

    /// Creates a payment method of the test mode: a card or a bank account.
    public func create(_ request: PaymentMethod.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> PaymentMethod
    {
        try await pass(.otherChange) { try await base.create(request, key: key) }
    }

    /// Retrieves a payment method.
    public func paymentMethod(_ id: String) async throws(ProcessorError) -> PaymentMethod {
        try await pass(.read) { try await base.paymentMethod(id) }
    }

    /// Attaches a method to a customer. A card that would be declined is refused.
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

    /// Retrieves a customer. A deleted customer has only its id.
    public func customer(_ id: String) async throws(ProcessorError) -> Customer {
        try await pass(.read) { try await base.customer(id) }
    }

    /// Changes a customer. Nil leaves a field as it is, and an empty metadata value removes its key.
    public func update(customer: String, _ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    {
        try await pass(.otherChange) { try await base.update(customer: customer, request, key: key) }
    }

    /// Lists customers, newest first.
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

    /// Deletes a customer, which cancels its subscriptions.
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

    /// Lists the refunds of an intent, newest first.
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

    /// Submits evidence for a dispute. `winning_evidence` wins it and `losing_evidence` loses it. With any
    /// other text, it is lost at its deadline.
    public func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    {
        try await pass(.otherChange) { try await base.submit(evidence: evidence, for: dispute, key: key) }
    }

    /// Accepts a dispute as lost.
    public func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute {
        try await pass(.otherChange) { try await base.close(dispute: dispute, key: key) }
    }
}

public import DatabaseKit
public import MoneyKit
public import Processor
public import TimeKit

/// The payment driver, which sends requests to the processor for all products. Each request is created in one
/// transaction and sent outside of any transaction. The response is recorded in another transaction.
///
/// Each request is stored completely, with its idempotency key, before it is sent (``ProcessorCall``). After
/// a crash, the stored call is sent again unchanged, or its result is looked up. No payer is therefore
/// charged twice, and no payment is lost.
///
/// Source: Stripe documentation, "Idempotent requests"; "Error handling", "Network errors".
public struct PaymentDriver: Sendable {
    /// The database that stores the payments and calls.
    public let database: any TransactionRunner
    let processor: any PaymentProcessor
    let policy: any PaymentPolicy
    let clock: WallClock
    let ids: Identifiers
    let processing: FeeRate
    let cardGuard: CardTestingGuard
    /// The number of immediate retries if no response arrives. Stripe's own client libraries also retry
    /// twice.
    let resends = 2
    /// The time, in seconds after the first attempt, during which a call is retried. It is short because a
    /// person is waiting for a web page. Calls that are still open after this time are sent later by
    /// ``finishLeftCalls(olderThan:progress:)``.
    let resendSeconds: Int64 = 10

    /// Creates a driver. `processing` is the expected processing fee. The driver later fetches the actual fee
    /// of each charge.
    public init(
        database: any TransactionRunner, processor: any PaymentProcessor, policy: any PaymentPolicy,
        clock: WallClock,
        ids: Identifiers, processing: FeeRate, cardGuard: CardTestingGuard = CardTestingGuard()
    ) {
        self.database = database
        self.processor = processor
        self.policy = policy
        self.clock = clock
        self.ids = ids
        self.processing = processing
        self.cardGuard = cardGuard
    }

    /// Sends a call, records its response, and then does the same for each follow-up call.
    ///
    /// - Throws: ``PaymentError`` with code `declined` or `processorRefused` if the processor refused the
    ///   request (the refusal is recorded); `outcomeUnknown` if no response arrived (the call stays open).
    public func executeOrThrow(_ call: ProcessorCall) async throws {
        if let refusal = try await execute(call) { throw refusal }
    }

    /// Sends a call and all its follow-up calls, as ``executeOrThrow(_:)`` does, but returns a refusal
    /// instead of throwing it.
    ///
    /// - Returns: The refusal, or nil if all calls succeeded.
    @discardableResult public func execute(_ call: ProcessorCall) async throws -> PaymentError? {
        try await execute(call) { _ in }.refusal
    }

    /// Sends a call as ``execute(_:)`` does, and reads a value in the transaction that records the last
    /// response.
    ///
    /// - Parameters:
    ///   - call: The call to send first.
    ///   - isCounted: Whether responses about payments are recorded with
    ///     ``TransactionRunner/writeCounted(_:)``.
    ///   - reading: Reads the value, and must not change data. It must throw only database errors, because an
    ///     error rolls back the transaction that records the response. It runs after each response without a
    ///     follow-up call, even if another process has recorded that response. It runs again if the
    ///     transaction is repeated.
    func execute<Found: Sendable>(
        _ call: ProcessorCall, isCounted: Bool = false,
        reading: @escaping @Sendable (Transaction) throws -> Found
    ) async throws -> (refusal: PaymentError?, found: Found?) {
        var waiting: ProcessorCall? = call
        var outcome: (refusal: PaymentError?, found: Found?)
        while let call = waiting {
            let answer = try await send(call)
            let (next, found) = try await book(
                answer, of: call, isCounted: isCounted && call.subject.isPayment, reading: reading)
            outcome.found = found
            if let error = answer.refusal, next == nil { outcome.refusal = PaymentError(error) }
            waiting = next
        }
        if outcome.refusal != nil, case .refund(let id) = call.subject {
            // A refund that was made at the processor in the meantime may be the reason for the refusal.
            if let payment = try await database.read({ try $0.refund(id)?.payment }) {
                try await noticeReturns(of: payment)
            }
        }
        return outcome
    }

    /// Records the response to a call. If no other call follows, also reads a value in the same transaction.
    private func book<Found: Sendable>(
        _ answer: CallResponse, of call: ProcessorCall, isCounted: Bool,
        reading: @escaping @Sendable (Transaction) throws -> Found
    ) async throws -> (ProcessorCall?, Found?) {
        let work: @Sendable (Transaction) throws -> (ProcessorCall?, Found?) = { transaction in
            if case .payment(let id) = call.subject { transaction.prefetch({ _ = try $0.payment(id) }) }
            // Another process may have sent the same call and booked its response. In that case, nothing remains to be
            // done.
            let next = try transaction.close(call: call.id) ? book(answer, of: call, in: transaction) : nil
            return (next, next == nil ? try reading(transaction) : nil)
        }
        guard isCounted else { return try await database.write(work) }
        // Counted: the row of the call is deleted, so a response is booked once. The payment, the gift and its
        // receipt are rows that this transaction changes, and balances and totals are changed in its slot. A donor
        // who is erased at the same time, and a refund, change the same gift or payment. The organization is only
        // read; closing its month therefore changes the counts of gifts (`touchGiftCounts`), as this transaction
        // does.
        // Payments to a payee run one at a time, because they change the row that numbers its receipts.
        return try await database.writeCounted(sharing: call.request.payee, work)
    }

    /// Creates and stores a call. The caller must send the call only after the transaction has been
    /// committed.
    func open(_ request: CallRequest, for subject: CallSubject, in transaction: Transaction) throws
        -> ProcessorCall
    {
        let call = ProcessorCall(
            id: ids.make("call"), request: request, subject: subject, created: clock.now())
        try transaction.open(call)
        transaction.changed(subject.id)
        return call
    }

    /// Adds a posting to the ledger, unless it was added before. Returns whether the posting was new.
    @discardableResult func post(_ posting: Posting, in transaction: Transaction) throws -> Bool {
        try transaction.post(posting, at: clock.now())
    }

    /// Saves a payment and notifies the payment policy.
    func keep(_ payment: Payment, in transaction: Transaction) throws {
        try transaction.save(payment)
        try policy.changed(payment, at: clock.now(), in: transaction)
    }

    /// Sends a call, and retries it if no response arrives.
    ///
    /// - Returns: The response, which may be a refusal.
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if no attempt gets a response.
    private func send(_ call: ProcessorCall) async throws(PaymentError) -> CallResponse {
        var left = resends
        let begin = clock.now()
        while true {
            do {
                return try await processor.send(call.request, key: IdempotencyKey(call.id))
            } catch {
                guard error.leavesOutcomeUnknown else { return .refused(error) }
                let isInTime = clock.now() - begin < resendSeconds
                guard left > 0, isInTime, !Task.isCancelled else {
                    throw PaymentError(.outcomeUnknown, error.message)
                }
                left -= 1
            }
        }
    }

    /// Records the response to a call.
    ///
    /// - Returns: The follow-up call, which is already stored, or nil if none follows.
    func book(_ answer: CallResponse, of call: ProcessorCall, in transaction: Transaction) throws
        -> ProcessorCall?
    {
        switch call.subject {
        case .payment(let id): try bookPayment(answer, of: id, request: call.request, in: transaction)
        case .refund(let id):
            return try bookRefund(answer, of: id, request: call.request, in: transaction)
        case .release(let id):
            return try bookRelease(answer, of: id, request: call.request, in: transaction)
        case .collection(let payee): try bookCollection(answer, of: payee, call: call, in: transaction)
        case .repayment(let payee): try bookRepayment(answer, of: payee, in: transaction)
        case .schedule(let id, let step):
            return try bookSchedule(answer, of: id, step: step, request: call.request, in: transaction)
        case .payout(let payee): try bookPayout(answer, of: payee, in: transaction)
        case .customer: break
        }
        return nil
    }
}

/// The processor's response to a call.
enum CallResponse: Sendable {
    case intent(PaymentIntent)
    case refund(Refund)
    case reversal(TransferReversal)
    case transfer(Transfer)
    case customer(Customer)
    case product(Product)
    case price(Price)
    case subscription(Subscription)
    case method(PaymentMethod)
    case invoice(Invoice)
    case payout(Payout)
    case charge(Charge)
    /// The responses to the requests for a payment and for its customer.
    indirect case beside(CallResponse, RequestedCustomer)
    /// The response to a request that creates only a payment's customer.
    case payerCustomer(RequestedCustomer)
    /// The processor refused the request, so no money moved.
    case refused(ProcessorError)

    /// The processor's refusal of the request, or nil. A refusal to create the customer is ignored, because
    /// the payment does not depend on it.
    var refusal: ProcessorError? {
        switch self {
        case .refused(let error): error
        case .beside(let answer, _): answer.refusal
        default: nil
        }
    }
}

/// The result of a request to create the customer for a payment.
enum RequestedCustomer: Hashable {
    /// The customer exists, with this id.
    case made(String)
    /// The processor refused to create the customer.
    case refused
    /// The processor did not respond.
    case unknown
}

extension PaymentProcessor {
    /// Sends a request with its idempotency key.
    func send(_ request: CallRequest, key: IdempotencyKey) async throws(ProcessorError)
        -> CallResponse
    {
        switch request {
        case .pay(let wanted): .intent(try await pay(wanted, key: key))
        case .payAsCustomer(let person, let wanted, let name):
            .intent(
                try await pay(
                    wanted,
                    of: customer(person, key: IdempotencyKey(name ?? key.rawValue + ":customer")),
                    key: key))
        case .payBesideCustomer(let person, let wanted, let name):
            try await pay(wanted, beside: person, key: key, customerKey: IdempotencyKey(name))
        case .payerCustomer(let person, let name):
            .payerCustomer(
                try await customer(person, key: IdempotencyKey(name)).map(RequestedCustomer.made) ?? .refused)
        case .assign(let charge, let customer):
            .charge(try await assign(charge: charge, to: customer, key: key))
        case .confirm(let intent, let wanted): .intent(try await confirm(intent, wanted, key: key))
        case .refund(let wanted): .refund(try await create(wanted, key: key))
        case .reverse(let transfer, let amount, let metadata):
            .reversal(try await reverse(transfer: transfer, amount: amount, metadata: metadata, key: key))
        case .customer(let wanted): .customer(try await create(wanted, key: key))
        case .product(let name, let metadata):
            .product(try await createProduct(named: name, metadata: metadata, key: key))
        case .price(let wanted): .price(try await create(wanted, key: key))
        case .subscribe(let wanted): .subscription(try await create(wanted, key: key))
        case .attach(let method, let customer): .method(try await attach(method, to: customer, key: key))
        case .updateSubscription(let id, let change):
            .subscription(try await update(subscription: id, change, key: key))
        case .cancelSubscription(let id): .subscription(try await cancel(subscription: id, key: key))
        case .payInvoice(let id): .invoice(try await pay(invoice: id, key: key))
        case .deleteCustomer(let id): .customer(try await delete(customer: id, key: key))
        case .transfer(let wanted): .transfer(try await create(wanted, key: key))
        case .payout(let account, let amount, let currency):
            .payout(try await createPayout(of: account, amount: amount, currency: currency, key: key))
        }
    }
}

extension PaymentProcessor {
    /// Creates a payment and its customer in parallel, and waits for both responses.
    ///
    /// - Throws: An error only if the outcome of the payment is unknown. A retry then requests the payment
    ///   and the customer again with the same keys.
    private func pay(
        _ request: PaymentIntent.Create, beside person: Customer.Create, key: IdempotencyKey,
        customerKey: IdempotencyKey
    ) async throws(ProcessorError) -> CallResponse {
        async let requested = customerOutcome(person, key: customerKey)
        let paid: Result<PaymentIntent, ProcessorError>
        do { paid = .success(try await create(request, key: key)) } catch { paid = .failure(error) }
        let customer = await requested
        switch paid {
        case .success(let intent): return .beside(.intent(intent), customer)
        case .failure(let error):
            if error.leavesOutcomeUnknown { throw error }
            return .beside(.refused(error), customer)
        }
    }

    private func customerOutcome(_ request: Customer.Create, key: IdempotencyKey) async -> RequestedCustomer {
        do {
            return try await customer(request, key: key).map(RequestedCustomer.made) ?? .refused
        } catch {
            return .unknown
        }
    }

    /// Creates the customer of a payment.
    ///
    /// - Returns: The customer's id. Nil if the processor refuses to create a customer; the payment then
    ///   continues without one.
    private func customer(_ request: Customer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> String?
    {
        do {
            return try await create(request, key: key).id
        } catch {
            if error.leavesOutcomeUnknown { throw error }
            return nil
        }
    }

    /// Creates the payment. If the customer was deleted at the processor, the payment is created without a
    /// customer.
    private func pay(_ request: PaymentIntent.Create, of customer: String? = nil, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        var request = request
        request.customer = customer ?? request.customer
        do {
            return try await create(request, key: key)
        } catch {
            guard request.customer != nil, error.code == "resource_missing", error.parameter == "customer"
            else {
                var error = error
                error.customer = customer
                throw error
            }
            request.customer = nil
            return try await create(request, key: IdempotencyKey(key.rawValue + ":alone"))
        }
    }
}

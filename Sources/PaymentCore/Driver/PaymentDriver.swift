public import DatabaseKit
public import MoneyKit
public import Processor
public import TimeKit

/// Drives the processor for every product: creates requests in one transaction, sends them outside of any,
/// and books the responses in another.
///
/// Each request is stored completely, with its idempotency key, before it is sent (``ProcessorCall``). After
/// a crash at any point, the stored call is sent again unchanged, or its result is looked up, so that nothing
/// is charged twice and nothing is lost.
///
/// Source: Stripe documentation, "Idempotent requests"; "Error handling", "Network errors".
public struct PaymentDriver: Sendable {
    /// The database in which transactions run.
    public let database: any TransactionRunner
    let processor: any PaymentProcessor
    let policy: any PaymentPolicy
    let clock: WallClock
    let ids: Identifiers
    let processing: FeeRate
    let cardGuard: CardGuard
    /// How often a request is resent immediately if no response arrives. Stripe's own client does so twice.
    let resends = 2
    /// The time after the first attempt in which it is resent, because a person is waiting for the page.
    /// ``finishLeftCalls(olderThan:progress:)`` sends calls that are still open then.
    let resendSeconds: Int64 = 10

    /// Creates a driver.
    ///
    /// - Parameter processing: The expected processing fee. The actual fee is fetched later.
    public init(
        database: any TransactionRunner, processor: any PaymentProcessor, policy: any PaymentPolicy,
        clock: WallClock,
        ids: Identifiers, processing: FeeRate, cardGuard: CardGuard = CardGuard()
    ) {
        self.database = database
        self.processor = processor
        self.policy = policy
        self.clock = clock
        self.ids = ids
        self.processing = processing
        self.cardGuard = cardGuard
    }

    /// Sends a call, books its response, and continues with the calls that follow from it.
    ///
    /// - Throws: ``PaymentError`` with code `declined` or `processorRefused` if the processor refused, which
    ///   is booked; `outcomeUnknown` if no response arrived: the call stays open.
    public func carry(_ call: ProcessorCall) async throws {
        if let refusal = try await deliver(call) { throw refusal }
    }

    /// Does the same as ``carry(_:)``, but returns a refusal instead of throwing it.
    ///
    /// - Returns: The refusal, or nil if everything succeeded.
    @discardableResult public func deliver(_ call: ProcessorCall) async throws -> PaymentError? {
        try await deliver(call) { _ in }.refusal
    }

    /// Does the same as ``deliver(_:)``, and reads a value in the transaction that books the last response.
    ///
    /// - Parameter look: Must only read, and must not throw errors of its own, because they would roll back
    ///   the booking. It is called after each response that leads to no other call, even if another process
    ///   has booked that response, and again if the transaction is repeated.
    func deliver<Found: Sendable>(
        _ call: ProcessorCall, look: @escaping @Sendable (Transaction) throws -> Found
    ) async throws -> (refusal: PaymentError?, found: Found?) {
        var waiting = [call]
        var outcome: (refusal: PaymentError?, found: Found?)
        while let call = waiting.popLast() {
            let answer = try await answer(to: call)
            let (next, found) = try await database.write { transaction -> ([ProcessorCall], Found?) in
                // Another process may have sent the same call and booked its response. Then there is nothing
                // to do.
                let next =
                    try transaction.close(call: call.id) ? try book(answer, of: call, in: transaction) : []
                return (next, next.isEmpty ? try look(transaction) : nil)
            }
            outcome.found = found
            if let error = answer.refusal, next.isEmpty { outcome.refusal = PaymentError(error) }
            waiting += next
        }
        if outcome.refusal != nil, case .refund(let id) = call.subject {
            // The refusal may be due to a refund made at the processor in the meantime.
            if let payment = try await database.read({ try $0.refund(id)?.payment }) {
                try await noticeReturns(of: payment)
            }
        }
        return outcome
    }

    /// Stores a call before it is sent.
    func open(_ request: CallRequest, for subject: CallSubject, in transaction: Transaction) throws
        -> ProcessorCall
    {
        let call = ProcessorCall(
            id: ids.make("call"), request: request, subject: subject, created: clock.now())
        try transaction.open(call)
        return call
    }

    private func answer(to call: ProcessorCall) async throws -> CallAnswer {
        var left = resends
        let begin = clock.now()
        while true {
            do {
                return try await processor.answer(to: call.request, key: IdempotencyKey(call.id))
            } catch {
                let isInTime = clock.now() - begin < resendSeconds
                guard left > 0, isInTime, !Task.isCancelled else {
                    throw PaymentError(.outcomeUnknown, error.message)
                }
                left -= 1
            }
        }
    }

    /// Books the response to a call.
    ///
    /// - Returns: The calls that follow from it, already opened.
    func book(_ answer: CallAnswer, of call: ProcessorCall, in transaction: Transaction) throws
        -> [ProcessorCall]
    {
        switch call.subject {
        case .payment(let id): return try bookPayment(answer, of: id, request: call.request, in: transaction)
        case .refund(let id): return try bookRefund(answer, of: id, request: call.request, in: transaction)
        case .release(let id): return try bookRelease(answer, of: id, call: call, in: transaction)
        case .collection(let payee): return try bookCollection(answer, of: payee, call: call, in: transaction)
        case .repayment(let payee): return try bookRepayment(answer, of: payee, call: call, in: transaction)
        case .schedule(let id, let step):
            return try bookSchedule(
                answer, of: id, step: step, request: call.request, in: transaction)
        case .payout(let payee): return try bookPayout(answer, of: payee, in: transaction)
        case .customer: return []
        }
    }
}

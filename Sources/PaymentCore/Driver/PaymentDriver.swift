public import MoneyKit
public import Processor
public import TimeKit

/// Drives the processor for every product: decides within units of work, asks between them, books within units.
///
/// What will be asked is stored whole, with its key, before it is sent (``ProcessorCall``). A crash between any two
/// steps leaves a call that is sent again as it was, so that nothing is charged twice and nothing is forgotten.
///
/// Source: Stripe documentation, "Idempotent requests"; "Error handling", "Network errors".
public struct PaymentDriver<Units: UnitsOfWork>: Sendable where Units.Unit: PaymentUnit {
    /// Where units of work are done.
    public let units: Units
    let processor: any PaymentProcessor
    let policy: any PaymentPolicy<Units.Unit>
    let clock: WallClock
    let ids: Identifiers
    let processing: FeeRate
    let cardGuard: CardGuard
    /// How often a request is sent again at once when no answer comes; the processor's own client does it twice.
    let resends = 2
    /// For how many seconds after the first time it is sent again: somebody waits for the page. What is still open then is sent
    /// by whoever tends what was left.
    let resendSeconds: Int64 = 10

    /// A driver of these parts.
    ///
    /// - Parameter processing: What the processor is expected to take; what it took is read later.
    public init(
        units: Units, processor: any PaymentProcessor, policy: any PaymentPolicy<Units.Unit>,
        clock: WallClock,
        ids: Identifiers, processing: FeeRate, cardGuard: CardGuard = CardGuard()
    ) {
        self.units = units
        self.processor = processor
        self.policy = policy
        self.clock = clock
        self.ids = ids
        self.processing = processing
        self.cardGuard = cardGuard
    }

    /// Sends a call and books its answer, and goes on with the calls that the answer leads to.
    ///
    /// - Throws: ``PaymentError`` with code `declined` or `processorRefused` when it ended with a refusal, which is
    ///   booked; `outcomeUnknown` when no answer came: the call stays open.
    public func carry(_ call: ProcessorCall) async throws {
        if let refusal = try await deliver(call) { throw refusal }
    }

    /// Does as ``carry(_:)``, for whom a refusal is an answer like another.
    ///
    /// - Returns: The refusal that it ended with; nil when all was done.
    @discardableResult public func deliver(_ call: ProcessorCall) async throws -> PaymentError? {
        try await deliver(call) { _ in }.refusal
    }

    /// Does as ``deliver(_:)``, and looks how it stands in the unit of work that books the last answer.
    ///
    /// - Parameter look: Reads, and throws nothing of its own: the booking would be undone. It is called behind each answer that
    ///   leads to no other call, also where somebody else has booked that, and again when the unit runs again.
    func deliver<Found: Sendable>(
        _ call: ProcessorCall, look: @escaping @Sendable (Units.Unit) throws -> Found
    ) async throws -> (refusal: PaymentError?, found: Found?) {
        var waiting = [call]
        var outcome: (refusal: PaymentError?, found: Found?)
        while let call = waiting.popLast() {
            let answer = try await answer(to: call)
            let (next, found) = try await units.write { unit -> ([ProcessorCall], Found?) in
                // Somebody else may have sent the same call and booked its answer: then it is done.
                let next = try unit.close(call: call.id) ? try book(answer, of: call, in: unit) : []
                return (next, next.isEmpty ? try look(unit) : nil)
            }
            outcome.found = found
            if let error = answer.refusal, next.isEmpty { outcome.refusal = PaymentError(error) }
            waiting += next
        }
        if outcome.refusal != nil, case .refund(let id) = call.subject {
            // The refusal may be due to a refund made at the processor in the meantime.
            if let payment = try await units.read({ try $0.refund(id)?.payment }) {
                try await noticeReturns(of: payment)
            }
        }
        return outcome
    }

    /// A call that is kept before it is sent.
    func open(_ request: CallRequest, for subject: CallSubject, in unit: Units.Unit) throws -> ProcessorCall {
        let call = ProcessorCall(
            id: ids.make("call"), request: request, subject: subject, created: clock.now())
        try unit.open(call)
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

    /// Books the answer to a call.
    ///
    /// - Returns: The calls that it leads to, open already.
    func book(_ answer: CallAnswer, of call: ProcessorCall, in unit: Units.Unit) throws
        -> [ProcessorCall]
    {
        switch call.subject {
        case .payment(let id): return try bookPayment(answer, of: id, request: call.request, in: unit)
        case .refund(let id): return try bookRefund(answer, of: id, request: call.request, in: unit)
        case .release(let id): return try bookRelease(answer, of: id, call: call, in: unit)
        case .collection(let payee): return try bookCollection(answer, of: payee, call: call, in: unit)
        case .repayment(let payee): return try bookRepayment(answer, of: payee, call: call, in: unit)
        case .schedule(let id, let step):
            return try bookSchedule(
                answer, of: id, step: step, request: call.request, in: unit)
        case .payout(let payee): return try bookPayout(answer, of: payee, in: unit)
        case .customer: return []
        }
    }
}

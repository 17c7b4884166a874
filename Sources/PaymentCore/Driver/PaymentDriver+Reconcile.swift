import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// The counts that a reconciliation reports.
public struct Reconciliation: Hashable, Sendable {
    /// The number of open calls that were finished.
    public var callsEnded = 0
    /// The number of calls that are still open. The next reconciliation tries to finish them.
    public var callsLeft = 0
    /// The number of refreshes and lookups that got no response or were refused. The next reconciliation
    /// repeats them.
    public var unanswered = 0
    /// The number of objects whose state was requested from the processor: payments, refunds, disputes,
    /// payouts and schedules. Includes requests that failed.
    public var refreshed = 0
    /// The number of new events that were processed.
    public var events = 0
}

extension PaymentDriver {
    /// The time, in seconds, for which the processor is certain to remember an idempotency key. It is one
    /// hour less than the documented 24 hours.
    var keyLife: Int64 { 23 * 3600 }

    /// Finishes the open calls, and updates all payments, refunds, disputes, payouts and schedules that are
    /// not final. Also processes new events, collects payees' debts, and repays what the platform owes to
    /// payees. Call this function at startup, after a crash, or when a user requests a reconciliation.
    ///
    /// An open call that is less than 23 hours old is sent again unchanged. The exception is a call that
    /// moves a charge day, which is discarded after an hour. The result of an older call is looked up at the
    /// processor, unless the call can safely be repeated. If no result is found for a payment, a refund or
    /// the start of a subscription, a person must review the case.
    ///
    /// - Parameter progress: Receives the number of calls that were tried so far, and the total number of
    ///   calls.
    public func reconcile(progress: @Sendable (Int, Int) -> Void = { _, _ in }) async throws -> Reconciliation
    {
        var result = try await finishCalls(olderThan: 0, progress: progress)
        // If a step gets no response, the following steps still run. The next reconciliation repeats the failed step.
        result.unanswered += try await tolerating { result.events = try await readEvents(isThorough: true) }
        for refresh in try await unfinished() {
            result.unanswered += try await tolerating { try await refresh() }
            result.refreshed += 1
        }
        result.unanswered += try await tolerating { result.refreshed += try await findReviewed() }
        result.unanswered += try await tolerating { result.refreshed += try await findDisputes() }
        for payee in try await payees(where: { $0 > 0 }) {
            result.unanswered += try await tolerating { try await collect(from: payee) }
        }
        for payee in try await payees(where: { $0 < 0 }) {
            result.unanswered += try await tolerating { try await repay(payee) }
        }
        try await finishAssignments(olderThan: 0, limit: .max, &result)
        return result
    }

    /// Runs a step of a reconciliation, without throwing an error if the processor does not respond or
    /// refuses.
    ///
    /// - Returns: 1 if the processor did not respond or refused the request; otherwise 0.
    package func tolerating(_ step: () async throws -> Void) async throws -> Int {
        do {
            try await step()
            return 0
        } catch let error as PaymentError
            where error.code == .outcomeUnknown || error.code == .processorRefused
        {
            return 1
        }
    }

    /// Finishes the open calls that have reached a minimum age. Another process may still be working on
    /// younger calls. Stops early if the task's ``WorkBudget`` is spent.
    ///
    /// Assigns at most 64 charges to their customers, so that this function takes only seconds even if the
    /// processor is slow.
    ///
    /// - Parameters:
    ///   - seconds: The minimum age of a call.
    ///   - progress: Receives the number of calls that were tried so far, and the total number of calls.
    public func finishLeftCalls(
        olderThan seconds: Int64, progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> Reconciliation {
        var result = try await finishCalls(olderThan: seconds, progress: progress)
        try await finishAssignments(olderThan: seconds, limit: 64, &result)
        return result
    }

    /// Returns the open calls that are at least this many seconds old.
    private func openCalls(
        olderThan seconds: Int64, where isMeant: @escaping @Sendable (CallRequest) -> Bool
    ) async throws -> [ProcessorCall] {
        let latest = clock.now().adding(seconds: -seconds)
        return try await database.read { try $0.openCalls(limit: 100_000) }
            .filter { $0.created <= latest && isMeant($0.request) }
    }

    /// Finishes the calls that assign charges to their customers. A reconciliation does this last, because no
    /// payer waits for these calls.
    private func finishAssignments(
        olderThan seconds: Int64, limit: Int, _ result: inout Reconciliation
    ) async throws {
        let calls = Array(try await openCalls(olderThan: seconds) { $0.isAssignment }.prefix(limit))
        let left = try await finish(assignments: calls)
        result.callsEnded += calls.count - left
        result.callsLeft += left
    }

    private func finishCalls(
        olderThan seconds: Int64, progress: @Sendable (Int, Int) -> Void
    ) async throws -> Reconciliation {
        let calls = try await openCalls(olderThan: seconds) { !$0.isAssignment }
        var result = Reconciliation()
        var intents: [String: PaymentIntent] = [:]
        result.unanswered += try await tolerating { intents = try await self.intents(of: calls) }
        for (index, call) in calls.enumerated() {
            progress(index, calls.count)
            if WorkBudget.isSpent {
                result.callsLeft += calls.count - index
                break
            }
            // Without the list of intents, the result of an old call is unknown, so the call stays open.
            if result.unanswered > 0, needsWalk(call) {
                result.callsLeft += 1
                continue
            }
            let missing = try await tolerating { [intents] in try await finish(call, intents) }
            result.callsEnded += 1 - missing
            result.callsLeft += missing
        }
        return result
    }

    /// Finishes the open calls about an object, such as a payment or a schedule, so that the next request
    /// builds on their results.
    ///
    /// If another process finishes one of the calls at the same time, any follow-up call is finished here.
    ///
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond.
    public func finishCalls(about subject: String) async throws {
        var seen: Set<String> = []
        while true {
            let calls = try await database.read { try $0.calls(about: subject) }.filter {
                !seen.contains($0.id)
            }
            guard !calls.isEmpty else { return }
            let intents = try await intents(of: calls)
            for call in calls { try await finish(call, intents) }
            seen.formUnion(calls.map(\.id))
        }
    }

    private func finish(_ call: ProcessorCall, _ intents: [String: PaymentIntent]) async throws {
        if isStaleMove(call) {
            try await dropMove(call)
        } else if isOld(call) {
            try await lookUp(call, intents)
        } else {
            try await execute(call)
        }
    }

    /// Returns whether a call is so old that the processor may have deleted its idempotency key.
    func isOld(_ call: ProcessorCall) -> Bool { clock.now() - call.created >= keyLife }

    /// Fetches and records the disputes that were opened since the last reconciliation, even if no event has
    /// reported them.
    ///
    /// - Returns: The number of fetched disputes.
    private func findDisputes() async throws -> Int {
        let now = clock.now()
        let read = try await database.read { try $0.read(.disputes) } ?? Timestamp(seconds: 0)
        let found = try await list(since: read, processor.disputes)
        for dispute in found { try await refresh(dispute: dispute.id) }
        try await database.write { try $0.setRead(.disputes, until: now) }
        return found.count
    }

    /// Returns one closure for each payment, refund, dispute, payout or schedule whose state may still
    /// change. The closure refreshes that object.
    private func unfinished() async throws -> [@Sendable () async throws -> Void] {
        let now = clock.now()
        return try await database.read { transaction in
            let reviewed = try transaction.payments(in: .needsReview, after: nil, limit: 10_000)
            let payments = (try transaction.unfinishedPayments(ofPayee: nil, limit: 10_000) + reviewed)
                .filter { $0.intent != nil }
            let refunds = try transaction.refundsToWatch(limit: 10_000)
            let disputes = try transaction.openDisputes(limit: 10_000)
            let payouts = try transaction.openPayouts(limit: 10_000)
            let schedules = try transaction.dueSchedules(before: now, limit: 10_000)
            var questions: [@Sendable () async throws -> Void] = []
            questions += payments.map { payment in { try await refresh(payment: payment.id) } }
            questions += refunds.map { refund in { try await refresh(refund: refund.id) } }
            questions += disputes.map { dispute in { try await refresh(dispute: dispute.id) } }
            questions += payouts.map { payout in { try await refresh(payout: payout.id, of: payout.payee) } }
            questions += schedules.map { schedule in { try await refresh(schedule: schedule.id) } }
            return questions
        }
    }
}

// MARK: Lost responses

extension PaymentDriver {
    /// Resolves a call whose idempotency key the processor may have deleted. `intents` is the result of
    /// ``intents(of:)``.
    ///
    /// Calls about customers and changes to schedules are sent again, because they can safely be repeated.
    /// The results of other calls are looked up at the processor.
    func lookUp(_ call: ProcessorCall, _ intents: [String: PaymentIntent]) async throws {
        switch call.subject {
        case .customer, .schedule(_, .change): try await execute(call)
        case .payment, .refund, .release, .collection, .repayment, .payout, .schedule(_, .start):
            let answer = try await trace(of: call, intents)
            let customer = try await lostCustomer(of: call)
            // If the customer was never created, it is created now, which moves no money.
            if case .payerCustomer = call.request, customer == nil {
                try await execute(call)
                return
            }
            try await database.write { transaction in
                guard try transaction.close(call: call.id) else { return }
                if let answer {
                    _ = try book(answer, of: call, in: transaction)
                } else {
                    try bookNothing(of: call, in: transaction)
                }
                if let customer {
                    try book(lost: customer, of: call, in: transaction)
                } else if case .payment(let id) = call.subject {
                    try requestAgain(.unknown, of: id, call.request, in: transaction)
                }
            }
        }
    }

    /// Saves the id of a customer in the payment or schedule for which the customer was created. The customer
    /// was looked up at the processor, because the response to the call was lost.
    private func book(lost customer: String, of call: ProcessorCall, in transaction: Transaction) throws {
        switch call.subject {
        case .payment(let id): try book(customer: customer, of: id, in: transaction)
        case .schedule(let id, .start):
            guard var schedule = try transaction.schedule(id), schedule.customer == nil else { return }
            schedule.customer = customer
            try transaction.save(schedule)
        default: break
        }
    }

    /// Searches the processor for the result of a call. Returns nil if the processor has no such result.
    private func trace(of call: ProcessorCall, _ intents: [String: PaymentIntent]) async throws
        -> CallResponse?
    {
        let window = window(since: call.created)
        switch (call.subject, call.request) {
        case (.payment, .confirm(let intent, _)):
            return try await finding {
                try await processor.paymentIntent(intent)
            }
            .map(CallResponse.intent)
        case (.payment(let id), _): return intents[id].map(CallResponse.intent)
        case (.refund(let id), .refund(let wanted)):
            return try await refund(id, ofIntent: wanted.paymentIntent).map(CallResponse.refund)
        case (.schedule(let id, .start), .subscribe):
            return try await first(in: window, processor.subscriptions) { $0.metadata["schedule_id"] == id }
                .map(CallResponse.subscription)
        case (.collection, .reverse(let transfer, _, let metadata)),
            (.release, .reverse(let transfer, _, let metadata)):
            let found = try await finding {
                try await processor.reversals(ofTransfer: transfer)
            }
            return try found.flatMap { try only(in: $0) { $0.metadata == metadata } }
                .map(CallResponse.reversal)
        case (.repayment, .transfer(let wanted)), (.release, .transfer(let wanted)):
            return try await first(in: window) { query in
                try await processor.transfers(to: wanted.destination, query)
            } where: {
                $0.metadata == wanted.metadata
            }.map(CallResponse.transfer)
        case (.payout(let payee), .payout(_, let amount, let currency)):
            return try await unbookedPayout(of: Money(amount, currency), to: payee, in: window)
                .map(CallResponse.payout)
        default: return nil
        }
    }

    /// Returns a payout of this amount that is not in the books, or nil. This program creates payouts without
    /// metadata, so payouts are compared only by amount and currency.
    private func unbookedPayout(of amount: Money, to payee: String, in window: ClosedRange<Timestamp>)
        async throws -> Payout?
    {
        var found: [Payout] = []
        _ = try await first(in: window) { query in
            try await processor.payouts(of: payee, query)
        } where: { payout in
            if payout.amount == amount.minorUnits, payout.currency == amount.currency { found.append(payout) }
            return false
        }
        return try await database.read { [found] transaction in
            try found.first { try transaction.payout($0.id) == nil }
        }
    }

    /// Records that a call's result was not found at the processor.
    ///
    /// If the processor's list does not contain a reversal, transfer or payout, the processor certainly never
    /// executed the call. For a charge, a refund or the start of a subscription, this is not certain, so a
    /// person must review the payment, refund or schedule. If the subscription was never requested, the
    /// schedule is canceled. Each reconciliation searches again for the payments and refunds under review.
    private func bookNothing(of call: ProcessorCall, in transaction: Transaction) throws {
        switch call.subject {
        case .payment(let id):
            if case .payerCustomer = call.request { return }
            if let payment = try transaction.payment(id) { try leaveForReview(payment, in: transaction) }
        case .refund(let id):
            guard var refund = try transaction.refund(id) else { return }
            refund.state = .needsReview
            try transaction.save(refund)
        case .schedule(let id, _):
            guard var schedule = try transaction.schedule(id) else { return }
            if case .subscribe = call.request {
                schedule.state = .needsReview
            } else {
                // Nothing was charged, because the subscription itself was never requested.
                schedule.state = .canceled
                schedule.canceledAt = clock.now()
                schedule.failure = .noAnswer
            }
            try keep(schedule, in: transaction)
        case .release(let id): _ = try bookRelease(nil, of: id, request: call.request, in: transaction)
        case .collection(let payee): try bookCollection(nil, of: payee, call: call, in: transaction)
        case .repayment, .payout, .customer: break
        }
    }
}

// MARK: Payments and refunds under review

/// Repeated lookups of payments and refunds that need review. The processor's list may have been incomplete
/// at an earlier lookup.
extension PaymentDriver {
    /// Searches again for payment intents that the last lookup did not find, and records any that now exist.
    ///
    /// - Returns: The number of payment intents that were found.
    func findReviewed() async throws -> Int {
        let lost = try await database.read { try $0.payments(in: .needsReview, after: nil, limit: 1000) }
            .filter { $0.intent == nil }
        let found = try await intents(
            ofPayments: Dictionary(uniqueKeysWithValues: lost.map { ($0.id, $0.created) }))
        for (id, intent) in found {
            try await database.write { transaction in
                guard let payment = try transaction.payment(id) else { return }
                try apply(intent, to: payment, in: transaction)
            }
        }
        return found.count
    }

    /// Searches again for a refund that the last lookup did not find, and records the refund if it exists.
    func recheck(for refund: PaymentRefund) async throws {
        guard let intent = try await database.read({ try $0.payment(refund.payment)?.intent }),
            let found = try await self.refund(refund.id, ofIntent: intent)
        else { return }
        try await database.write { transaction in
            guard let refund = try transaction.refund(refund.id), refund.processorRefund == nil,
                let payment = try transaction.payment(refund.payment)
            else { return }
            try book(
                found, as: refund, of: payment, feeGoesBack: found.transferReversal != nil, in: transaction)
        }
    }

    /// Returns the processor's object for a refund that this program requested, or nil if the processor has
    /// no such object.
    func refund(_ id: String, ofIntent intent: String) async throws -> Refund? {
        let found = try await finding {
            try await processor.refunds(ofIntent: intent)
        }
        return try found.flatMap { try only(in: $0) { $0.metadata["refund_id"] == id } }
    }
}

import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Resolves a call whose idempotency key the processor may have forgotten.
    ///
    /// A repeatable call is sent again: a deletion, or a change of a schedule, since no other change can
    /// follow a pending one. A call that moves money is never sent again: its result is looked up at the
    /// processor.
    ///
    /// - Parameter intents: The result of ``intents(of:)``, by payment.
    func lookUp(_ call: ProcessorCall, _ intents: [String: PaymentIntent]) async throws {
        switch call.subject {
        case .customer, .schedule(_, .change): try await deliver(call)
        case .payment, .refund, .release, .collection, .repayment, .payout, .schedule(_, .start):
            let answer = try await trace(of: call, intents)
            let customer = try await lostCustomer(of: call)
            // If the customer was never created, create it now: that moves no money.
            if case .payerCustomer = call.request, customer == nil {
                try await deliver(call)
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

    /// Sets a found customer on its payment or schedule.
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

    /// Returns the result of a call that the processor has, or nil if nothing is found.
    private func trace(of call: ProcessorCall, _ intents: [String: PaymentIntent]) async throws -> CallAnswer?
    {
        let window = window(since: call.created)
        switch (call.subject, call.request) {
        case (.payment, .confirm(let intent, _)):
            return try await finding { () throws(ProcessorError) in try await processor.paymentIntent(intent)
            }
            .map(CallAnswer.intent)
        case (.payment(let id), _): return intents[id].map(CallAnswer.intent)
        case (.refund(let id), .refund(let wanted)):
            return try await refund(id, ofIntent: wanted.paymentIntent).map(CallAnswer.refund)
        case (.schedule(let id, .start), .subscribe):
            return try await first(in: window, processor.subscriptions) { $0.metadata["schedule_id"] == id }
                .map(CallAnswer.subscription)
        case (.collection, .reverse(let transfer, _, let metadata)),
            (.release, .reverse(let transfer, _, let metadata)):
            let found = try await finding { () throws(ProcessorError) in
                try await processor.reversals(ofTransfer: transfer)
            }
            return try found.flatMap { try only(in: $0) { $0.metadata == metadata } }
                .map(CallAnswer.reversal)
        case (.repayment, .transfer(let wanted)), (.release, .transfer(let wanted)):
            return try await first(in: window) { query async throws(ProcessorError) in
                try await processor.transfers(to: wanted.destination, query)
            } where: {
                $0.metadata == wanted.metadata
            }.map(CallAnswer.transfer)
        case (.payout(let payee), .payout(_, let amount, let currency)):
            return try await unbookedPayout(of: Money(amount, currency), to: payee, in: window)
                .map(CallAnswer.payout)
        default: return nil
        }
    }

    /// Finds a payout of this amount that is not in the books. Payouts have no metadata to match.
    private func unbookedPayout(of amount: Money, to payee: String, in window: ClosedRange<Timestamp>)
        async throws -> Payout?
    {
        var found: [Payout] = []
        _ = try await first(in: window) { query async throws(ProcessorError) in
            try await processor.payouts(of: payee, query)
        } where: { payout in
            if payout.amount == amount.minorUnits, payout.currency == amount.currency { found.append(payout) }
            return false
        }
        return try await database.read { [found] transaction in
            try found.first { try transaction.payout($0.id) == nil }
        }
    }

    /// Books that the result of a call was not found.
    ///
    /// If a list lacks a reversal, transfer or payout, it was certainly not made. Whether a card was charged
    /// is left for a person to review. For payments and refunds, each reconciliation looks again.
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
                // Nothing was charged, because the subscription itself had not been requested yet.
                schedule.state = .canceled
                schedule.canceledAt = clock.now()
                schedule.failure = .noAnswer
            }
            try transaction.save(schedule)
            try policy.changed(schedule, at: clock.now(), in: transaction)
        case .release(let id): _ = try bookRelease(nil, of: id, call: call, in: transaction)
        case .collection(let payee): _ = try bookCollection(nil, of: payee, call: call, in: transaction)
        case .repayment, .payout, .customer: break
        }
    }
}

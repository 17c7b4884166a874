import Processor
import TimeKit

extension PaymentDriver {
    /// Finds out what became of a call whose key the processor may have forgotten. It is never sent again.
    ///
    /// There is no look-up by key, and search lags: the processor's list is walked from the hour before the call,
    /// and the metadata compared.
    func lookUp(_ call: ProcessorCall) async throws {
        let answer = try await trace(of: call)
        try await units.write { unit in
            guard try unit.call(call.id) != nil else { return }
            try unit.close(call: call.id)
            try bookLookUp(answer, of: call, in: unit)
        }
    }

    /// What the processor has of a call; nil when nothing is found.
    private func trace(of call: ProcessorCall) async throws -> CallAnswer? {
        switch (call.subject, call.request) {
        case (.payment, .confirm(let intent, _)):
            return .intent(
                try await reading { () throws(ProcessorError) in try await processor.paymentIntent(intent) })
        case (.payment(let id), _):
            return try await list(since: call.created, processor.paymentIntents)
                .first { $0.metadata["payment_id"] == id }.map(CallAnswer.intent)
        case (.refund(let id), .refund(let wanted)):
            let found = try await reading { () throws(ProcessorError) in
                try await processor.refunds(ofIntent: wanted.paymentIntent)
            }
            return found.data.first { $0.metadata["refund_id"] == id }.map(CallAnswer.refund)
        case (.schedule(let id, .start), .subscribe):
            return try await list(since: call.created, processor.subscriptions)
                .first { $0.metadata["schedule_id"] == id }.map(CallAnswer.subscription)
        default: return nil
        }
    }

    /// All of a list that was made in the hour before a moment, or later; newest first.
    func list<Noun: ProcessorNoun>(
        since moment: Timestamp,
        _ list: @Sendable (ListQuery) async throws(ProcessorError) -> ListPage<Noun>
    ) async throws -> [Noun] {
        let since = moment.adding(seconds: -3600)
        var query = ListQuery(limit: 100, created: since...max(since, clock.now()))
        var found: [Noun] = []
        while true {
            let page = try await reading { [query] () throws(ProcessorError) in try await list(query) }
            found += page.data
            guard page.hasMore, let last = page.data.last else { return found }
            query.startingAfter = last.id
        }
    }

    private func bookLookUp(_ answer: CallAnswer?, of call: ProcessorCall, in unit: Units.Unit) throws {
        switch call.subject {
        case .payment(let id):
            guard var payment = try unit.payment(id) else { return }
            if case .intent(let intent) = answer { return try apply(intent, to: payment, in: unit) }
            payment.state = .needsReview
            try unit.save(payment)
            try policy.changed(payment, at: clock.now(), in: unit)
        case .refund(let id):
            guard var refund = try unit.refund(id), let payment = try unit.payment(refund.payment),
                case .refund(let wanted) = call.request
            else { return }
            if case .refund(let found) = answer {
                return try book(
                    found, as: refund, of: payment, feeGoesBack: wanted.refundApplicationFee, in: unit)
            }
            refund.state = .needsReview
            try unit.save(refund)
        case .schedule(let id, let step):
            guard var schedule = try unit.schedule(id) else { return }
            if case .subscription(let found) = answer {
                schedule.subscription = found.id
                schedule.take(found)
                schedule.nextCharge = clock.now()
            } else if case .start = step {
                schedule.state = .needsReview
            } else {
                // A change that was not answered in a day: what stands at the processor is what counts.
                schedule.nextCharge = clock.now()
            }
            try unit.save(schedule)
            try policy.changed(schedule, at: clock.now(), in: unit)
        case .collection, .payout, .customer: break
        }
    }
}

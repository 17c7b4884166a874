import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    func bookSchedule(
        _ answer: CallAnswer, of id: String, step: ScheduleStep, request: CallRequest,
        in transaction: Transaction
    ) throws -> [ProcessorCall] {
        guard var schedule = try transaction.schedule(id) else { throw PaymentError(.notFound, id) }
        let next: CallRequest?
        switch (step, answer) {
        case (.start, .refused(let error)):
            next = request.waitingForBank(after: error)
            if next == nil { try fail(&schedule, with: error, in: transaction) }
        case (.start, _): next = try start(&schedule, answer, in: transaction)
        case (.change(let change), .refused(let error)):
            try refuse(change, of: &schedule, error, in: transaction)
            next = nil
        case (.change(let change), _): next = try apply(change, to: &schedule, answer)
        }
        try transaction.save(schedule)
        try policy.changed(schedule, at: clock.now(), in: transaction)
        guard let next else { return [] }
        return [try open(next, for: .schedule(id, step), in: transaction)]
    }

    /// Books a step of the start, and returns the next request. The order is: customer, product, price,
    /// subscription.
    private func start(_ schedule: inout Schedule, _ answer: CallAnswer, in transaction: Transaction) throws
        -> CallRequest?
    {
        switch answer {
        case .customer(let customer):
            schedule.customer = customer.id
            let owner = schedule.form.productOwner
            guard try transaction.product(ofPayee: owner) != nil else {
                return .product(name: schedule.statementDescriptor, metadata: ["payee": owner])
            }
            return try price(
                of: schedule.quote, every: schedule.interval, soldBy: schedule.form, in: transaction)
        case .product(let product):
            try transaction.setProduct(product.id, ofPayee: schedule.form.productOwner)
            return try price(
                of: schedule.quote, every: schedule.interval, soldBy: schedule.form, in: transaction)
        case .price(let price):
            schedule.price = price.id
            return .subscribe(schedule.form.subscription(of: schedule, price: price, at: clock.now()))
        case .subscription(let found):
            schedule.subscription = found.id
            schedule.anchor = MonthlyAnchor(found.billingCycleAnchor)
            schedule.methodAtProcessor = found.defaultPaymentMethod ?? ""
            // The first invoice is not booked yet. The schedule is due now, so that a crash here does not
            // lose it.
            schedule.dueAt = clock.now()
            schedule.state = found.status == .incomplete ? .incomplete : .active
            return nil
        default: throw PaymentError(.wrongState, "an answer that does not fit the start of a schedule")
        }
    }

    /// Books that the first charge failed: there is no subscription and no later charge.
    private func fail(_ schedule: inout Schedule, with error: ProcessorError, in transaction: Transaction)
        throws
    {
        schedule.failure = PaymentFailure(error)
        schedule.state = .canceled
        schedule.canceledAt = clock.now()
        if error.kind == .card {
            try cardGuard.countDecline(
                of: schedule.id, payee: schedule.form.guardName, at: clock.now(), in: transaction)
        }
    }

    /// Handles a refused change: the schedule stays as the processor has it, and is fetched again.
    private func refuse(
        _ change: ScheduleChange, of schedule: inout Schedule, _ error: ProcessorError,
        in transaction: Transaction
    ) throws {
        schedule.dueAt = clock.now()
        guard error.kind == .card, change.triesCard else { return }
        if schedule.openInvoice != nil { schedule.failure = PaymentFailure(error) }
        try cardGuard.countDecline(
            of: schedule.id, payee: schedule.form.guardName, at: clock.now(), in: transaction)
    }

    private func apply(_ change: ScheduleChange, to schedule: inout Schedule, _ answer: CallAnswer) throws
        -> CallRequest?
    {
        switch (change, answer) {
        case (.amount(let quote), .price(let price)):
            return .updateSubscription(
                schedule.subscription ?? "", try schedule.update(to: price, quote, isAtOnce: false))
        case (.price(let quote, _, let isAtOnce), .price(let price)):
            return .updateSubscription(
                schedule.subscription ?? "", try schedule.update(to: price, quote, isAtOnce: isAtOnce))
        case (.method, .method(let method)):
            return .updateSubscription(
                schedule.subscription ?? "", Subscription.Update(defaultPaymentMethod: method.id))
        case (_, .subscription(let found)):
            return settle(change, schedule: &schedule, found)
        case (_, .invoice):
            schedule.dueAt = clock.now()
            return nil
        default: throw PaymentError(.wrongState, "an answer that does not fit a change")
        }
    }

    private func settle(_ change: ScheduleChange, schedule: inout Schedule, _ found: Subscription)
        -> CallRequest?
    {
        // If a first payment is abandoned, the reason why it failed is kept.
        if change != .cancel { schedule.failure = nil }
        let dueBefore = schedule.dueAt
        schedule.methodAtProcessor = found.defaultPaymentMethod ?? ""
        if case .price(_, let interval, _) = change { schedule.interval = interval }
        schedule.take(found)
        schedule.dueAt = dueAt(after: change, of: schedule, dueBefore: dueBefore)
        guard case .method(let method) = change else { return nil }
        schedule.method = method
        // An overdue invoice is charged to the new card immediately.
        return schedule.openInvoice.map(CallRequest.payInvoice)
    }

    /// Returns when a changed schedule must be fetched.
    ///
    /// The response to a change contains the next charge, but neither a charge made shortly before nor a
    /// draft invoice. The fetch that follows a change may fail, so the schedule stays due until its invoices
    /// have been fetched. A move to the stated day follows such a fetch, so it only keeps the earlier time.
    private func dueAt(after change: ScheduleChange, of schedule: Schedule, dueBefore: Timestamp?)
        -> Timestamp?
    {
        guard case .day = change else { return clock.now() }
        return [dueBefore, schedule.dueAt].compactMap(\.self).min()
    }
}

extension CallRequest {
    /// If the processor refused a subscription because the payer's bank must confirm the first charge,
    /// returns a request that starts it anyway and waits for the bank. Returns nil otherwise, and for a
    /// payee's subscription, which starts paid or not at all.
    fileprivate func waitingForBank(after error: ProcessorError) -> CallRequest? {
        guard case .subscribe(var request) = self, request.errorIfIncomplete, request.destination == nil,
            error.code == PaymentFailure.subscriptionAsksPayer
        else { return nil }
        request.errorIfIncomplete = false
        return .subscribe(request)
    }
}

extension Schedule {
    /// Returns the request that sets another price and, if a payee receives it, the fee of that price.
    func update(to price: Price, _ quote: Quote, isAtOnce: Bool) throws -> Subscription.Update {
        let step = form.payee == nil ? nil : try quote.percentStep()
        return Subscription.Update(
            price: price.id, invoicesDifference: isAtOnce ? true : nil,
            applicationFeeBasisPoints: step?.rawValue, metadata: quote.metadata)
    }

    /// Updates the schedule from the processor's subscription.
    mutating func take(_ found: Subscription) {
        switch found.status {
        case .canceled, .incompleteExpired, .unpaid:
            state = .canceled
            canceledAt = found.canceledAt ?? canceledAt
        case .pastDue: state = .pastDue
        case .incomplete: state = .incomplete
        case .active, .trialing, .paused:
            state = found.pausedUntil == nil && found.status != .paused ? .active : .paused
        }
        pausedUntil = found.pausedUntil?.resumesAt
        anchor = MonthlyAnchor(found.billingCycleAnchor)
        endsAt = found.cancelAtPeriodEnd ? found.endedAt ?? found.currentPeriodEnd : nil
        nextCharge = endsAt == nil ? found.nextCharge(while: state) : nil
        dueAt = state == .canceled ? nil : endsAt ?? nextCharge
        price = found.price.id
        if let step = found.applicationFeeBasisPoints { feeStep = BasisPoints(step) }
        takeAmount(of: found)
        takeMethod(of: found)
    }

    /// Updates the amount per period: the agreed one, or one that was set at the processor.
    private mutating func takeAmount(of found: Subscription) {
        guard let total = found.total, total != quote.total || Quote(in: found.metadata, total: total) != nil
        else {
            return
        }
        let fee = found.applicationFeeBasisPoints.flatMap { try? share(BasisPoints($0), of: total) }
        quote = Quote(in: found.metadata, total: total) ?? Quote(givenAll: total, feeMinor: fee ?? 0)
    }

    /// Updates the payment method if it was changed at the processor.
    private mutating func takeMethod(of found: Subscription) {
        let name = found.defaultPaymentMethod ?? ""
        if let known = methodAtProcessor, known != name, !name.isEmpty { method = name }
        methodAtProcessor = name
    }
}

extension Subscription {
    /// The total of the subscription's items, or nil if it is not a valid payment amount.
    fileprivate var total: Money? {
        let items =
            items.map { $0.map { ($0.price.unitAmount, $0.quantity) } } ?? [(price.unitAmount, quantity)]
        var sum: Int64 = 0
        for (amount, quantity) in items {
            let (product, isTooLarge) = amount.multipliedReportingOverflow(by: quantity)
            let (next, isSumTooLarge) = sum.addingReportingOverflow(product)
            guard !isTooLarge, !isSumTooLarge else { return nil }
            sum = next
        }
        return Money(sum, price.currency)
    }

    /// The time of the next charge, or nil if the subscription has ended or is paused indefinitely. During a
    /// pause, it is the first charge after the pause.
    fileprivate func nextCharge(while state: Schedule.State) -> Timestamp? {
        guard state == .paused else { return state == .canceled ? nil : nextPeriod }
        guard let end = pausedUntil?.resumesAt else { return nil }
        return max(nextPeriod, MonthlyAnchor(billingCycleAnchor).aligned(after: end.adding(seconds: -1)))
    }

    /// The start of the next full period, even while paused: the end of the trial, or the next anchor day
    /// after it.
    var nextPeriod: Timestamp {
        guard status == .trialing, let trialEnd else { return currentPeriodEnd }
        return MonthlyAnchor(billingCycleAnchor).aligned(after: trialEnd.adding(seconds: -1))
    }
}

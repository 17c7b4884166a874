public import DatabaseKit
import MoneyKit
import Processor
public import TimeKit

extension PaymentDriver {
    /// Begins a recurring payment. The order specifies whether the payment is monthly or yearly.
    ///
    /// The processor receives requests for a customer, a product, a price and a subscription, one after the
    /// other. The product is requested only if the payee does not have one yet. The transaction that records
    /// a response also stores the call for the next request.
    ///
    /// - Throws: ``PaymentError`` with code `unknownMethod`; `wrongState` if the order specifies that the
    ///   money is held; or another code if the fraud guard rejects the attempt.
    public func beginMonthly(_ order: PaymentOrder, in transaction: Transaction) throws -> (
        Schedule, ProcessorCall
    ) {
        try PaymentMethodName.check(order.method)
        if case .held = order.form {
            throw PaymentError(
                .wrongState, "money can be held only for a one-time payment",
                remedy: "make a one-time payment, or do not hold the money")
        }
        let schedule = Schedule(
            id: ids.make("sch"), order: order, feeStep: try order.quote.percentStep(), begun: clock.now())
        try admit(
            schedule.id, payee: schedule.form.guardName, payer: order.payer, in: transaction)
        try transaction.save(schedule)
        let customer = Customer.Create(
            name: order.payer.name, email: order.payer.email, phone: order.payer.phone,
            paymentMethod: order.method,
            metadata: ["schedule_id": schedule.id, "kind": schedule.kind])
        return (schedule, try open(.customer(customer), for: .schedule(schedule.id, .start), in: transaction))
    }

    /// Creates and stores the call that changes a schedule. Only one change can be pending at a time, because
    /// each change replaces the earlier ones.
    ///
    /// - Throws: ``PaymentError`` with code `notFound` if there is no such schedule; `wrongState` if the
    ///   schedule's state does not allow the change, or if a new charge day is not in the future;
    ///   `outcomeUnknown` while an earlier change is pending (see ``finishCalls(about:)``). If the change
    ///   uses a card, also `unknownMethod`, or another code if the fraud guard rejects the attempt.
    public func begin(_ change: ScheduleChange, of id: String, payer: Payer, in transaction: Transaction)
        throws
        -> ProcessorCall
    {
        let schedule = try transaction.existingSchedule(id)
        guard schedule.state != .canceled, let subscription = schedule.subscription else {
            throw PaymentError(.wrongState, schedule.unchangeable)
        }
        guard try transaction.calls(about: id).isEmpty else {
            throw PaymentError(.outcomeUnknown, "the processor has not confirmed an earlier change yet")
        }
        let request = try firstRequest(for: change, of: schedule, subscription: subscription, in: transaction)
        if change.triesCard {
            try admit(id, payee: schedule.form.guardName, payer: payer, in: transaction)
        }
        return try open(request, for: .schedule(id, .change(change)), in: transaction)
    }

    /// Changes the charge day of a schedule after the new day was shown to the payer. This function neither
    /// charges the payer nor calls the processor.
    ///
    /// Later, ``refresh(schedule:)`` moves the charge at the processor, as soon as the move would neither
    /// skip a month nor cause two charges in one month.
    ///
    /// - Throws: ``PaymentError`` with code `notFound` if there is no such schedule; `wrongState` if the
    ///   schedule has ended or not started; `outcomeUnknown` while an earlier change is pending (see
    ///   ``finishCalls(about:)``).
    public func setDay(_ day: MonthlyDay, of id: String, in transaction: Transaction) throws {
        var schedule = try transaction.existingSchedule(id)
        guard schedule.state != .canceled, schedule.subscription != nil else {
            throw PaymentError(.wrongState, schedule.unchangeable)
        }
        guard try transaction.calls(about: id).isEmpty else {
            throw PaymentError(.outcomeUnknown, "the processor has not confirmed an earlier change yet")
        }
        schedule.day = day
        schedule.dueAt = clock.now()
        try keep(schedule, in: transaction)
    }

    /// Saves a schedule's new state, and notifies the payment policy.
    func keep(_ schedule: Schedule, in transaction: Transaction) throws {
        try transaction.save(schedule)
        try policy.changed(schedule, at: clock.now(), in: transaction)
    }

    private func firstRequest(
        for change: ScheduleChange, of schedule: Schedule, subscription: String, in transaction: Transaction
    ) throws -> CallRequest {
        switch change {
        case .amount(let quote):
            return try price(of: quote, every: schedule.interval, soldBy: schedule.form, in: transaction)
        case .price(let quote, let interval, _):
            return try price(of: quote, every: interval, soldBy: schedule.form, in: transaction)
        case .day(let day):
            guard day > clock.now() else {
                throw PaymentError(
                    .wrongState, "the new charge day must be in the future", remedy: "choose a later day")
            }
            return .updateSubscription(subscription, Subscription.Update(trialEnd: day))
        case .method(let method):
            try PaymentMethodName.check(method)
            return .attach(method: method, customer: schedule.customer ?? "")
        case .pause(let until): return .updateSubscription(subscription, .init(pause: .paused(until: until)))
        case .resume: return .updateSubscription(subscription, .init(pause: .resumed))
        case .endsWithPeriod(let ends):
            return .updateSubscription(subscription, .init(cancelAtPeriodEnd: ends))
        case .cancel: return .cancelSubscription(subscription)
        case .describe(let metadata):
            return .updateSubscription(subscription, .init(metadata: metadata))
        case .retry:
            guard let invoice = schedule.openInvoice else {
                throw PaymentError(
                    .wrongState, "no charge is past due", remedy: "check the status of the recurring payment")
            }
            return .payInvoice(invoice)
        }
    }

    func price(
        of quote: Quote, every interval: ChargeInterval, soldBy form: ChargeForm, in transaction: Transaction
    ) throws -> CallRequest {
        guard let product = try transaction.product(ofPayee: form.productOwner) else {
            throw PaymentError(
                .wrongState, "the stored data has no product for \(form.productOwner)",
                remedy: "report this error; nothing was changed")
        }
        return .price(
            Price.Create(
                product: product, unitAmount: quote.total.minorUnits, currency: quote.total.currency,
                interval: interval.ofPrice))
    }
}

extension Quote {
    /// Returns the smallest percentage of the total, in steps of 0.01%, that yields at least the application
    /// fee.
    func percentStep() throws(PaymentError) -> BasisPoints {
        try BasisPoints.step(covering: applicationFee, of: total)
    }
}

// MARK: Responses

extension PaymentDriver {
    func bookSchedule(
        _ answer: CallResponse, of id: String, step: ScheduleStep, request: CallRequest,
        in transaction: Transaction
    ) throws -> ProcessorCall? {
        var schedule = try transaction.existingSchedule(id)
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
        try keep(schedule, in: transaction)
        return try next.map { try open($0, for: .schedule(id, step), in: transaction) }
    }

    /// Records the response to one step of a schedule's start, and returns the next request. Returns nil
    /// after the last step.
    ///
    /// The steps are, in order: customer, product, price, subscription. The product step is skipped if the
    /// payee already has a product.
    private func start(_ schedule: inout Schedule, _ answer: CallResponse, in transaction: Transaction) throws
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
            // The first invoice is not booked yet. The schedule is marked as due now, so that the invoice is not lost
            // if the program crashes here.
            schedule.dueAt = clock.now()
            schedule.state = found.status == .incomplete ? .incomplete : .active
            return nil
        default:
            throw PaymentError(
                .wrongState,
                "the processor's response does not match a request to start a recurring payment")
        }
    }

    /// Records that the processor refused to start a schedule. No subscription exists, so there will be no
    /// charges.
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

    /// Handles a change that the processor refused. The subscription at the processor is unchanged. The
    /// schedule is marked as due, so that the subscription is fetched again. If a card was declined, the
    /// decline is counted.
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

    private func apply(_ change: ScheduleChange, to schedule: inout Schedule, _ answer: CallResponse) throws
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
        default:
            throw PaymentError(
                .wrongState,
                "the processor's response does not match a request to change a recurring payment")
        }
    }

    private func settle(_ change: ScheduleChange, schedule: inout Schedule, _ found: Subscription)
        -> CallRequest?
    {
        // If a failed first payment is abandoned, the reason for the failure is kept.
        if change != .cancel { schedule.failure = nil }
        let dueBefore = schedule.dueAt
        schedule.methodAtProcessor = found.defaultPaymentMethod ?? ""
        if case .price(_, let interval, _) = change { schedule.interval = interval }
        schedule.take(found)
        schedule.dueAt = dueAt(after: change, of: schedule, dueBefore: dueBefore)
        guard case .method(let method) = change else { return nil }
        schedule.method = method
        // An overdue invoice is immediately charged to the new card.
        return schedule.openInvoice.map(CallRequest.payInvoice)
    }

    /// Returns the time by which a changed schedule must be fetched again.
    ///
    /// The response to a change contains the time of the next charge, but neither a recent charge nor a draft
    /// invoice. The schedule is therefore due immediately, and stays due until its invoices have been
    /// fetched.
    ///
    /// The exception is a move of the charge day, because the invoices were fetched just before it. After a
    /// move, the earlier of the previous and the new due time applies.
    private func dueAt(after change: ScheduleChange, of schedule: Schedule, dueBefore: Timestamp?)
        -> Timestamp?
    {
        guard case .day = change else { return clock.now() }
        return [dueBefore, schedule.dueAt].compactMap(\.self).min()
    }
}

extension CallRequest {
    /// Returns the request to send after the processor has refused to start the subscription because the
    /// payer's bank requires the payer's confirmation. The request starts the subscription before the payer
    /// has confirmed the first charge.
    ///
    /// Returns nil after any other refusal. Also returns nil if the money goes to a payee, because a payee's
    /// subscription can start only if it is paid immediately.
    fileprivate func waitingForBank(after error: ProcessorError) -> CallRequest? {
        guard case .subscribe(var request) = self, request.errorIfIncomplete, request.destination == nil,
            error.code == PaymentFailure.subscriptionAsksPayer
        else { return nil }
        request.errorIfIncomplete = false
        return .subscribe(request)
    }
}

extension Schedule {
    /// Returns the request that changes a subscription to another price. If the money goes to a payee, the
    /// request also sets the application fee for that price.
    func update(to price: Price, _ quote: Quote, isAtOnce: Bool) throws -> Subscription.Update {
        let step = form.payee == nil ? nil : try quote.percentStep()
        return Subscription.Update(
            price: price.id, invoicesDifference: isAtOnce ? true : nil,
            applicationFeeBasisPoints: step?.rawValue, metadata: quote.metadata)
    }

    /// Updates the schedule from its subscription at the processor.
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

    /// Sets the amount per period to the subscription's amount. If the subscription's metadata contains a
    /// quote for this amount, uses that quote. If not, and the amount has changed, records the whole amount
    /// as the gift.
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
    /// The total of the subscription's items. Nil if the total does not fit into 64 bits.
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

    /// Returns the time of the next charge. During a pause, returns the time of the first charge after the
    /// pause. Returns nil if the subscription has ended or is paused indefinitely.
    fileprivate func nextCharge(while state: Schedule.State) -> Timestamp? {
        guard state == .paused else { return state == .canceled ? nil : nextPeriod }
        guard let end = pausedUntil?.resumesAt else { return nil }
        return max(nextPeriod, MonthlyAnchor(billingCycleAnchor).aligned(after: end.adding(seconds: -1)))
    }

    /// The start of the next full period. A pause does not change this time. During a trial, it is the first
    /// anchor day at or after the end of the trial.
    var nextPeriod: Timestamp {
        guard status == .trialing, let trialEnd else { return currentPeriodEnd }
        return MonthlyAnchor(billingCycleAnchor).aligned(after: trialEnd.adding(seconds: -1))
    }
}

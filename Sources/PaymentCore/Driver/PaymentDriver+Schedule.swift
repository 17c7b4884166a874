public import DatabaseKit
import MoneyKit
import Processor
public import TimeKit

extension PaymentDriver {
    /// Creates a recurring payment that starts now: monthly, or yearly if the order has that interval.
    ///
    /// The processor is asked to create a customer, a price and a subscription, one after the other. Each
    /// response is booked together with the next call.
    ///
    /// - Throws: ``PaymentError`` if the fraud guard rejects the attempt; `wrongState` if the money would be
    ///   held; `unknownMethod`.
    public func beginMonthly(_ order: PaymentOrder, in transaction: Transaction) throws -> (
        Schedule, ProcessorCall
    ) {
        try PaymentMethodName.check(order.method)
        if case .held = order.form {
            throw PaymentError(.wrongState, "a payment that is held until its release cannot recur monthly")
        }
        let schedule = Schedule(
            id: ids.make("sch"), order: order, feeStep: try order.quote.percentStep(), begun: clock.now())
        try admit(
            schedule.id, payee: schedule.form.guardName, payer: order.payer, attemptsBefore: 0,
            in: transaction)
        try transaction.save(schedule)
        let customer = Customer.Create(
            name: order.payer.name, email: order.payer.email, phone: order.payer.phone,
            paymentMethod: order.method,
            metadata: ["schedule_id": schedule.id, "kind": schedule.kind])
        return (schedule, try open(.customer(customer), for: .schedule(schedule.id, .start), in: transaction))
    }

    /// Creates the call that changes a schedule. Only one change can be pending at a time, because the last
    /// one counts.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` if the change is not possible in the schedule's
    ///   state; `outcomeUnknown` while an earlier change is pending (``finishCalls(about:)``); the fraud
    ///   guard's errors if the change uses a card.
    public func begin(_ change: ScheduleChange, of id: String, payer: Payer, in transaction: Transaction)
        throws
        -> ProcessorCall
    {
        let schedule = try transaction.existingSchedule(id)
        guard schedule.state != .canceled, let subscription = schedule.subscription else {
            throw PaymentError(.wrongState, "the schedule is \(schedule.state.rawValue)")
        }
        guard try transaction.calls(about: id).isEmpty else {
            throw PaymentError(.outcomeUnknown, "an earlier change is still pending")
        }
        let request = try firstRequest(for: change, of: schedule, subscription: subscription, in: transaction)
        if change.triesCard {
            try admit(id, payee: schedule.form.guardName, payer: payer, attemptsBefore: 0, in: transaction)
        }
        return try open(request, for: .schedule(id, .change(change)), in: transaction)
    }

    /// Changes the stated day of a schedule. This neither attempts a charge nor calls the processor: the next
    /// ``refresh(schedule:)`` moves the charge as soon as no month would get two charges or none.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` if the schedule has ended or has not started;
    ///   `outcomeUnknown` while an earlier change is pending (``finishCalls(about:)``).
    public func setDay(_ day: MonthlyDay, of id: String, in transaction: Transaction) throws {
        var schedule = try transaction.existingSchedule(id)
        guard schedule.state != .canceled, schedule.subscription != nil else {
            throw PaymentError(.wrongState, "the schedule is \(schedule.state.rawValue)")
        }
        guard try transaction.calls(about: id).isEmpty else {
            throw PaymentError(.outcomeUnknown, "an earlier change is still pending")
        }
        schedule.day = day
        schedule.dueAt = clock.now()
        try keep(schedule, in: transaction)
    }

    /// Saves a schedule's new state, and reports it to its product.
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
            guard day > clock.now() else { throw PaymentError(.wrongState, "the day has passed") }
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
                throw PaymentError(.wrongState, "nothing is past due")
            }
            return .payInvoice(invoice)
        }
    }

    func price(
        of quote: Quote, every interval: ChargeInterval, soldBy form: ChargeForm, in transaction: Transaction
    ) throws -> CallRequest {
        guard let product = try transaction.product(ofPayee: form.productOwner) else {
            throw PaymentError(.wrongState, "\(form.productOwner) has no product")
        }
        return .price(
            Price.Create(
                product: product, unitAmount: quote.total.minorUnits, currency: quote.total.currency,
                interval: interval.ofPrice))
    }
}

extension Quote {
    /// Returns the smallest step of 0.01 % of the total that covers the application fee.
    func percentStep() throws(PaymentError) -> BasisPoints {
        try BasisPoints.step(covering: applicationFee, of: total)
    }
}

// MARK: Responses

extension PaymentDriver {
    func bookSchedule(
        _ answer: CallResponse, of id: String, step: ScheduleStep, request: CallRequest,
        in transaction: Transaction
    ) throws -> [ProcessorCall] {
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
        guard let next else { return [] }
        return [try open(next, for: .schedule(id, step), in: transaction)]
    }

    /// Books a step of the start, and returns the next request. The order is: customer, product, price,
    /// subscription.
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
            // The first invoice is not booked yet. The schedule is due now, so that a crash here does not
            // lose it.
            schedule.dueAt = clock.now()
            schedule.state = found.status == .incomplete ? .incomplete : .active
            return nil
        default: throw PaymentError(.wrongState, "the response does not match the start of a schedule")
        }
    }

    /// Books that the first charge failed, so that no subscription exists and nothing is charged later.
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
        default: throw PaymentError(.wrongState, "the response does not match any change")
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
    /// Returns a request that starts the subscription and waits for the payer's bank, if the processor refused it
    /// because the bank must confirm the first charge. Returns nil otherwise, and for a payee's subscription, which
    /// starts paid or not at all.
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

    /// Returns the time of the next charge; nil if the subscription has ended or is paused indefinitely. During a
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

// MARK: The day of a charge

/// Keeps the processor's charge day in line with a schedule's stated day.
///
/// The processor counts months from an anchor. A new schedule sets its day there and needs no adjustment. If the day or
/// the time zone changes, or if the schedule predates stated days, a trial is added whose end becomes the new anchor.
/// An anchor in a short month would keep that month's last day, so it is moved again after the charge.
extension PaymentDriver {
    /// Adjusts the schedules that are marked for it: those created before days were stated, and those of an
    /// organization whose time zone changed.
    ///
    /// - Returns: The number of schedules examined.
    @discardableResult public func settleDays(limit: Int = 100) async throws -> Int {
        let marked = try await database.read { try $0.dueSchedules(before: .marked, limit: limit) }
            .filter { $0.state != .pastDue }
        var looked = 0
        for schedule in marked {
            do {
                try await refresh(schedule: schedule.id)
            } catch let error as PaymentError where error.code == .outcomeUnknown {
                // The mark stays, so the next run tries again.
                break
            } catch let error as PaymentError where error.code == .processorRefused {}
            looked += 1
            try await database.write { transaction in
                // Saving clears the mark, even if nothing has changed.
                if let kept = try transaction.schedule(schedule.id) { try transaction.save(kept) }
            }
        }
        return looked
    }

    /// Updates the schedule's day and its paid months from the processor's invoices and anchor.
    func takeDay(
        of schedule: inout Schedule, _ found: Subscription, newest: Timestamp?, in transaction: Transaction
    ) throws {
        guard var day = try policy.day(of: schedule, at: clock.now(), in: transaction) else { return }
        // Past invoices are dated in the time zone that applied then.
        let known = schedule.day ?? day
        var paid = schedule.paidMonth ?? known.month(of: schedule.created)
        if let newest, schedule.newestInvoice.map({ $0 < newest }) ?? true {
            paid = max(paid, known.month(of: newest))
            schedule.newestInvoice = newest
        }
        schedule.paidMonth = paid
        if let stated = schedule.day, stated.day == day.day, found.status != .canceled,
            found.billingCycleAnchor != schedule.anchor.anchor,
            try transaction.calls(about: schedule.id).isEmpty
        {
            // Someone chose another day at the processor.
            let chosen = stated.calendar.date(of: found.billingCycleAnchor)
            if stated.date(in: CalendarMonth(of: chosen)) != chosen {
                day = MonthlyDay(chosen.day, in: day.timeZone, from: clock.now())
            }
        }
        schedule.day = day
    }

    /// Moves the next charge to the stated day if it is not already there. Never moves it into a paid month, and never
    /// skips an unpaid one.
    ///
    /// - Returns: The opened call that moves the charge, or nil if no move is needed or possible now.
    func moveToDay(_ schedule: Schedule, _ found: Subscription, in transaction: Transaction) throws
        -> ProcessorCall?
    {
        guard let day = schedule.day, let paid = schedule.paidMonth, let subscription = schedule.subscription,
            schedule.state == .active || schedule.state == .paused, schedule.endsAt == nil
        else { return nil }
        let (now, next) = (clock.now(), found.nextPeriod)
        let month = day.month(of: next)
        guard !day.includes(next) || month <= paid else { return nil }
        let wanted = day.next(after: now.adding(seconds: dayMargin), laterThan: paid)
        // A charge that is due earlier, in an unpaid month, is left alone. The day is moved after it.
        guard month <= paid || month >= CalendarMonth(of: wanted.date), next - now >= 2 * dayMargin,
            try transaction.calls(about: schedule.id).isEmpty
        else { return nil }
        return try open(
            .updateSubscription(subscription, Subscription.Update(trialEnd: wanted)),
            for: .schedule(schedule.id, .change(.day(wanted))), in: transaction)
    }

    /// Returns true if a call that moves a day is too old to send, because a charge may have happened since.
    func isStaleMove(_ call: ProcessorCall) -> Bool {
        guard case .schedule(_, .change(.day)) = call.subject else { return false }
        return clock.now() - call.created >= dayMargin
    }

    /// Drops a call that moves a day, and refreshes the schedule, which moves the day again if needed.
    func dropMove(_ call: ProcessorCall) async throws {
        guard case .schedule(let id, _) = call.subject else { return }
        try await database.write { transaction in
            guard try transaction.close(call: call.id), var schedule = try transaction.schedule(id) else {
                return
            }
            schedule.dueAt = clock.now()
            try transaction.save(schedule)
        }
        try await refresh(schedule: id)
    }
}

/// The last hour before a charge, in which its day is not moved. Also the time for which such a call is resent.
private let dayMargin: Int64 = 3600

extension Timestamp {
    /// The due time of a marked schedule, which sorts before all others.
    fileprivate static let marked = Timestamp(seconds: 0)
}

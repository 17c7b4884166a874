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
            throw PaymentError(.wrongState, "what is held until it is released cannot come every month")
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
        guard let schedule = try transaction.schedule(id) else { throw PaymentError(.notFound, id) }
        guard schedule.state != .canceled, let subscription = schedule.subscription else {
            throw PaymentError(.wrongState, "the schedule is \(schedule.state.rawValue)")
        }
        guard try transaction.calls(about: id).isEmpty else {
            throw PaymentError(.outcomeUnknown, "an earlier change has no answer yet")
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
        guard var schedule = try transaction.schedule(id) else { throw PaymentError(.notFound, id) }
        guard schedule.state != .canceled, schedule.subscription != nil else {
            throw PaymentError(.wrongState, "the schedule is \(schedule.state.rawValue)")
        }
        guard try transaction.calls(about: id).isEmpty else {
            throw PaymentError(.outcomeUnknown, "an earlier change has no answer yet")
        }
        schedule.day = day
        schedule.dueAt = clock.now()
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
    /// The least step of 0.01 % of the total that covers the application fee.
    func percentStep() throws(PaymentError) -> BasisPoints {
        try BasisPoints.step(covering: applicationFee, of: total)
    }
}

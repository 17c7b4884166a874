import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Decides that a payment comes again every month, beginning now.
    ///
    /// The processor is asked for a customer, a price and a subscription, one after the other; each answer is booked
    /// with the next question.
    ///
    /// - Throws: ``PaymentError`` when the guard lets no try through; `wrongState` when it is no destination charge.
    public func beginMonthly(_ order: PaymentOrder, in unit: Units.Unit) throws -> (Schedule, ProcessorCall) {
        guard case .destination(let payee) = order.form else {
            throw PaymentError(.wrongState, "only what goes to its payee at once can come every month")
        }
        let now = clock.now()
        let schedule = Schedule(
            id: ids.make("sch"), kind: order.kind, subject: order.subject, payee: payee,
            quote: order.quote,
            feeStep: try order.quote.percentStep(), statementDescriptor: order.statementDescriptor,
            method: order.method, state: .incomplete, anchor: MonthlyAnchor(now), created: now)
        try admit(schedule.id, payee: payee, payer: order.payer, attemptsBefore: 0, in: unit)
        try unit.save(schedule)
        let customer = Customer.Create(
            name: order.payer.name, email: order.payer.email, phone: order.payer.phone,
            paymentMethod: order.method,
            metadata: ["schedule_id": schedule.id])
        return (schedule, try open(.customer(customer), for: .schedule(schedule.id, .start), in: unit))
    }

    /// Decides that a schedule is changed: one change after the other, since the last one counts.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` where the change makes no sense; `outcomeUnknown` while an
    ///   earlier one has no answer (``finishCalls(about:)``); what the guard refuses, where a card is tried.
    public func begin(_ change: ScheduleChange, of id: String, payer: Payer, in unit: Units.Unit) throws
        -> ProcessorCall
    {
        guard let schedule = try unit.schedule(id) else { throw PaymentError(.notFound, id) }
        guard schedule.state != .canceled, let subscription = schedule.subscription else {
            throw PaymentError(.wrongState, "the schedule is \(schedule.state.rawValue)")
        }
        guard try unit.calls(about: id).isEmpty else {
            throw PaymentError(.outcomeUnknown, "an earlier change has no answer yet")
        }
        let request = try firstRequest(for: change, of: schedule, subscription: subscription, in: unit)
        if change.triesCard {
            try admit(id, payee: schedule.payee, payer: payer, attemptsBefore: 0, in: unit)
        }
        return try open(request, for: .schedule(id, .change(change)), in: unit)
    }

    private func firstRequest(
        for change: ScheduleChange, of schedule: Schedule, subscription: String, in unit: Units.Unit
    ) throws -> CallRequest {
        switch change {
        case .amount(let quote): return try price(of: quote, payee: schedule.payee, in: unit)
        case .day(let day):
            guard day > clock.now() else { throw PaymentError(.wrongState, "the day has passed") }
            return .updateSubscription(subscription, Subscription.Update(trialEnd: day))
        case .method(let method): return .attach(method: method, customer: schedule.customer ?? "")
        case .pause(let until): return .updateSubscription(subscription, .init(pause: .paused(until: until)))
        case .resume: return .updateSubscription(subscription, .init(pause: .resumed))
        case .cancel: return .cancelSubscription(subscription)
        case .retry:
            guard let invoice = schedule.openInvoice else {
                throw PaymentError(.wrongState, "nothing is past due")
            }
            return .payInvoice(invoice)
        }
    }

    func price(of quote: Quote, payee: String, in unit: Units.Unit) throws -> CallRequest {
        guard let product = try unit.product(ofPayee: payee) else {
            throw PaymentError(.wrongState, "the payee has no product")
        }
        return .price(
            Price.Create(
                product: product, unitAmount: quote.total.minorUnits, currency: quote.total.currency,
                interval: .month))
    }
}

extension Quote {
    /// The least step of 0.01 % of the total that covers the application fee.
    func percentStep() throws(PaymentError) -> BasisPoints {
        try BasisPoints.step(covering: applicationFee, of: total)
    }
}

import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Fetches a schedule's subscription and invoices, and records paid invoices that have not been recorded
    /// yet.
    ///
    /// The processor creates and charges the invoices. Each paid invoice is recorded as a payment (an
    /// occurrence of the schedule). If necessary, this function also moves the charge day, or cancels a
    /// subscription whose first payment has failed.
    ///
    /// If another process changes the schedule in the meantime, everything is fetched again, up to five
    /// times.
    public func refresh(schedule id: String) async throws {
        for _ in 1...5 {
            guard let before = try await database.read({ try $0.schedule(id) }),
                let subscription = before.subscription
            else { return }
            if try await refresh(before, subscription) { return }
        }
    }

    /// Does the same as ``refresh(schedule:)``, and also records the given invoice if it was paid, even if a
    /// newer invoice is already recorded.
    func refresh(invoice id: String, of schedule: String) async throws {
        try await refresh(schedule: schedule)
        guard try await database.read({ try $0.payment(invoice: id) }) == nil else { return }
        let found = try await reading { try await processor.invoice(id) }
        let paid = try await database.write { transaction -> String? in
            guard let schedule = try transaction.schedule(schedule),
                schedule.subscription == found.subscription
            else { return nil }
            return try bookOccurrence(found, of: schedule, in: transaction)
        }
        if let paid { try await confirmFee(ofPayment: paid) }
    }

    /// Fetches the state of a schedule's subscription once, and records it.
    ///
    /// - Returns: Whether the state was recorded. False if the schedule has changed since it was read.
    private func refresh(_ known: Schedule, _ subscription: String) async throws -> Bool {
        let found = try await reading {
            try await processor.subscription(subscription)
        }
        let (invoices, newest) = try await unbookedInvoices(of: subscription)
        let open = invoices.first { $0.status == .open }
        let attempt = try await attempt(at: open)
        let done = try await database.write { transaction -> (paid: [String], move: ProcessorCall?)? in
            guard try transaction.schedule(known.id) == known else { return nil }
            var schedule = known
            try takeDay(of: &schedule, found, newest: newest, in: transaction)
            schedule.take(found)
            schedule.take(invoices, attempt, at: clock.now())
            let paid = try invoices.reversed().compactMap {
                try bookOccurrence($0, of: schedule, in: transaction)
            }
            if schedule != known {
                try keep(schedule, in: transaction)
                // If a call is pending, the change may have been made by this program and not at the processor.
                if try transaction.calls(about: known.id).isEmpty {
                    try policy.changedOutside(schedule, from: known, at: clock.now(), in: transaction)
                }
            }
            return (
                paid,
                try moveToDay(schedule, found, in: transaction) ?? abandon(schedule, attempt, in: transaction)
            )
        }
        guard let done else { return false }
        for payment in done.paid { try await confirmFee(ofPayment: payment) }
        if let move = done.move { try await execute(move) }
        return true
    }

    /// Returns the payment intent of an unpaid invoice, or nil if there is no invoice or the invoice has no
    /// intent.
    private func attempt(at invoice: Invoice?) async throws -> PaymentIntent? {
        guard let intent = invoice?.paymentIntent else { return nil }
        return try await reading { try await processor.paymentIntent(intent) }
    }

    /// Creates the call that cancels a subscription after its first payment has failed. Only incomplete
    /// subscriptions without a payee are canceled.
    ///
    /// - Returns: The new call, or nil if the subscription must not be canceled or has a pending call.
    private func abandon(_ schedule: Schedule, _ attempt: PaymentIntent?, in transaction: Transaction) throws
        -> ProcessorCall?
    {
        guard schedule.state == .incomplete, schedule.form.payee == nil,
            attempt?.status == .requiresPaymentMethod, let subscription = schedule.subscription,
            try transaction.calls(about: schedule.id).isEmpty
        else { return nil }
        return try open(
            .cancelSubscription(subscription), for: .schedule(schedule.id, .change(.cancel)), in: transaction)
    }

    /// Returns the invoices that are newer than the newest recorded invoice, newest first. Also returns the
    /// creation time of the newest invoice that has an amount due and is not void.
    private func unbookedInvoices(of subscription: String) async throws -> ([Invoice], newest: Timestamp?) {
        var found: [Invoice] = []
        var newest: Timestamp?
        try await walk(from: ListQuery(limit: 12)) { query in
            try await processor.invoices(ofSubscription: subscription, query)
        } page: { page in
            let known = try await database.read { transaction in
                try page.map {
                    $0.status == .paid ? try transaction.payment(invoice: $0.id) != nil : false
                }
            }
            newest = newest ?? page.first { $0.status != .void && $0.amountDue > 0 }?.created
            let fresh = zip(page, known).prefix { !$0.1 }.map(\.0)
            found += fresh
            return fresh.count == page.count
        }
        return (found, newest)
    }

    /// Records a paid invoice as a payment, unless it is already recorded, has an amount of zero, or was paid
    /// without a charge.
    ///
    /// - Returns: The id of the new payment, or nil if nothing was recorded.
    private func bookOccurrence(_ invoice: Invoice, of schedule: Schedule, in transaction: Transaction) throws
        -> String?
    {
        guard invoice.status == .paid, invoice.amountPaid > 0,
            try transaction.payment(invoice: invoice.id) == nil,
            // If an invoice was paid without a charge, no money moved through the processor.
            invoice.paymentIntent != nil || invoice.charge != nil
        else { return nil }
        let quote = Quote(of: invoice)
        let paidAt = invoice.paidAt ?? clock.now()
        let subject = try policy.occurrence(
            of: schedule, isFirst: invoice.billingReason == .subscriptionCreate, at: paidAt, in: transaction)
        var payment = Payment(
            id: ids.make("pay", at: paidAt), kind: schedule.kind, subject: subject,
            form: schedule.form, quote: quote, state: .succeeded, attempts: max(1, invoice.attemptCount),
            applicationFeeMinor: invoice.applicationFeeAmount ?? 0,
            processorFeeMinor: try processing.fee(of: quote.total).minorUnits, created: paidAt)
        payment.intent = invoice.paymentIntent
        payment.charge = invoice.charge
        payment.schedule = schedule.id
        payment.invoice = invoice.id
        payment.paidAt = paidAt
        payment.settlement = payment.form.settlementOfCharge
        try transaction.save(payment)
        try post(.charge(payment), in: transaction)
        try policy.changed(payment, at: clock.now(), in: transaction)
        return payment.id
    }
}

extension Schedule {
    /// Updates the schedule from its unrecorded invoices, which can include an open invoice and a draft.
    /// `attempt` is the payment intent of the open invoice.
    fileprivate mutating func take(_ invoices: [Invoice], _ attempt: PaymentIntent?, at now: Timestamp) {
        let open = invoices.first { $0.status == .open }
        // A bank debit is slow and can still succeed after the subscription has ended.
        isCharging = attempt?.status == .processing
        intentWaitingForBank = attempt?.status == .requiresAction && state != .canceled ? attempt?.id : nil
        openInvoice = isCharging ? nil : open?.id
        if openInvoice == nil || (intentWaitingForBank != nil && state == .incomplete) {
            failure = nil
        } else if failure == nil {
            let reason = state == .incomplete ? attempt?.lastPaymentError : nil
            failure = reason.map(PaymentFailure.init) ?? .renewal
        }
        if state == .canceled {
            // If a schedule ended during a debit, it is fetched until the debit has also ended.
            dueAt = isCharging ? now : nil
        } else if open != nil || state == .incomplete {
            dueAt = now
        } else if let draft = invoices.first(where: { $0.status == .draft }) {
            dueAt = draft.finalizesAt ?? now
        }
    }
}

public import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// Adoption, which turns a charge that exists only at the processor into a payment in the books.
extension PaymentDriver {
    /// Fetches a charge that is missing from the books.
    ///
    /// - Throws: ``PaymentError`` with code `notFound` if the processor does not have the charge, or if the
    ///   charge failed or has no payment intent; `wrongState` if the charge is already in the books;
    ///   `invalidFee` if the application fee is negative; `outcomeUnknown` if the processor does not respond;
    ///   or `processorRefused`.
    public func unknownCharge(_ id: String) async throws -> UnknownCharge {
        let charge = try await finding { try await processor.charge(id) }
        guard let charge, charge.status != .failed, let intent = charge.paymentIntent else {
            throw PaymentError(
                .notFound, "the charge \(id.prefix(60)) does not exist, failed, or has no payment intent")
        }
        if let payment = try await database.read({ try $0.payment(of: charge) }) {
            // If the payment's own call is still open, finishing it books this charge.
            if payment.charge == nil { try await finishCalls(about: payment.id) }
            throw PaymentError(.wrongState, "the charge \(id) is already booked as the payment \(payment.id)")
        }
        let fee = charge.applicationFeeAmount ?? 0
        guard fee >= 0 else {
            throw PaymentError(
                .invalidFee, "the application fee of the charge \(id) is negative",
                remedy: "correct the charge at the processor, or dismiss it")
        }
        var found = UnknownCharge(
            id: id, intent: intent, amount: Money(charge.amount, charge.currency),
            account: charge.destination, applicationFeeMinor: fee,
            metadata: charge.metadata, created: charge.created, isPending: charge.status == .pending)
        found.isAssigned = charge.customer != nil
        if charge.customer == nil {
            // The customer was created together with the intent. The charge may have been made days later.
            let begun = try await finding {
                try await processor.paymentIntent(intent)
            }
            let customer = try await customer(
                ofCharge: charge.metadata, at: begun?.created ?? charge.created)
            found.payer = customer.map(UnknownCharge.Payer.init)
        }
        if let name = charge.customer {
            let customer = try await finding {
                try await processor.customer(name)
            }
            if let customer, !customer.deleted { found.payer = .init(customer) }
            if charge.metadata["payment_id"] == nil, let invoice = try await invoice(of: charge) {
                found.subscription = invoice.subscription
                found.metadata.merge(invoice.metadata) { $1 }
                found.invoice = invoice.id
                found.schedule = try await schedule(of: invoice, found)
                if found.schedule == nil {
                    found.subscriptionStart = try await firstPayment(of: invoice.subscription)
                }
            }
        }
        return found
    }

    /// Returns the id of an unknown charge's schedule, or nil if the books do not contain the schedule. If
    /// the charge names a schedule whose start is still pending, finishes the start first.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` if the charge turns out to belong to that schedule;
    ///   `outcomeUnknown` if the processor still does not respond.
    private func schedule(of invoice: Invoice, _ charge: UnknownCharge) async throws -> String? {
        if let known = try await database.read({ try $0.schedule(subscription: invoice.subscription)?.id }) {
            return known
        }
        guard let id = charge.metadata["schedule_id"],
            let waiting = try await database.read({ try $0.schedule(id) }), waiting.subscription == nil
        else { return nil }
        try await finishCalls(about: waiting.id)
        // If the start failed permanently, the charge belongs to a new schedule.
        let found = try await database.read { try $0.schedule(waiting.id)?.subscription }
        guard found == invoice.subscription else { return nil }
        throw PaymentError(
            .wrongState, "the charge \(charge.id) belongs to the recurring payment \(waiting.id)")
    }

    /// Returns the time of a subscription's first payment, or nil if no invoice of the subscription was paid.
    private func firstPayment(of subscription: String) async throws -> Timestamp? {
        var first: Timestamp?
        try await walkAll(in: nil) { query in
            try await processor.invoices(ofSubscription: subscription, query)
        } page: {
            first = $0.last { $0.status == .paid && $0.amountPaid > 0 }?.paidAt ?? first
        }
        return first
    }

    /// Returns the subscription invoice that was paid with this charge, or nil.
    private func invoice(of charge: Charge) async throws -> Invoice? {
        try await first(in: charge.created.earliestInvoice...charge.created.adding(seconds: 3600)) {
            query in
            try await processor.invoices(ofSubscription: nil, query)
        } where: {
            $0.charge == charge.id && !$0.subscription.isEmpty
        }
    }

    /// Records an unknown charge as a payment, within this transaction. The caller must first save the
    /// subject of the payment, such as a gift.
    ///
    /// ``finishAdoption(of:)`` then fetches the rest of the payment's history.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` if the charge is already in the books or has no
    ///   connected account as its destination.
    public func adopt(_ charge: UnknownCharge, as adopted: AdoptedCharge, in transaction: Transaction) throws
        -> Payment
    {
        guard try transaction.payment(charge: charge.id) == nil,
            try transaction.payment(intent: charge.intent) == nil,
            try charge.metadata["payment_id"].flatMap({ try transaction.payment($0) }) == nil
        else {
            throw PaymentError(.wrongState, "\(charge.id) is already booked")
        }
        guard let account = charge.account else {
            throw PaymentError(.wrongState, "no connected account received the charge \(charge.id)")
        }
        let quote = charge.quote
        var payment = Payment(
            id: ids.make("pay", at: charge.created), kind: adopted.kind, subject: adopted.subject,
            form: .destination(payee: account), quote: quote,
            state: charge.isPending ? .processing : .succeeded,
            attempts: 1, applicationFeeMinor: charge.applicationFeeMinor,
            processorFeeMinor: try processing.fee(of: quote.total).minorUnits, created: charge.created)
        payment.intent = charge.intent
        payment.charge = charge.id
        payment.customer = charge.payer?.customer
        if !charge.isAssigned { payment.awaitsCustomer = true }
        if payment.state == .succeeded {
            payment.paidAt = charge.created
            payment.settlement = payment.form.settlementOfCharge
            try post(.charge(payment), in: transaction)
        }
        try requestAssignment(of: &payment, in: transaction)
        try transaction.save(payment)
        try transaction.removeDismissal(charge.id)
        try policy.changed(payment, at: clock.now(), in: transaction)
        return payment
    }

    /// Records the subscription of an unknown charge as a schedule, within this transaction. The caller must
    /// first save the subject of the schedule, such as a monthly gift.
    ///
    /// ``finishAdoption(of:)`` then records the schedule's paid periods.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` if the charge has no subscription or no connected
    ///   account as its destination, or if the subscription is already in the books.
    public func adoptSchedule(
        of charge: UnknownCharge, as adopted: AdoptedCharge, in transaction: Transaction
    ) throws
        -> Schedule
    {
        guard let subscription = charge.subscription,
            try transaction.schedule(subscription: subscription) == nil
        else {
            throw PaymentError(
                .wrongState,
                "the charge \(charge.id) has no subscription, or its subscription is already in the books")
        }
        guard let account = charge.account else {
            throw PaymentError(.wrongState, "no connected account received the charge \(charge.id)")
        }
        let quote = charge.quote
        let begun = charge.subscriptionStart ?? charge.created
        let order = PaymentOrder(
            kind: adopted.kind, subject: adopted.subject, form: .destination(payee: account), quote: quote,
            method: "",
            payer: adopted.payer, statementDescriptor: adopted.statementDescriptor)
        var schedule = Schedule(
            id: ids.make("sch", at: begun), order: order, feeStep: try quote.percentStep(), begun: begun)
        schedule.subscription = subscription
        schedule.customer = charge.payer?.customer
        schedule.state = .active
        schedule.dueAt = clock.now()
        try keep(schedule, in: transaction)
        return schedule
    }

    /// Fetches the history of a payment or schedule that was just adopted, and records it: the paid periods,
    /// fees, refunds and disputes. Then collects the payee's debts.
    public func finishAdoption(of charge: UnknownCharge) async throws {
        if let subscription = charge.subscription, let invoice = charge.invoice,
            let schedule = try await database.read({ try $0.schedule(subscription: subscription) })
        {
            try await refresh(invoice: invoice, of: schedule.id)
        }
        guard let payment = try await database.read({ try $0.payment(charge: charge.id) }) else { return }
        try await refresh(payment: payment.id)
        try await refresh(returnsOf: payment.id)
        let found = try await reading { try await processor.charge(charge.id) }
        if found.disputed || payment.isDisputed {
            for dispute in try await list(since: charge.created, processor.disputes)
            where dispute.charge == charge.id {
                try await refresh(dispute: dispute.id)
            }
        }
        if let payee = payment.form.payee { try await collectSoon(from: payee) }
    }
}

// MARK: Dismissal

/// Dismissal, which records a person's decision that an object at the processor does not belong in the books.
extension PaymentDriver {
    /// Records a person's decision that a charge, refund or transfer at the processor does not belong in the
    /// books.
    ///
    /// - Parameters:
    ///   - id: The object's id: `ch_…`, `py_…`, `re_…` or `tr_…`.
    ///   - reason: The reason for the decision, in the person's own words.
    /// - Throws: ``PaymentError`` with code `notFound` if the processor does not have the object;
    ///   `wrongState` if the books already contain it; `outcomeUnknown` if the processor does not respond; or
    ///   `processorRefused`.
    public func dismiss(_ id: String, because reason: String) async throws -> Dismissal {
        let (dismissal, isBooked) = try await found(id, reason)
        try await database.write { transaction in
            guard try !isBooked(transaction) else {
                throw PaymentError(.wrongState, "\(id) is already booked")
            }
            try transaction.save(dismissal)
        }
        return dismissal
    }

    /// Removes a dismissal, and returns it.
    ///
    /// - Throws: ``PaymentError`` with code `notFound` if the object was not dismissed.
    public func undoDismissal(of id: String) async throws -> Dismissal {
        try await database.write { transaction in
            guard let dismissal = try transaction.dismissal(id) else {
                throw PaymentError(.notFound, "\(id.prefix(60)) was not dismissed")
            }
            try transaction.removeDismissal(id)
            return dismissal
        }
    }

    /// Fetches an object. Returns a new dismissal of the object, and a closure that checks whether the books
    /// contain the object.
    private func found(_ id: String, _ reason: String) async throws
        -> (dismissal: Dismissal, isBooked: @Sendable (Transaction) throws -> Bool)
    {
        let now = clock.now()
        func dismissal(_ amount: Money, account: String?, created: Timestamp) -> Dismissal {
            Dismissal(
                id: id, amount: amount, account: account, reason: reason, created: created, dismissed: now)
        }
        switch id.prefix(while: { $0 != "_" }) {
        case "ch", "py":
            if let charge = try await finding({ try await processor.charge(id) }) {
                let amount = Money(charge.amount, charge.currency)
                return (
                    dismissal(amount, account: charge.destination, created: charge.created),
                    { try $0.payment(charge: id) != nil }
                )
            }
        case "re":
            if let refund = try await finding({ try await processor.refund(id) }) {
                let amount = Money(refund.amount, refund.currency)
                return (
                    dismissal(amount, account: nil, created: refund.created), { try $0.isBooked(refund) }
                )
            }
        case "tr":
            if let transfer = try await finding({ try await processor.transfer(id) }) {
                let amount = Money(transfer.amount, transfer.currency)
                return (
                    dismissal(amount, account: transfer.destination, created: transfer.created),
                    { try $0.isExplained(transfer) }
                )
            }
        default: break
        }
        throw PaymentError(.notFound, "the processor has no charge, refund or transfer \(id.prefix(60))")
    }
}

extension Transaction {
    /// Returns whether the books contain a refund that exists at the processor.
    fileprivate func isBooked(_ refund: Refund) throws -> Bool {
        guard let payment = try payment(charge: refund.charge) else { return false }
        return try self.refund(refund, of: payment.id) != nil
    }

    /// Returns the refund in the books that corresponds to a refund at the processor, or nil.
    func refund(_ found: Refund, of payment: String) throws -> PaymentRefund? {
        try refunds(ofPayment: payment).first {
            $0.processorRefund == found.id || $0.id == found.metadata["refund_id"]
        }
    }
}

import MoneyKit
import Processor
import TimeKit

extension EngineTransaction {
    /// Creates an unsaved draft invoice for the current period of a subscription.
    ///
    /// - Parameters:
    ///   - reason: The billing reason. If it is `upcoming`, the invoice is a preview, and the invoice items
    ///     remain pending.
    ///   - lines: The lines, or nil for the lines of the current period.
    func newInvoice(
        _ reason: Invoice.BillingReason, of subscription: Subscription, lines: [Invoice.Line]? = nil
    ) throws -> Invoice {
        let isKept = reason != .upcoming
        var invoice = Invoice(
            id: try newID(isKept ? "in" : "upcoming_in"), created: now, customer: subscription.customer,
            subscription: subscription.id,
            status: .draft, billingReason: reason, amountDue: 0, currency: subscription.price.currency,
            periodStart: subscription.currentPeriodStart, periodEnd: subscription.currentPeriodEnd)
        invoice.metadata = subscription.metadata
        invoice.daysUntilDue = subscription.daysUntilDue
        invoice.defaultTaxRates = subscription.defaultTaxRates
        invoice.lines = try lines ?? periodLines(of: subscription, in: invoice.id)
        try takeUpWaiting(&invoice, isKept: isKept)
        try sumUp(&invoice, subscription, isKept: isKept)
        return invoice
    }

    /// Finalizes a draft invoice, and then charges it or sends it to the customer. If payment collection is
    /// paused, voids the invoice instead. Does nothing if the invoice's subscription has ended.
    func finalize(_ id: String) throws {
        guard var invoice = try find(Invoice.self, id), invoice.status == .draft, invoice.deleted != true
        else { return }
        var subscription = try self.subscription(of: invoice)
        if let subscription {
            guard !subscription.status.isFinal else { return }
            guard subscription.pausedUntil == nil else { return try void(&invoice) }
        }
        try open(&invoice)
        guard !invoice.isSent else { return try send(&invoice, subscription) }
        try collect(&invoice, for: &subscription, offSession: true)
    }

    func void(_ invoice: inout Invoice) throws {
        invoice.status = .void
        invoice.voidedAt = now
        invoice.nextPaymentAttempt = nil
        try emit("invoice.voided", put(invoice))
        try unapplyBalance(from: invoice)
    }

    /// Attempts to collect an invoice now. A draft is finalized first.
    ///
    /// If the bank requires authentication, the invoice's payment intent waits for the customer, and the
    /// request fails with status 402.
    ///
    /// - Parameter method: The payment method, or nil for the default payment method of the invoice, the
    ///   subscription or the customer.
    /// - Throws: ``Executed`` if the invoice is already paid or void, if the payment is declined, or if the
    ///   bank requires authentication.
    func pay(invoice id: String, with method: PaymentMethod? = nil) throws -> Written<Invoice> {
        var invoice = try inPath(Invoice.self, id)
        var subscription = try self.subscription(of: invoice)
        switch invoice.status {
        case .open, .uncollectible: break
        case .draft: try open(&invoice)
        case .paid: throw Executed(.invalid("invoice_already_paid", "Invoice is already paid."))
        case .void:
            throw Executed(
                .invalid("This invoice cannot be paid because its status is \(invoice.status.rawValue)."))
        }
        if let decline = try collect(&invoice, for: &subscription, with: method, offSession: false) {
            throw Executed(decline.error(intent: invoice.paymentIntent, charge: invoice.charge))
        }
        if try find(PaymentIntent.self, invoice.paymentIntent)?.status == .requiresAction {
            try emit("invoice.payment_action_required", encoded(invoice))
            throw Executed(.invoiceRequiresAction(invoice))
        }
        return try encoded(invoice)
    }

    /// Attempts to collect an open invoice, and saves the result.
    ///
    /// - Parameter isOnPage: Whether the customer pays on the invoice's page. If true, a decline does not
    ///   affect the scheduled retries.
    /// - Returns: The decline if the payment failed. Nil if the invoice is paid or the payment is pending.
    @discardableResult
    func collect(
        _ invoice: inout Invoice, for subscription: inout Subscription?, with given: PaymentMethod? = nil,
        offSession: Bool, isOnPage: Bool = false
    ) throws -> Decline? {
        invoice.attemptCount += 1
        guard invoice.amountDue > 0 else {
            try markPaid(&invoice, &subscription, by: nil)
            return nil
        }
        guard let method = try given ?? collectionMethod(of: invoice, subscription) else {
            let decline = Decline(
                code: "invoice_no_payment_method_types", declineCode: nil,
                message: "The customer has no payment method to charge.")
            try markFailed(&invoice, &subscription, decline, mayRetry: false)
            return decline
        }
        var intent = try intent(of: &invoice, subscription, method.id)
        intent.paymentMethod = method.id
        let attempt = try attempt(intent, with: method, offSession: offSession, parent: invoice.id)
        if let decline = attempt.decline {
            guard !isOnPage else {
                try emit("invoice.payment_failed", put(invoice))
                return decline
            }
            try markFailed(&invoice, &subscription, decline, mayRetry: !decline.isHard)
            return decline
        }
        if attempt.intent.object.status == .succeeded {
            try markPaid(&invoice, &subscription, by: attempt.intent.object)
        } else {
            try put(invoice)
        }
        return nil
    }

    /// Returns the payment intent of an invoice. If the invoice has no payment intent, returns a new, unsaved
    /// one.
    private func intent(of invoice: inout Invoice, _ subscription: Subscription?, _ method: String?) throws
        -> PaymentIntent
    {
        if let intent = try find(PaymentIntent.self, invoice.paymentIntent) { return intent }
        let intent = try newIntent(
            PaymentIntent.Create(
                amount: invoice.amountDue, currency: invoice.currency, paymentMethod: method,
                customer: invoice.customer, destination: subscription?.destination ?? invoice.destination,
                onBehalfOf: subscription?.onBehalfOf ?? invoice.onBehalfOf,
                applicationFeeAmount: invoice.applicationFeeAmount.map { [due = invoice.amountDue] in
                    min($0, due)
                },
                description: subscription?.description ?? invoice.description))
        invoice.paymentIntent = intent.id
        try emit("payment_intent.created", encoded(intent))
        return intent
    }

    /// Creates and saves the payment intent that the customer uses to pay an invoice later. Does nothing if
    /// no amount is due.
    func prepareIntent(of invoice: inout Invoice, _ subscription: Subscription?) throws {
        guard invoice.amountDue > 0 else { return }
        let method = try collectionMethod(of: invoice, subscription)
        try put(intent(of: &invoice, subscription, method?.id), parent: invoice.id)
    }

    /// Marks the invoice of a payment intent as paid. If the payment intent has no open or uncollectible
    /// invoice, completes its Checkout session instead.
    func invoicePaid(by intent: PaymentIntent) throws {
        guard var (invoice, subscription) = try openInvoice(of: intent) else {
            return try checkoutPaid(by: intent)
        }
        try markPaid(&invoice, &subscription, by: intent)
    }

    /// Records a declined payment on the payment intent's invoice. Does nothing if the payment intent has no
    /// open or uncollectible invoice.
    func invoiceFailed(of intent: PaymentIntent, _ decline: Decline) throws {
        guard var (invoice, subscription) = try openInvoice(of: intent) else { return }
        invoice.attemptCount += 1
        try markFailed(&invoice, &subscription, decline, mayRetry: !decline.isHard)
    }

    private func openInvoice(of intent: PaymentIntent) throws -> (Invoice, Subscription?)? {
        guard let invoice = try find(Invoice.self, parent(of: intent.id)),
            invoice.status == .open || invoice.status == .uncollectible
        else { return nil }
        return (invoice, try subscription(of: invoice))
    }

    /// Returns the subscription of an invoice, or nil if the invoice does not belong to a subscription.
    func subscription(of invoice: Invoice) throws -> Subscription? {
        try invoice.subscription.isEmpty ? nil : find(Subscription.self, invoice.subscription)
    }

    func markPaid(
        _ invoice: inout Invoice, _ subscription: inout Subscription?, by intent: PaymentIntent?
    ) throws {
        invoice.status = .paid
        invoice.amountPaid = invoice.amountDue
        invoice.charge = intent?.latestCharge
        invoice.paidAt = now
        invoice.nextPaymentAttempt = nil
        let written = try put(invoice)
        for type in ["invoice_payment.paid", "invoice.paid", "invoice.payment_succeeded"] {
            try emit(type, written)
        }
        guard var paid = subscription else { return }
        if try keepMethod(of: intent, for: &paid) || [.incomplete, .pastDue, .unpaid].contains(paid.status) {
            if [.incomplete, .pastDue, .unpaid].contains(paid.status) { paid.status = .active }
            try emit("customer.subscription.updated", put(paid))
        }
        subscription = paid
        try checkoutPaid(paid)
    }

    /// Saves the payment method of the first payment as the subscription's default payment method, if the
    /// subscription is configured to do so.
    ///
    /// - Returns: Whether the default payment method was set.
    private func keepMethod(of intent: PaymentIntent?, for subscription: inout Subscription) throws -> Bool {
        guard subscription.savesMethod == true, subscription.defaultPaymentMethod == nil,
            let method = try find(PaymentMethod.self, intent?.paymentMethod)
        else { return false }
        try bind(method, to: subscription.customer)
        subscription.defaultPaymentMethod = method.id
        return true
    }

    /// Records a failed attempt to collect an invoice, and schedules the next attempt. After the last
    /// attempt, cancels the subscription. A failed first payment, an invoice without a subscription and an
    /// invoice that is sent to the customer are not retried.
    ///
    /// Source: Stripe documentation, "Automate payment retries".
    ///
    /// - Parameter mayRetry: Whether the payment method can be charged again. If false, no attempt follows,
    ///   and the subscription is canceled at the time of the last scheduled attempt.
    func markFailed(
        _ invoice: inout Invoice, _ owner: inout Subscription?, _ decline: Decline, mayRetry: Bool
    ) throws {
        guard var subscription = owner, subscription.status != .incomplete, !subscription.status.isFinal,
            !invoice.isSent
        else {
            try emit("invoice.payment_failed", put(invoice))
            return
        }
        let schedule = retries(of: invoice).filter { $0 > now }
        invoice.nextPaymentAttempt = mayRetry ? schedule.first : nil
        let written = try emit("invoice.payment_failed", put(invoice))
        try emit("invoice.updated", written)
        if subscription.status != .pastDue {
            subscription.status = .pastDue
            try emit("customer.subscription.updated", put(subscription))
        }
        owner = subscription
        // Without a retry, the subscription is canceled at the last time of the schedule.
        guard let next = mayRetry ? schedule.first : schedule.last else {
            owner = try end(subscription, because: "payment_failed").object
            return
        }
        try self.schedule(.retry, of: invoice.id, at: next)
    }

    /// Retries the payment of an invoice. If the retry schedule has ended, cancels the invoice's subscription
    /// instead.
    func retry(_ id: String) throws {
        guard var invoice = try find(Invoice.self, id), invoice.status == .open,
            let subscription = try find(Subscription.self, invoice.subscription),
            !subscription.status.isFinal
        else { return }
        if invoice.nextPaymentAttempt == now {
            var owner: Subscription? = subscription
            try collect(&invoice, for: &owner, offSession: true)
        } else if now == retries(of: invoice).last {
            try end(subscription, because: "payment_failed")
        }
    }

    /// Returns the times at which the payment of an invoice is retried, as
    /// ``ProcessorConfiguration/retryDays`` specifies.
    private func retries(of invoice: Invoice) -> [Timestamp] {
        let first = invoice.finalizesAt ?? invoice.created
        return configuration.retryDays.map { first.adding(seconds: $0 * 86_400) }
    }
}

extension ProcessorError {
    /// Creates the error for an invoice whose payment the customer must authenticate.
    ///
    /// Source: Stripe documentation, "Error codes".
    fileprivate static func invoiceRequiresAction(_ invoice: Invoice) -> ProcessorError {
        ProcessorError(
            .card, status: 402, code: "invoice_payment_intent_requires_action",
            message:
                "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.",
            paymentIntent: invoice.paymentIntent)
    }
}

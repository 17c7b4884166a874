import MoneyKit
import Processor
import TimeKit

extension Work {
    /// A draft of what is due for the current period; not kept yet.
    func newInvoice(
        _ reason: Invoice.BillingReason, of subscription: Subscription, id prefix: String = "in"
    ) throws -> Invoice {
        let amount = subscription.price.unitAmount * subscription.quantity
        var invoice = Invoice(
            id: try newID(prefix), created: now, customer: subscription.customer,
            subscription: subscription.id,
            status: .draft, billingReason: reason, amountDue: amount, currency: subscription.price.currency,
            periodStart: subscription.currentPeriodStart, periodEnd: subscription.currentPeriodEnd)
        if subscription.destination != nil, let share = subscription.applicationFeeBasisPoints {
            invoice.applicationFeeAmount = try BasisPoints(share).of(Money(amount, invoice.currency))
                .minorUnits
        }
        invoice.metadata = subscription.metadata
        return invoice
    }

    /// A draft becomes open and is charged.
    func finalize(_ id: String) throws {
        guard var invoice = try find(Invoice.self, id), invoice.status == .draft,
            var subscription = try find(Subscription.self, invoice.subscription),
            !subscription.status.isFinal
        else { return }
        guard subscription.pausedUntil == nil else { return try void(&invoice) }
        invoice.status = .open
        try emit("invoice.finalized", encoded(invoice))
        try collect(&invoice, for: &subscription, offSession: true)
    }

    func void(_ invoice: inout Invoice) throws {
        invoice.status = .void
        invoice.nextPaymentAttempt = nil
        try emit("invoice.voided", put(invoice))
    }

    /// Tries an invoice again now.
    func pay(invoice id: String) throws -> Written<Invoice> {
        var invoice = try inPath(Invoice.self, id)
        guard var subscription = try find(Subscription.self, invoice.subscription) else {
            throw ProcessorError.noSuch("subscription", invoice.subscription)
        }
        switch invoice.status {
        case .open: break
        case .draft:
            invoice.status = .open
            try emit("invoice.finalized", encoded(invoice))
        case .paid: throw Executed(.refused("invoice_already_paid", "Invoice is already paid."))
        case .void, .uncollectible:
            throw Executed(.refused(nil, "Invoice is \(invoice.status.rawValue): it cannot be paid."))
        }
        if let decline = try collect(&invoice, for: &subscription, offSession: true) {
            throw Executed(decline.error(intent: invoice.paymentIntent, charge: invoice.charge))
        }
        return try encoded(invoice)
    }

    /// Charges an open invoice, and keeps what comes of it.
    ///
    /// - Returns: Why it was not paid; nil when it was, or when the answer is still open.
    @discardableResult
    func collect(
        _ invoice: inout Invoice, for subscription: inout Subscription, offSession: Bool
    ) throws -> Decline? {
        invoice.attemptCount += 1
        guard invoice.amountDue > 0 else {
            try markPaid(&invoice, &subscription, by: nil)
            return nil
        }
        guard let method = try collectionMethod(of: subscription) else {
            let decline = Decline(
                code: "invoice_no_payment_method_types", declineCode: nil,
                message: "The customer has no payment method to charge.")
            try markFailed(&invoice, &subscription, decline, mayRetry: false)
            return decline
        }
        let intent = try intent(of: &invoice, subscription, method)
        let attempt = try attempt(intent, with: method, offSession: offSession, parent: invoice.id)
        if let decline = attempt.decline {
            try markFailed(&invoice, &subscription, decline, mayRetry: !decline.isHard)
            return decline
        }
        if attempt.intent.noun.status == .succeeded {
            try markPaid(&invoice, &subscription, by: attempt.intent.noun)
        } else {
            try put(invoice)
        }
        return nil
    }

    /// The intent that an invoice is paid with; a new one is not kept yet.
    private func intent(of invoice: inout Invoice, _ subscription: Subscription, _ method: PaymentMethod)
        throws
        -> PaymentIntent
    {
        if let id = invoice.paymentIntent, var intent = try find(PaymentIntent.self, id) {
            intent.paymentMethod = method.id
            return intent
        }
        let intent = try newIntent(
            PaymentIntent.Create(
                amount: invoice.amountDue, currency: invoice.currency, paymentMethod: method.id,
                customer: invoice.customer, destination: subscription.destination,
                onBehalfOf: subscription.onBehalfOf, applicationFeeAmount: invoice.applicationFeeAmount,
                description: subscription.description))
        invoice.paymentIntent = intent.id
        try emit("payment_intent.created", encoded(intent))
        return intent
    }

    /// The intent of an invoice was paid by somebody who confirmed it.
    func invoicePaid(by intent: PaymentIntent) throws {
        guard var (invoice, subscription) = try openInvoice(of: intent) else { return }
        try markPaid(&invoice, &subscription, by: intent)
    }

    /// The intent of an invoice was declined to somebody who confirmed it.
    func invoiceFailed(of intent: PaymentIntent, _ decline: Decline) throws {
        guard var (invoice, subscription) = try openInvoice(of: intent) else { return }
        invoice.attemptCount += 1
        try markFailed(&invoice, &subscription, decline, mayRetry: !decline.isHard)
    }

    private func openInvoice(of intent: PaymentIntent) throws -> (Invoice, Subscription)? {
        guard let id = try store.parent(of: intent.id), let invoice = try find(Invoice.self, id),
            invoice.status == .open, let subscription = try find(Subscription.self, invoice.subscription)
        else { return nil }
        return (invoice, subscription)
    }

    private func markPaid(
        _ invoice: inout Invoice, _ subscription: inout Subscription, by intent: PaymentIntent?
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
        guard [.incomplete, .pastDue, .unpaid].contains(subscription.status) else { return }
        subscription.status = .active
        try emit("customer.subscription.updated", put(subscription))
    }
}

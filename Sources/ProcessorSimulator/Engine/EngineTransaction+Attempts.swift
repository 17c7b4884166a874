import Processor
import TimeKit

/// The result of an attempt to charge a payment intent.
struct Attempt {
    var intent: Written<PaymentIntent>
    /// The reason that the charge was declined, or nil if it was not declined.
    var decline: Decline?
}

extension EngineTransaction {
    /// Attempts to charge a payment intent, and saves the result. The intent may be new and unsaved.
    func attempt(
        _ intent: PaymentIntent, with method: PaymentMethod, offSession: Bool, challenged: Bool = false,
        parent: String? = nil
    ) throws -> Attempt {
        var intent = intent
        intent.lastPaymentError = nil
        let outcome = ChargeOutcome.of(method, offSession: offSession, challenged: challenged, at: now)
        // Invoices can have any total.
        switch intent.amount > AmountRules.most ? .declines(.tooLarge) : outcome {
        case .needsAction:
            intent.status = .requiresAction
            return Attempt(intent: try emit("payment_intent.requires_action", put(intent, parent: parent)))
        case .processes where demandsMicrodeposits && !challenged:
            try sendMicrodeposits(for: intent)
            intent.status = .requiresAction
            let written = try put(intent, parent: parent)
            return Attempt(intent: try emit("payment_intent.requires_action", written))
        case .declines(let decline):
            return Attempt(intent: try fail(&intent, method, decline, parent), decline: decline)
        case .processes:
            let charge = try newCharge(.pending, of: intent, method)
            intent.status = .processing
            intent.latestCharge = charge.id
            try emit("charge.pending", put(charge))
            let written = try emit("payment_intent.processing", put(intent, parent: parent))
            if !TestBank.neverEnds(method) {
                try schedule(.bankDebit, of: intent.id, after: configuration.bankDebitDelay)
            }
            return Attempt(intent: written)
        case .succeeds:
            var charge = try newCharge(.succeeded, of: intent, method)
            return Attempt(intent: try succeed(&intent, &charge, parent))
        }
    }

    /// Completes the bank debit of a payment intent or a charge when the bank's result arrives.
    func debitArrives(_ id: String) throws {
        if id.hasPrefix("ch_") { return try chargeDebitArrives(id) }
        guard var intent = try find(PaymentIntent.self, id), intent.status == .processing,
            var charge = try find(Charge.self, intent.latestCharge)
        else { return }
        if let failure = try find(PaymentMethod.self, charge.paymentMethod).flatMap(TestBank.failure) {
            let written = try fail(&intent, &charge, failure, nil)
            return try invoiceFailed(of: written.object, failure)
        }
        charge.status = .succeeded
        let written = try succeed(&intent, &charge, nil)
        try invoicePaid(by: written.object)
    }

    /// Returns a new, unsaved charge for a payment intent.
    func newCharge(_ status: Charge.Status, of intent: PaymentIntent, _ method: PaymentMethod) throws
        -> Charge
    {
        var charge = Charge(
            id: try newID("ch"), created: now, amount: intent.amount, currency: intent.currency,
            status: status)
        charge.paymentIntent = intent.id
        charge.paymentMethod = method.id
        charge.customer = intent.customer
        charge.card = method.card
        charge.destination = intent.destination
        charge.onBehalfOf = intent.onBehalfOf
        charge.applicationFeeAmount = intent.applicationFeeAmount
        charge.transferAmount = intent.transferAmount
        charge.transferGroup = intent.transferGroup ?? intent.destination.map { _ in "group_\(intent.id)" }
        charge.statementDescriptor = intent.statementDescriptor
        charge.statementDescriptorSuffix = intent.statementDescriptorSuffix
        charge.description = intent.description
        charge.receiptEmail = intent.receiptEmail
        charge.metadata = intent.metadata
        return charge
    }

    private func fail(
        _ intent: inout PaymentIntent, _ method: PaymentMethod, _ decline: Decline, _ parent: String?
    ) throws -> Written<PaymentIntent> {
        var charge = try newCharge(.failed, of: intent, method)
        return try fail(&intent, &charge, decline, parent)
    }

    private func fail(
        _ intent: inout PaymentIntent, _ charge: inout Charge, _ decline: Decline, _ parent: String?
    ) throws -> Written<PaymentIntent> {
        charge.status = .failed
        charge.failureCode = decline.code
        charge.failureMessage = decline.message
        intent.status = .requiresPaymentMethod
        intent.paymentMethod = nil
        intent.latestCharge = charge.id
        intent.lastPaymentError = decline.error(intent: intent.id, charge: charge.id)
        intent.lastPaymentError?.paymentMethod = charge.paymentMethod
        try emit("charge.failed", put(charge))
        return try emit("payment_intent.payment_failed", put(intent, parent: parent))
    }

    /// Saves a payment that the bank approved. With manual capture, the amount is only authorized; otherwise,
    /// the charge is captured. With `automatic_async`, a captured charge is booked later.
    private func succeed(_ intent: inout PaymentIntent, _ charge: inout Charge, _ parent: String?) throws
        -> Written<PaymentIntent>
    {
        intent.latestCharge = charge.id
        try keepMethod(of: intent)
        guard intent.captureMethod != .manual else {
            intent.status = .requiresCapture
            intent.amountCapturable = intent.amount
            try emit("charge.succeeded", put(charge))
            let written = try emit("payment_intent.amount_capturable_updated", put(intent, parent: parent))
            try schedule(.captureExpiry, of: intent.id, after: configuration.captureLife)
            return written
        }
        intent.status = .succeeded
        intent.amountReceived = intent.amount
        charge.captured = true
        charge.amountCaptured = charge.amount
        let booking = intent.captureMethod == .automatic ? try book(&charge) : nil
        try emit("charge.succeeded", put(charge))
        let written = try emit("payment_intent.succeeded", put(intent, parent: parent))
        if let booking {
            try announce(booking)
        } else {
            try schedule(.booking, of: charge.id, after: configuration.bookingDelay)
        }
        return written
    }
}

extension EngineTransaction {
    /// Attaches the payment method of a successful payment to the customer. Does nothing if the payment
    /// intent has no customer or no `setup_future_usage`.
    ///
    /// Source: Stripe documentation, "Save payment details during payment".
    func keepMethod(of intent: PaymentIntent) throws {
        guard intent.setupFutureUsage != nil, let customer = intent.customer,
            let method = try find(PaymentMethod.self, intent.paymentMethod)
        else { return }
        try bind(method, to: customer)
    }
}

import Processor
import TimeKit

/// Checkout sessions that save a payment method without charging it.
///
/// Source: Stripe documentation, "Set up future payments", Checkout in `setup` mode.
extension EngineTransaction {
    /// Creates the setup intent for a new session, and returns the intent's id.
    func beginSetup(of session: CheckoutSession) throws -> String {
        var intent = try newSetupIntent(nil)
        intent.customer = session.customer
        intent.description = session.terms.description
        intent.onBehalfOf = session.terms.onBehalfOf
        intent.metadata = session.terms.metadata
        return try create(intent, confirm: false, parent: session.id).id
    }

    /// Sets up the card that the customer entered on the page. If the bank declines the card, the session
    /// remains open.
    func setUp(_ session: inout CheckoutSession, with name: String) throws -> PagePayment {
        if session.customer == nil, session.makesCustomer {
            session.customer = try create(Customer.Create(email: session.email)).object.id
        }
        try put(session)
        var intent = try inPath(SetupIntent.self, session.setupIntent ?? "")
        if intent.customer != session.customer {
            intent.customer = session.customer
            try put(intent)
        }
        do {
            intent = try confirm(
                setupIntent: intent.id, method: name,
                returnURL: configuration.links.checkout(session.id))
        } catch let executed as Executed {
            return .declined(executed.error.message)
        }
        guard intent.status != .requiresAction else {
            return .asks(configuration.links.challenge(of: intent.id, intent.clientSecret))
        }
        return .complete
    }

    /// Completes the Checkout session that a successful setup intent belongs to.
    func checkoutSetUp(by intent: SetupIntent) throws {
        guard var session = try find(CheckoutSession.self, parent(of: intent.id)), session.status == .open
        else { return }
        try finish(&session, isPaid: false)
    }

    /// Cancels the setup intent of a session that has expired.
    func closeSetup(of session: CheckoutSession) throws {
        guard let intent = try find(SetupIntent.self, session.setupIntent),
            ![.succeeded, .canceled].contains(intent.status)
        else { return }
        _ = try cancel(setupIntent: intent.id, reason: nil)
    }

    /// Throws an error if a setup intent belongs to a Checkout session. A session's setup intent can be
    /// changed only through the session.
    func checkNotOfCheckout(_ intent: SetupIntent, to verb: String) throws {
        guard try parent(of: intent.id)?.hasPrefix("cs_") == true else { return }
        throw Executed(
            .unexpectedState(
                of: intent,
                "You cannot \(verb) this SetupIntent because it was created by a Checkout Session: complete or expire the session instead."
            ))
    }

    /// Pays an invoice with the card that the customer entered on the invoice's page.
    ///
    /// If the bank declines the card, the scheduled retries still take place. The retries charge the default
    /// payment method.
    func pay(invoicePage id: String, with name: String) throws -> PagePayment {
        var invoice = try livingInvoice(id)
        try require(
            invoice.status == .open || invoice.status == .uncollectible,
            "This invoice cannot be paid because its status is \(invoice.status.rawValue).")
        let known = try find(PaymentIntent.self, invoice.paymentIntent)
        try require(known?.status != .processing, "A payment for this invoice is already in progress.")
        var subscription = try self.subscription(of: invoice)
        let method = try method(name, for: invoice.customer)
        let decline = try collect(
            &invoice, for: &subscription, with: method, offSession: false, isOnPage: true)
        if let decline { return .declined(decline.message) }
        guard let intent = try find(PaymentIntent.self, invoice.paymentIntent),
            intent.status == .requiresAction
        else { return .complete }
        return try asking(intent, backTo: configuration.links.invoice(id))
    }

    /// Saves `page` as the URL to which the customer returns after the bank's challenge. Returns a result
    /// with the URL of the challenge.
    func asking(_ intent: PaymentIntent, backTo page: String) throws -> PagePayment {
        var intent = intent
        intent.returnURL = page
        try put(intent)
        return .asks(configuration.links.challenge(of: intent))
    }
}

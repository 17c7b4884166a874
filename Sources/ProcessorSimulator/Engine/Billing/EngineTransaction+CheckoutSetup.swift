import Processor
import TimeKit

/// A Checkout page on which somebody leaves a card, and pays nothing.
///
/// Source: Stripe documentation, "Set up future payments", Checkout in `setup` mode.
extension EngineTransaction {
    /// The setup intent of a new page: its id.
    func beginSetup(of session: CheckoutSession) throws -> String {
        var intent = try newSetupIntent(nil)
        intent.customer = session.customer
        intent.description = session.terms.description
        intent.onBehalfOf = session.terms.onBehalfOf
        intent.metadata = session.terms.metadata
        return try create(intent, confirm: false, parent: session.id).id
    }

    /// Somebody leaves a card on the page; a decline leaves the page open.
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
                returnURL: PageLinks.checkout(session.id, at: configuration.pages))
        } catch let executed as Executed {
            return .declined(executed.error.message)
        }
        guard intent.status != .requiresAction else {
            return .asks(PageLinks.challenge(of: intent.id, intent.clientSecret, at: configuration.pages))
        }
        return .complete
    }

    /// The setup intent of a Checkout page has succeeded.
    func checkoutSetUp(by intent: SetupIntent) throws {
        guard let id = try parent(of: intent.id),
            var session = try find(CheckoutSession.self, id), session.status == .open
        else { return }
        try finish(&session, isPaid: false)
    }

    /// A page that is open no longer wants no card.
    func closeSetup(of session: CheckoutSession) throws {
        guard let id = session.setupIntent, let intent = try find(SetupIntent.self, id),
            ![.succeeded, .canceled].contains(intent.status)
        else { return }
        _ = try cancel(setupIntent: id, reason: nil)
    }

    /// Refuses to do what a Checkout page alone does with its setup intent.
    func checkNotOfCheckout(_ intent: SetupIntent, to verb: String) throws {
        guard try parent(of: intent.id)?.hasPrefix("cs_") == true else { return }
        throw Executed(
            .unexpectedState(
                of: intent,
                "You cannot \(verb) this SetupIntent because it was created by a Checkout Session: expire that instead."
            ))
    }

    /// Somebody pays on the page of an invoice.
    ///
    /// A decline says nothing of the retries that are planned: they charge another card.
    func pay(invoicePage id: String, with name: String) throws -> PagePayment {
        var invoice = try livingInvoice(id)
        guard invoice.status == .open || invoice.status == .uncollectible else {
            throw ProcessorError.invalid(
                "This invoice is \(invoice.status.rawValue): there is nothing to pay.")
        }
        let known = try find(PaymentIntent.self, invoice.paymentIntent)
        guard known?.status != .processing else {
            throw ProcessorError.invalid("A payment of this invoice is on its way already.")
        }
        var subscription = try self.subscription(of: invoice)
        let method = try method(name, for: invoice.customer)
        let decline = try collect(
            &invoice, for: &subscription, with: method, offSession: false, isOnPage: true)
        if let decline { return .declined(decline.message) }
        guard let intent = try find(PaymentIntent.self, invoice.paymentIntent),
            intent.status == .requiresAction
        else { return .complete }
        return try asking(intent, backTo: PageLinks.invoice(id, at: configuration.pages))
    }

    /// The bank asks, and leads back to a page.
    func asking(_ intent: PaymentIntent, backTo page: String) throws -> PagePayment {
        var intent = intent
        intent.returnURL = page
        try put(intent)
        return .asks(PageLinks.challenge(of: intent, at: configuration.pages))
    }
}

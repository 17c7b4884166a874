import Processor
import TimeKit

extension Work {
    /// Somebody pays on the page of an invoice.
    ///
    /// A decline says nothing of the retries that are planned: they charge another card.
    func pay(invoicePage id: String, with name: String) throws -> PagePayment {
        var invoice = try livingInvoice(id)
        guard invoice.status == .open || invoice.status == .uncollectible else {
            throw ProcessorError.invalid(
                nil, "This invoice is \(invoice.status.rawValue): there is nothing to pay.")
        }
        let known = try find(PaymentIntent.self, invoice.paymentIntent)
        guard known?.status != .processing else {
            throw ProcessorError.invalid(nil, "A payment of this invoice is on its way already.")
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

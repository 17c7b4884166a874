public import Processor
import TimeKit

extension SimulatedProcessor {
    /// Returns the page of an invoice.
    ///
    /// - Throws: `resource_missing` with status 404 if the invoice does not exist or is still a draft,
    ///   because a draft has no page.
    public func invoicePage(_ id: String) async throws(ProcessorError) -> InvoiceView {
        try await inspect { work in
            try work.inAccount(ofObject: id) {
                let invoice = try work.paged(id)
                return try work.atTime(ofThose: [id], isChange: false) { try work.view(of: invoice) }
            }
        }
    }

    /// Submits the payment form on the page of an invoice. If the bank declines the card, the invoice remains
    /// open.
    ///
    /// - Throws: `resource_missing` with status 404 if the invoice has no page. The status is 400 if the
    ///   invoice cannot be paid or the card is not a test card. The status is 402 if a field of the card is
    ///   incomplete or wrong.
    public func pay(invoicePage id: String, with card: PageCard) async throws(ProcessorError) -> PagePayment {
        try await transaction { work in
            try work.inAccount(ofObject: id) {
                _ = try work.paged(id)
                return try work.atTime(ofThose: [id], isChange: true) {
                    try work.pay(invoicePage: id, with: card.testName(at: work.now))
                }
            }
        }
    }
}

extension EngineTransaction {
    /// Returns an invoice that has a page. Throws `resource_missing` for a draft, because only finalized
    /// invoices have pages.
    fileprivate func paged(_ id: String) throws -> Invoice {
        let invoice = try livingInvoice(id)
        guard invoice.finalizedAt != nil else { throw ProcessorError.noSuch("invoice", id) }
        return invoice
    }

    fileprivate func view(of invoice: Invoice) throws -> InvoiceView {
        let customer = try find(Customer.self, invoice.customer)
        let intent = try find(PaymentIntent.self, invoice.paymentIntent)
        let isOpen = invoice.status == .open || invoice.status == .uncollectible
        var view = InvoiceView(
            number: invoice.number ?? invoice.id,
            customer: customer?.name ?? customer?.email ?? invoice.customer,
            date: PageText.date(invoice.finalizedAt ?? invoice.created),
            due: invoice.dueDate.map(PageText.date),
            isOverdue: isOpen && (invoice.dueDate.map { $0 <= now } ?? false),
            description: invoice.description, merchant: try merchantName(), lines: try pageLines(of: invoice),
            total: AmountText.onPage(invoice.amountDue, invoice.currency),
            state: try state(of: invoice, intent))
        guard isOpen, let intent else { return view }
        view.problem = intent.lastPaymentError?.message
        if intent.status == .requiresAction {
            view.challenge = configuration.links.challenge(of: intent)
        }
        return view
    }

    private func pageLines(of invoice: Invoice) throws -> [PageLine] {
        func line(_ words: String, _ amount: Int64) -> PageLine {
            PageLine(description: words, amount: AmountText.onPage(amount, invoice.currency))
        }
        var lines = (invoice.lines ?? []).map {
            line($0.description.isEmpty ? "Item" : $0.description, $0.amount)
        }
        if invoice.discountTotal > 0 { lines.append(line("Discount", -invoice.discountTotal)) }
        for tax in TaxRules.total(invoice.taxes) where !tax.isInclusive {
            let name = try find(TaxRate.self, tax.rate).map {
                "\($0.displayName) \(TaxRules.text($0.percentage))%"
            }
            lines.append(line(name ?? "Tax", tax.amount))
        }
        if let moved = invoice.fromBalance, moved != 0 {
            let isDebit = (invoice.startingBalance ?? 0) > 0
            lines.append(
                line(moved < 0 ? "Your credit" : isDebit ? "Your balance" : "Added to your credit", moved))
        }
        if let credit = invoice.prePaymentCredit, credit != 0 { lines.append(line("Credit notes", -credit)) }
        return lines
    }

    private func state(of invoice: Invoice, _ intent: PaymentIntent?) throws -> InvoiceView.State {
        switch invoice.status {
        case .paid: return .paid(try receipt(of: invoice))
        case .void: return .void
        case .draft, .open, .uncollectible: return intent?.status == .processing ? .processing : .open
        }
    }

    private func receipt(of invoice: Invoice) throws -> InvoiceView.Receipt {
        let charge = try find(Charge.self, invoice.charge)
        return InvoiceView.Receipt(
            date: PageText.date(invoice.paidAt ?? now),
            method: charge?.card.map { PageText.card(brand: $0.brand, last4: $0.last4) },
            charge: charge?.id, isElsewhere: invoice.isPaidElsewhere == true)
    }
}

/// The contents of an invoice's page.
public struct InvoiceView: Hashable, Sendable {
    /// The invoice's state, as shown to the customer.
    public enum State: Hashable, Sendable {
        /// The invoice can be paid.
        case open
        /// A payment is being processed. A bank debit, for example, takes days.
        case processing
        /// The invoice was paid, or there was nothing to pay.
        case paid(Receipt)
        /// The invoice is void and does not have to be paid.
        case void
    }

    /// The details of an invoice's payment.
    public struct Receipt: Hashable, Sendable {
        /// The date of the payment, such as `November 30, 2026`.
        public var date: String
        /// The card, such as `Visa ending in 4242`, or nil if no card was charged.
        public var method: String?
        /// The charge's id, `ch_…`, or nil if the processor charged nothing.
        public var charge: String?
        /// Whether the invoice was paid outside of the processor.
        public var isElsewhere: Bool
    }

    /// The invoice number, such as `1A2B3C4D-0001`.
    public var number: String
    /// The customer's name or, if it is unknown, the e-mail address or id.
    public var customer: String
    /// The date of finalization, such as `November 30, 2026`.
    public var date: String
    /// The due date, such as `December 30, 2026`, or nil if the invoice has none.
    public var due: String?
    /// Whether the invoice is unpaid although its due date has passed.
    public var isOverdue: Bool
    /// The description that the customer sees, or nil.
    public var description: String?
    /// The name of the account that receives the payment.
    public var merchant: String
    /// The lines of the items, followed by lines for the discount, the taxes, the customer's balance and the
    /// credit notes, if they apply.
    public var lines: [PageLine]
    /// The amount due, such as `$50.00`.
    public var total: String
    /// The state of the invoice.
    public var state: State
    /// The URL of the bank's challenge, or nil if no challenge is open.
    public var challenge: String?
    /// The reason that the last payment attempt failed. Nil if there was no attempt, or if the last attempt
    /// did not fail.
    public var problem: String?
}

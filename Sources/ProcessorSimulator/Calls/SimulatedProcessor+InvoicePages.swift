public import Processor
import TimeKit

extension SimulatedProcessor {
    /// What the page of an invoice shows now.
    ///
    /// - Throws: 404 for an invoice that is not there, or still a draft: nobody has been told its address.
    public func invoicePage(_ id: String) async throws(ProcessorError) -> InvoiceView {
        try await inspect { work in
            let invoice = try work.paged(id)
            return try work.atTime(ofThose: [id], isChange: false) { try work.view(of: invoice) }
        }
    }

    /// Somebody pays on the page of an invoice; a decline leaves it open.
    ///
    /// - Throws: 400 for an invoice that is not to be paid, or a card that is no test card.
    public func pay(invoicePage id: String, with card: PageCard) async throws(ProcessorError) -> PagePayment {
        try await transaction { work in
            _ = try work.paged(id)
            let name = try card.testName()
            return try work.atTime(ofThose: [id], isChange: true) {
                try work.pay(invoicePage: id, with: name)
            }
        }
    }
}

extension EngineTransaction {
    /// An invoice that has a page.
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
            date: (invoice.finalizedAt ?? invoice.created).date.iso8601, due: invoice.dueDate?.date.iso8601,
            isOverdue: isOpen && (invoice.dueDate.map { $0 <= now } ?? false),
            description: invoice.description, lines: pageLines(of: invoice),
            total: AmountText.of(invoice.amountDue, invoice.currency), state: try state(of: invoice, intent))
        guard isOpen, let intent else { return view }
        view.problem = intent.lastPaymentError?.message
        if intent.status == .requiresAction {
            view.challenge = PageLinks.challenge(of: intent, at: configuration.pages)
        }
        return view
    }

    private func pageLines(of invoice: Invoice) -> [PageLine] {
        func line(_ words: String, _ amount: Int64) -> PageLine {
            PageLine(description: words, amount: AmountText.of(amount, invoice.currency))
        }
        var lines = (invoice.lines ?? []).map {
            line($0.description.isEmpty ? "Item" : $0.description, $0.amount)
        }
        if invoice.discountTotal > 0 { lines.append(line("Discount", -invoice.discountTotal)) }
        if let moved = invoice.fromBalance, moved != 0 {
            lines.append(line(moved < 0 ? "Your credit" : "Kept as your credit", moved))
        }
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
            date: (invoice.paidAt ?? now).date.iso8601,
            method: charge?.card.map { "\($0.brand) \($0.last4)" },
            charge: charge?.id, isElsewhere: invoice.isPaidElsewhere == true)
    }
}

/// What the page of an invoice shows.
public struct InvoiceView: Hashable, Sendable {
    /// Where the invoice stands, as whoever pays it sees it.
    public enum State: Hashable, Sendable {
        /// It may be paid.
        case open
        /// A payment of it is on its way: a bank debit takes days.
        case processing
        /// It was paid, or nothing was to be paid.
        case paid(Receipt)
        /// Nobody has to pay it.
        case void
    }

    /// How it was paid.
    public struct Receipt: Hashable, Sendable {
        /// When, as a date.
        public var date: String
        /// `visa 4242`; nil where no card had a part in it.
        public var method: String?
        /// `ch_…`; nil where nothing was charged here.
        public var charge: String?
        /// It was paid in another way than here.
        public var isElsewhere: Bool
    }

    /// `1A2B3C4D-0001`
    public var number: String
    /// Who is to pay: a name, an address, or the customer's id.
    public var customer: String
    /// When it was finalized, as a date.
    public var date: String
    /// Until when it is to be paid, as a date; nil where it is charged.
    public var due: String?
    /// That day has passed, and it was not paid.
    public var isOverdue: Bool
    /// For whoever looks at it.
    public var description: String?
    /// What it is for, what is taken off, and what the customer's balance holds.
    public var lines: [PageLine]
    /// What is to be paid: `50.00 USD`.
    public var total: String
    /// Where it stands.
    public var state: State
    /// Where the bank asks; nil where it does not.
    public var challenge: String?
    /// Why the last attempt failed; nil where none did.
    public var problem: String?
}

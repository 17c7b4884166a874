import MoneyKit
import Processor
import TimeKit

/// The credit notes of invoices.
///
/// Source: Stripe API reference, "Create a credit note", "Void a credit note"; documentation, "Credit notes".
extension EngineTransaction {
    /// Creates a credit note. Refunds the payment, credits the customer's balance and reduces the invoice's
    /// amount due, as the terms specify.
    func create(_ terms: CreditNoteTerms) throws -> CreditNote {
        var invoice = try livingInvoice(terms.invoice, by: "invoice")
        var note = try creditNote(terms, of: invoice, id: newID("cn"))
        if terms.refundAmount > 0 { note.refunds.append(try refund(terms.refundAmount, of: invoice)) }
        if note.creditAmount > 0 {
            var customer = try living(invoice.customer, by: "invoice")
            note.balanceTransaction =
                try changeBalance(
                    of: &customer, by: -note.creditAmount, invoice.currency, .creditNote, invoice: invoice.id,
                    creditNote: note.id
                ).id
            try emit("customer.updated", put(customer))
        }
        invoice.postPaymentCredit = (invoice.postPaymentCredit ?? 0) + note.postPayment
        try emit("credit_note.created", put(note))
        try reduce(&invoice, by: note.prePayment)
        return note
    }

    /// Returns a new, unsaved credit note.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the invoice cannot be credited, or if the terms are
    ///   invalid, for example because the amounts do not add up.
    func creditNote(_ terms: CreditNoteTerms, of invoice: Invoice, id: String) throws -> CreditNote {
        try MetadataRules.check(terms.metadata)
        try require(
            invoice.status == .open || invoice.status == .paid,
            "You can only create a credit note for an open or paid invoice: this one is \(invoice.status.rawValue).",
            parameter: "invoice")
        let issued = try children(CreditNote.self, of: invoice.id)
        let digits = String(issued.count + 1)
        var note = CreditNote(
            id: id, created: now, customer: invoice.customer, invoice: invoice.id,
            number: "\(invoice.number ?? invoice.id)-CN-\(digits.count < 2 ? "0" : "")\(digits)",
            currency: invoice.currency, lines: [])
        let valid = issued.filter { $0.status == .issued }
        note.lines = try lines(terms, of: invoice, after: valid, id: id)
        let left = invoice.total - valid.sum(of: \.total)
        let name = terms.amount == nil ? "lines" : "amount"
        guard note.total > 0 else { throw ProcessorError.notAnAmount(name) }
        try require(
            note.total <= left,
            "The credit note's total of \(note.total) is greater than the amount of the invoice that can still be credited (\(left)).",
            parameter: name)
        let isOpen = invoice.status == .open
        note.prePayment = min(note.total, isOpen ? invoice.amountDue - invoice.amountPaid : 0)
        (note.creditAmount, note.outOfBand) = (terms.creditAmount, terms.outOfBand)
        for (place, refund) in terms.refunds.enumerated() {
            note.refunds.append(
                try linked(refund, of: invoice, after: valid + [note], by: "refunds[\(place)]"))
        }
        try checkPostPayment(of: note, terms, invoice)
        (note.reason, note.memo, note.effectiveAt) = (terms.reason, terms.memo, terms.effectiveAt)
        note.metadata = terms.metadata
        return note
    }

    /// Checks the amounts that the customer gets back. The balance credit, the refunds and the payments
    /// outside of the processor must add up to ``CreditNote/postPayment``.
    private func checkPostPayment(of note: CreditNote, _ terms: CreditNoteTerms, _ invoice: Invoice) throws {
        let parts = [
            ("credit_amount", note.creditAmount), ("refund_amount", terms.refundAmount),
            ("out_of_band_amount", note.outOfBand),
        ]
        for (name, amount) in parts where !(0...note.total).contains(amount) {
            throw ProcessorError.invalid(
                "parameter_invalid_integer",
                "Invalid integer: \(name) must be between 0 and the credit note's total (\(note.total)).",
                parameter: name)
        }
        let sum = parts.reduce(0) { $0 + $1.1 } + note.refunds.sum(of: \.amount)
        try require(
            sum == note.postPayment,
            "The sum of credit_amount, refund_amount, out_of_band_amount and refunds (\(sum)) must equal the post-payment amount of the credit note (\(note.postPayment))."
        )
        try require(
            terms.refundAmount == 0 || invoice.charge != nil,
            "The invoice was not paid by a charge that can be refunded.", parameter: "refund_amount")
    }

    private func lines(
        _ terms: CreditNoteTerms, of invoice: Invoice, after issued: [CreditNote], id: String
    ) throws -> [CreditNote.Line] {
        try require(
            (terms.amount == nil) != terms.lines.isEmpty, "parameter_missing",
            "You must pass exactly one of `amount` and `lines`.",
            parameter: terms.amount == nil ? "amount" : "lines")
        let tail = id.drop { $0 != "_" }.dropFirst()
        if let amount = terms.amount {
            guard amount > 0 else { throw ProcessorError.notAnAmount("amount") }
            return [CreditNote.Line(id: "cnli_\(tail)0", amount: amount, quantity: 1, unitAmount: amount)]
        }
        var made: [CreditNote.Line] = []
        for (place, (line, metadata)) in terms.lines.enumerated() {
            var new =
                switch line {
                case .invoiceLine(let name, let amount, let quantity):
                    try credit(
                        of: name, in: invoice, amount, quantity,
                        after: (issued.flatMap(\.lines) + made).filter { $0.invoiceLine == name },
                        by: "lines[\(place)]")
                case .custom(let description, let unitAmount, let quantity, let rates):
                    CreditNote.Line(
                        id: "", description: description, amount: unitAmount * quantity, quantity: quantity,
                        unitAmount: unitAmount, taxRates: rates,
                        taxes: TaxRules.taxes(on: unitAmount * quantity, by: try taxRates(rates)))
                }
            new.id = "cnli_\(tail)\(place)"
            new.metadata = metadata
            made.append(new)
        }
        return made
    }

    /// Returns a credit note line for all or part of an invoice line, with a proportional share of the line's
    /// discounts and taxes.
    ///
    /// - Parameter earlier: The existing lines, in this and earlier credit notes, that credit the same
    ///   invoice line.
    private func credit(
        of name: String, in invoice: Invoice, _ amount: Int64?, _ quantity: Int64?,
        after earlier: [CreditNote.Line], by parameter: String
    ) throws -> CreditNote.Line {
        guard let place = invoice.lines?.firstIndex(where: { $0.id == name }),
            let line = invoice.lines?[place]
        else {
            throw ProcessorError.noSuch(
                "invoice line item", name, parameter: "\(parameter)[invoice_line_item]")
        }
        let before = earlier.sum(of: \.amount)
        let wanted =
            amount ?? quantity.map { Share(part: $0, whole: line.quantity).of(line.amount) }
            ?? (line.amount - before)
        try require(
            wanted > 0 && wanted <= line.amount - before,
            line.amount > before
                ? "The amount to credit must be from 1 to \(line.amount - before), the part of the invoice line item that has not been credited."
                : "The invoice line item has no amount left to credit.",
            parameter: "\(parameter)[\(quantity == nil ? "amount" : "quantity")]")
        func part(_ total: Int64) -> Int64 {
            AmountRules.share(of: total, for: wanted, after: before, in: line.amount)
        }
        return CreditNote.Line(
            id: "", description: line.description, amount: wanted,
            quantity: quantity ?? (wanted == line.amount ? line.quantity : nil),
            unitAmount: wanted == line.amount || quantity != nil ? line.unitAmount : nil,
            invoiceLine: line.id,
            taxRates: (line.taxes ?? []).map(\.rate),
            discounts: (invoice.discountAmounts ?? []).map {
                .init(discount: $0.discount, amount: part(invoice.share(of: $0, forLineAt: place)))
            },
            taxes: (line.taxes ?? []).map {
                Invoice.Tax(
                    rate: $0.rate, amount: part($0.amount), taxableAmount: part($0.taxableAmount),
                    isInclusive: $0.isInclusive)
            })
    }

    private func refund(_ amount: Int64, of invoice: Invoice) throws -> CreditNote.LinkedRefund {
        guard let intent = invoice.paymentIntent else {
            throw ProcessorError.invalid(
                "The invoice was not paid by a charge that can be refunded.", parameter: "refund_amount")
        }
        let made = try create(Refund.Create(paymentIntent: intent, amount: amount)).object
        return .init(refund: made.id, amount: amount)
    }

    private func linked(
        _ refund: (id: String, amount: Int64?), of invoice: Invoice, after issued: [CreditNote],
        by parameter: String
    ) throws -> CreditNote.LinkedRefund {
        let found = try named(Refund.self, refund.id, by: "\(parameter)[refund]")
        try require(
            found.charge == invoice.charge,
            "The refund \(refund.id) does not belong to the invoice's payment.",
            parameter: "\(parameter)[refund]")
        let used = issued.flatMap(\.refunds).filter { $0.refund == refund.id }.sum(of: \.amount)
        let amount = refund.amount ?? (found.amount - used)
        try require(
            amount > 0 && amount <= found.amount - used,
            found.amount > used
                ? "The amount must be from 1 to \(found.amount - used), the part of the refund that is not linked to a credit note."
                : "The whole refund is already linked to credit notes.",
            parameter: "\(parameter)[amount_refunded]")
        return .init(refund: refund.id, amount: amount)
    }

    /// Reduces the amount due of an invoice. If the amount due becomes zero, marks the invoice as paid. A
    /// negative `amount` increases the amount due.
    private func reduce(_ invoice: inout Invoice, by amount: Int64) throws {
        guard amount != 0 else {
            try emit("invoice.updated", put(invoice))
            return
        }
        let intent = try find(PaymentIntent.self, invoice.paymentIntent)
        try require(
            intent?.status != .processing, "The invoice has a payment that is being processed.",
            parameter: "invoice")
        var subscription = try self.subscription(of: invoice)
        invoice.prePaymentCredit = (invoice.prePaymentCredit ?? 0) + amount
        invoice.amountDue -= amount
        try share(&invoice, subscription)
        let due = invoice.amountDue
        invoice.applicationFeeAmount = invoice.applicationFeeAmount.map { min($0, due) }
        guard invoice.amountDue > 0 else {
            try closeIntent(of: invoice)
            try emit("invoice.updated", put(invoice))
            return try markPaid(&invoice, &subscription, by: nil)
        }
        if var intent {
            intent.amount = invoice.amountDue
            intent.applicationFeeAmount = invoice.applicationFeeAmount
            try put(intent)
        }
        try emit("invoice.updated", put(invoice))
    }

    /// Voids a credit note, which increases the invoice's amount due again.
    func void(_ note: CreditNote) throws -> CreditNote {
        try expect(note.status == .issued, "This credit note is already void.")
        var invoice = try livingInvoice(note.invoice)
        try expect(
            invoice.status == .open && note.postPayment == 0,
            "You can only void a credit note if its invoice is open "
                + "and the credit note has a post-payment amount of zero: "
                + "the invoice is \(invoice.status.rawValue), and the amount is \(note.postPayment).")
        var note = note
        note.status = .void
        note.voidedAt = now
        try emit("credit_note.voided", put(note))
        try reduce(&invoice, by: -note.prePayment)
        return note
    }
}

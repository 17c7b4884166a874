import Processor
import TimeKit

extension EngineTransaction {
    /// Saves a draft invoice that does not belong to a subscription. Also redeems its coupons and promotion
    /// codes, computes its amounts and, if the invoice advances automatically, schedules its finalization.
    func begin(
        _ draft: Invoice, takesWaiting: Bool, coupons: [String],
        promotionCodes: [(place: Int, id: String)] = []
    ) throws -> Invoice {
        try MetadataRules.check(draft.metadata)
        var invoice = draft
        invoice.lines = []
        if takesWaiting { try takeUpWaiting(&invoice, isKept: true) }
        let taken = try redeem(coupons, promotionCodes, of: invoice)
        if !taken.isEmpty { invoice.discounts = taken }
        try sumUp(&invoice, nil)
        if invoice.autoAdvance == true {
            let moment = now.adding(seconds: configuration.draftLife)
            invoice.finalizesAt = moment
            try schedule(.finalization, of: invoice.id, at: moment)
        }
        try emit("invoice.created", put(invoice))
        return invoice
    }

    /// Redeems coupons and promotion codes for an invoice. Returns the ids of the discounts.
    func redeem(
        _ coupons: [String], _ promotionCodes: [(place: Int, id: String)], of invoice: Invoice
    ) throws -> [String] {
        try redeem(
            coupons, promotionCodes,
            for: Purchase(
                amount: invoice.subtotal, currency: invoice.currency, customer: invoice.customer,
                invoice: invoice.id))
    }

    /// Returns the invoice with this id. Throws an error if the invoice does not exist or was deleted.
    func livingInvoice(_ id: String, by parameter: String? = nil) throws -> Invoice {
        guard let invoice = try find(Invoice.self, id), invoice.deleted != true else {
            throw ProcessorError.noSuch("invoice", id, parameter: parameter)
        }
        return invoice
    }

    /// Returns the draft invoice with this id. Throws an error if the invoice is not a draft.
    func draft(_ id: String, by parameter: String? = nil) throws -> Invoice {
        let invoice = try livingInvoice(id, by: parameter)
        try expect(
            invoice.status == .draft, "invoice_not_editable",
            "This invoice is no longer editable: it is \(invoice.status.rawValue).",
            parameter: parameter)
        return invoice
    }

    /// Finalizes a draft invoice immediately, at a client's request. If no amount is due, marks the invoice
    /// as paid.
    ///
    /// If the invoice advances automatically and has no due date, the processor charges the invoice
    /// ``ProcessorConfiguration/draftLife`` seconds later.
    func finalizeNow(_ id: String, autoAdvance: Bool?) throws -> Invoice {
        var invoice = try livingInvoice(id)
        try expect(
            invoice.status == .draft,
            "This invoice is already finalized, you can't re-finalize a non-draft invoice.")
        var subscription = try self.subscription(of: invoice)
        invoice.autoAdvance = autoAdvance ?? invoice.autoAdvance
        try open(&invoice)
        guard invoice.amountDue > 0 else {
            try markPaid(&invoice, &subscription, by: nil)
            return invoice
        }
        try prepareIntent(of: &invoice, subscription)
        try scheduleDueDate(of: invoice)
        if invoice.goesOnByItself, invoice.dueDate == nil {
            let moment = now.adding(seconds: configuration.draftLife)
            invoice.nextPaymentAttempt = moment
            try schedule(.collection, of: id, at: moment)
        }
        try put(invoice)
        return invoice
    }

    /// Charges an invoice that ``finalizeNow(_:autoAdvance:)`` finalized earlier.
    func collectionComes(_ id: String) throws {
        guard var invoice = try find(Invoice.self, id), invoice.status == .open,
            invoice.nextPaymentAttempt == now
        else { return }
        invoice.nextPaymentAttempt = nil
        var subscription = try self.subscription(of: invoice)
        try collect(&invoice, for: &subscription, offSession: true)
    }

    /// Marks an invoice as paid outside of the processor.
    func payElsewhere(_ id: String) throws -> Invoice {
        var invoice = try livingInvoice(id)
        try expect(
            invoice.status == .open || invoice.status == .uncollectible || invoice.status == .draft,
            invoice.status == .paid ? "invoice_already_paid" : nil,
            "An invoice that is \(invoice.status.rawValue) cannot be marked as paid.")
        if invoice.status == .draft { try open(&invoice) }
        invoice.isPaidElsewhere = true
        try closeIntent(of: invoice)
        var subscription = try self.subscription(of: invoice)
        try markPaid(&invoice, &subscription, by: nil)
        return invoice
    }

    /// Voids an open or uncollectible invoice.
    func voidNow(_ id: String) throws -> Invoice {
        var invoice = try livingInvoice(id)
        try expect(
            invoice.status == .open || invoice.status == .uncollectible,
            "You can only pass in open invoices. This invoice isn't open: it is \(invoice.status.rawValue).")
        try closeIntent(of: invoice)
        try void(&invoice)
        return invoice
    }

    /// Cancels the payment intent of an invoice that no longer has to be paid.
    func closeIntent(of invoice: Invoice) throws {
        if let intent = try find(PaymentIntent.self, invoice.paymentIntent),
            ![.processing, .succeeded, .canceled].contains(intent.status)
        {
            try close(intent)
        }
    }

    /// Marks an open invoice as uncollectible.
    func giveUp(_ invoice: inout Invoice) throws {
        try expect(
            invoice.status == .open,
            "Only open invoices can be marked uncollectible: this one is \(invoice.status.rawValue).")
        invoice.status = .uncollectible
        invoice.uncollectibleAt = now
        invoice.nextPaymentAttempt = nil
        try emit("invoice.marked_uncollectible", put(invoice))
    }

    /// Deletes a draft invoice that does not belong to a subscription. The items on the invoice become
    /// pending again.
    func delete(draft id: String) throws {
        var invoice = try draft(id)
        try expect(
            invoice.subscription.isEmpty,
            "You can only delete draft invoices that do not belong to a subscription.")
        for var item in try children(InvoiceItem.self, of: invoice.customer) where item.invoice == id {
            item.invoice = nil
            try put(item)
        }
        invoice.deleted = true
        try emit("invoice.deleted", put(invoice))
    }

    /// Updates the lines and the total of a draft invoice after one of its invoice items was changed, added
    /// or removed.
    ///
    /// - Parameters:
    ///   - gone: The id of the removed item, or nil.
    ///   - item: The changed or added item, or nil.
    func reckon(_ id: String, without gone: String? = nil, with item: InvoiceItem? = nil) throws {
        var invoice = try draft(id, by: "invoice")
        if let gone { invoice.lines?.removeAll { $0.invoiceItem == gone } }
        if let item {
            if let place = invoice.lines?.firstIndex(where: { $0.invoiceItem == item.id }) {
                let line = item.line(invoice.lines?[place].id ?? invoice.nextLineID)
                invoice.lines?[place] = line
            } else {
                try require(
                    (invoice.lines?.count ?? 0) < Invoice.mostLines,
                    "An invoice can have at most \(Invoice.mostLines) lines.", parameter: "invoice")
                try takeUp(item, &invoice)
            }
        }
        invoice.discountAmounts = nil
        try sumUp(&invoice, subscription(of: invoice))
        try emit("invoice.updated", put(invoice))
    }
}

extension Invoice {
    /// Whether the invoice is finalized and collected without another request. By default, this is true only
    /// for invoices of subscriptions.
    var goesOnByItself: Bool { autoAdvance ?? !subscription.isEmpty }
}

/// Invoices that are sent to the customer for payment instead of being charged automatically.
///
/// Source: Stripe documentation, "How subscriptions work", `collection_method`; API reference,
/// "Subscriptions", `status`.
extension EngineTransaction {
    /// Starts a subscription. The first invoice is a draft that is finalized later, even if the invoices are
    /// charged automatically.
    func beginSending(_ new: Subscription, lines: [Invoice.Line]?) throws -> Written<Subscription> {
        var subscription = new
        subscription.status = .active
        try emit("customer.subscription.created", encoded(subscription))
        var invoice = try newInvoice(.subscriptionCreate, of: subscription, lines: lines)
        subscription.latestInvoice = invoice.id
        let moment = now.adding(seconds: configuration.draftLife)
        invoice.finalizesAt = moment
        try emit("invoice.created", put(invoice))
        try schedule(.finalization, of: invoice.id, at: moment)
        try scheduleRenewal(of: subscription)
        return try put(subscription)
    }

    /// Sends an open invoice to the customer, who must pay the invoice by its due date. If no amount is due,
    /// marks the invoice as paid instead of sending it.
    func send(_ invoice: inout Invoice, _ subscription: Subscription?) throws {
        guard invoice.amountDue > 0 else {
            var owner = subscription
            return try markPaid(&invoice, &owner, by: nil)
        }
        try prepareIntent(of: &invoice, subscription)
        try emit("invoice.sent", put(invoice))
        try scheduleDueDate(of: invoice)
    }

    /// Schedules the due date of an invoice. Does nothing if the invoice has no due date, or if the due date
    /// is in the past.
    func scheduleDueDate(of invoice: Invoice) throws {
        guard let date = invoice.dueDate, date >= now else { return }
        try schedule(.dueDate, of: invoice.id, at: date)
    }

    /// Emits `invoice.overdue` for an invoice that is unpaid on its due date. If the invoice's subscription
    /// is active, the subscription becomes past due.
    func dueDatePasses(_ id: String) throws {
        guard let invoice = try find(Invoice.self, id), invoice.status == .open, invoice.dueDate == now else {
            return
        }
        try emit("invoice.overdue", encoded(invoice))
        guard var subscription = try subscription(of: invoice), subscription.status == .active else { return }
        subscription.status = .pastDue
        try emit("customer.subscription.updated", put(subscription))
    }
}

extension Invoice {
    /// Whether the processor sends the invoice to the customer for payment. If false, the processor charges
    /// the invoice automatically.
    var isSent: Bool { daysUntilDue != nil || dueDate != nil }
}

import MoneyKit
import Processor
import TimeKit

/// Quotes, and the invoices and subscriptions created from them.
///
/// Source: Stripe documentation, "Quotes"; API reference, "Accept a quote".
extension EngineTransaction {
    /// Returns an unsaved invoice for some items of a quote, with the quote's discounts and taxes.
    func draft(of items: [CheckoutSession.Item], in quote: Quote) throws -> Invoice {
        try draft(
            of: items, discounts(by: quote.coupons, quote.promotionCodes),
            taxRates: quote.terms.defaultTaxRates, customer: quote.customer)
    }

    /// Checks the customer, the coupons and the other objects that a quote refers to, and saves the quote.
    func save(_ wanted: Quote) throws -> Quote {
        var quote = wanted
        try MetadataRules.check(quote.metadata)
        if let id = quote.customer { _ = try living(id, by: "customer") }
        try checkShare(quote.terms.applicationFeeBasisPoints)
        try checkAccounts(destination: quote.terms.destination, onBehalfOf: quote.terms.onBehalfOf)
        let recurring = quote.recurringItems.map(\.price)
        if !recurring.isEmpty { try checkTogether(recurring) }
        let amount = quote.items.sum { $0.price.amount(of: $0.quantity) }
        let purchase = Purchase(
            amount: amount, currency: quote.currency ?? .usd, customer: quote.customer)
        let discounts = try redeemable(quote.coupons, quote.promotionCodes, for: purchase)
        if quote.discounts == nil {
            quote.discounts = try discounts.map { discount in
                var discount = discount
                discount.id = try newID("di")
                try put(discount)
                return discount.id
            }
        }
        try put(quote)
        try schedule(.quoteExpiry, of: quote.id, at: quote.expiresAt)
        return quote
    }

    /// Cancels a draft or open quote when it expires.
    func quoteExpires(_ id: String) throws {
        guard let quote = try find(Quote.self, id), quote.status == .draft || quote.status == .open,
            quote.expiresAt == now
        else { return }
        _ = try cancel(quote)
    }

    /// Finalizes a draft quote and assigns its number. The quote can then be accepted.
    func finalize(_ quote: Quote, expiresAt: Timestamp?) throws -> Quote {
        var quote = try expect(quote, in: [.draft], to: "finalize")
        try require(!quote.items.isEmpty, "A quote must have line items before it can be finalized.")
        guard let id = quote.customer else {
            throw ProcessorError.invalid("A quote must have a customer before it can be finalized.")
        }
        if let expiresAt { try checkFuture(expiresAt, "expires_at") }
        quote.expiresAt = expiresAt ?? quote.expiresAt
        let customer = try living(id, by: "customer")
        quote.number = try nextQuoteNumber(of: customer)
        quote.status = .open
        quote.finalizedAt = now
        try schedule(.quoteExpiry, of: quote.id, at: quote.expiresAt)
        return try emit("quote.finalized", put(quote)).object
    }

    /// Returns the number for the customer's next quote, such as `QT-1A2B3C4D-0001-1`. Only finalized quotes
    /// have numbers.
    private func nextQuoteNumber(of customer: Customer) throws -> String {
        let filter = ["customer": customer.id]
        var place = try store.count(
            kind: Quote.objectName, owner: account ?? "", where: filter, with: "number")
        // Earlier versions counted drafts, too, so a number may already be in use.
        while true {
            place += 1
            let number = "QT-\(customer.documentNumber(place))-1"
            let found = try list(
                Quote.self, ListQuery(limit: 1), where: filter.merging(["number": number]) { $1 })
            if found.data.isEmpty { return number }
        }
    }

    /// Cancels a draft or open quote.
    func cancel(_ quote: Quote) throws -> Quote {
        var quote = try expect(quote, in: [.draft, .open], to: "cancel")
        quote.status = .canceled
        quote.canceledAt = now
        return try emit("quote.canceled", put(quote)).object
    }

    /// Accepts an open quote. Creates a subscription if the quote has recurring items; otherwise creates a
    /// draft invoice.
    func accept(_ quote: Quote) throws -> Quote {
        var quote = try expect(quote, in: [.open], to: "accept")
        guard let customer = quote.customer else { throw ProcessorError.missing("customer") }
        if quote.recurringItems.isEmpty {
            quote.invoice = try invoice(of: quote, customer).id
        } else {
            let begun = try begin(subscriptionTerms(of: quote, customer)).object
            quote.subscription = begun.id
            quote.invoice = begun.latestInvoice
        }
        quote.status = .accepted
        quote.acceptedAt = now
        return try emit("quote.accepted", put(quote)).object
    }

    /// Returns the quote if it has one of these statuses. Otherwise throws an error.
    ///
    /// - Parameter verb: The action that the error message names, such as `accept`.
    private func expect(_ quote: Quote, in statuses: [Quote.Status], to verb: String) throws -> Quote {
        guard statuses.contains(quote.status) else {
            let names = statuses.map(\.rawValue).joined(separator: " or ")
            throw Executed(
                .invalid(
                    "You cannot \(verb) this quote because it has a status of \(quote.status.rawValue). The status must be \(names)."
                ))
        }
        return quote
    }

    private func subscriptionTerms(of quote: Quote, _ customer: String) throws -> SubscriptionTerms {
        var terms = SubscriptionTerms(
            customer: customer, quote.recurringItems, quote.terms, coupons: quote.coupons,
            promotionCodes: quote.promotionCodes)
        terms.added = quote.items.filter { $0.price.interval == nil }.map {
            .init(
                price: $0.price.id, product: $0.price.product, unitAmount: $0.price.unitAmount,
                currency: $0.price.currency, quantity: $0.quantity, taxRates: $0.taxRates)
        }
        // Without a payment method, the first invoice is paid on its page.
        let hasMethod = try living(customer, by: "customer").defaultPaymentMethod != nil
        terms.behavior = hasMethod ? .allowIncomplete : .defaultIncomplete
        terms.daysUntilDue = quote.daysUntilDue
        terms.trialEnd = quote.terms.trialDays.map { now.adding(seconds: $0 * 86_400) }
        return terms
    }

    /// Creates the draft invoice of a quote without recurring items.
    private func invoice(of quote: Quote, _ customer: String) throws -> Invoice {
        let currency = quote.currency ?? .usd
        var draft = Invoice(
            id: try newID("in"), created: now, customer: customer, subscription: "", status: .draft,
            billingReason: .manual, amountDue: 0, currency: currency, periodStart: now, periodEnd: now)
        draft.autoAdvance = false
        draft.daysUntilDue = quote.daysUntilDue
        draft.defaultTaxRates = quote.terms.defaultTaxRates
        draft.destination = quote.terms.destination
        draft.onBehalfOf = quote.terms.onBehalfOf
        draft.applicationFeeAmount = quote.terms.applicationFeeAmount
        draft.description = quote.description
        draft.quote = quote.id
        for item in quote.items {
            let made = InvoiceItem(
                id: try newID("ii"), created: now, customer: customer, invoice: draft.id,
                amount: item.price.amount(of: item.quantity), currency: currency, quantity: item.quantity,
                unitAmount: item.price.unitAmount, price: item.price.id, product: item.price.product,
                description: item.description, periodStart: now, periodEnd: now, taxRates: item.taxRates)
            draft.lines = (draft.lines ?? []) + [made.line(draft.nextLineID)]
            try emit("invoiceitem.created", put(made))
        }
        let taken = try redeem(
            quote.coupons, quote.promotionCodes.placed, of: draft)
        if !taken.isEmpty { draft.discounts = taken }
        try sumUp(&draft, nil)
        return try emit("invoice.created", put(draft)).object
    }
}

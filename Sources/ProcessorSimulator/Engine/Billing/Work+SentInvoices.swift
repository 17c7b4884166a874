import Processor
import TimeKit

/// Invoices that the customer gets and pays, in place of a charge.
///
/// Source: Stripe documentation, "How subscriptions work", `collection_method`; API reference, "Subscriptions", `status`.
extension Work {
    /// The first invoice of a subscription whose invoices are sent: a draft for a while, as the later ones.
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

    /// An open invoice goes to the customer, who has until its due date.
    func send(_ invoice: inout Invoice, _ subscription: Subscription?) throws {
        guard invoice.amountDue > 0 else {
            var owner = subscription
            return try markPaid(&invoice, &owner, by: nil)
        }
        try prepareIntent(of: &invoice, subscription)
        try emit("invoice.sent", put(invoice))
        try scheduleDueDate(of: invoice)
    }

    /// What happens when nobody has paid by then.
    func scheduleDueDate(of invoice: Invoice) throws {
        guard let date = invoice.dueDate, date >= now else { return }
        try schedule(.dueDate, of: invoice.id, at: date)
    }

    /// Nobody has paid in time: the invoice is overdue, and its subscription past due until somebody pays.
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
    /// The customer gets it and pays; else it is charged.
    var isSent: Bool { daysUntilDue != nil || dueDate != nil }
}

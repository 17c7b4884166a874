import Processor
import TimeKit

extension Work {
    /// An attempt to collect failed: it is tried again on the days of the schedule, and past the last one the
    /// subscription ends. A first payment is not tried again by itself.
    ///
    /// Source: Stripe documentation, "Automate payment retries".
    func markFailed(
        _ invoice: inout Invoice, _ owner: inout Subscription?, _ decline: Decline, mayRetry: Bool
    ) throws {
        guard var subscription = owner, subscription.status != .incomplete, !subscription.status.isFinal,
            !invoice.isSent
        else {
            try emit("invoice.payment_failed", put(invoice))
            return
        }
        let schedule = retries(of: invoice).filter { $0 > now }
        invoice.nextPaymentAttempt = mayRetry ? schedule.first : nil
        let written = try put(invoice)
        try emit("invoice.payment_failed", written)
        try emit("invoice.updated", written)
        if subscription.status != .pastDue {
            subscription.status = .pastDue
            try emit("customer.subscription.updated", put(subscription))
        }
        owner = subscription
        // Without a retry the last day of the schedule still ends the wait.
        guard let next = mayRetry ? schedule.first : schedule.last else {
            owner = try end(subscription, because: "payment_failed").noun
            return
        }
        try self.schedule(.retry, of: invoice.id, at: next)
    }

    /// An invoice is tried again, or has waited long enough.
    func retry(_ id: String) throws {
        guard var invoice = try find(Invoice.self, id), invoice.status == .open,
            let subscription = try find(Subscription.self, invoice.subscription),
            !subscription.status.isFinal
        else { return }
        if invoice.nextPaymentAttempt == now {
            var owner: Subscription? = subscription
            try collect(&invoice, for: &owner, offSession: true)
        } else if now == retries(of: invoice).last {
            try end(subscription, because: "payment_failed")
        }
    }

    /// When an invoice is tried again, counted from the first attempt.
    private func retries(of invoice: Invoice) -> [Timestamp] {
        let first = invoice.finalizesAt ?? invoice.created
        return configuration.retryDays.map { first.adding(seconds: $0 * 86_400) }
    }
}

import MoneyKit
import Processor
import TextKit
import TimeKit

/// The invoice that would come next; nothing of it is kept.
///
/// Source: Stripe API reference, "Create a preview invoice".
struct InvoicePreview {
    private let call: Call
    private var work: Work { call.work }

    init(_ call: Call) { self.call = call }

    func invoice() throws -> Invoice {
        let details = call["subscription_details"]
        let changes = try SubscriptionRoutes.itemChanges(
            call, details["items"], in: "subscription_details[items]")
        var (subscription, waiting) = try base(changes, details)
        subscription.latestInvoice = nil
        var invoice = try work.newInvoice(.subscriptionCycle, of: subscription, id: "upcoming_in")
        for item in waiting { try work.takeUp(item, &invoice, isKept: false) }
        invoice.amountDue = max(0, invoice.total)
        var rest = invoice.amountDue
        for (place, code) in call.coupons.enumerated() {
            let coupon = try work.takable(code, by: "discounts[\(place)][coupon]", for: invoice.currency)
            let off = Discount(id: "di_preview", created: work.now, coupon: coupon).amount(
                off: rest, invoice.currency)
            rest -= off
            invoice.discountAmounts =
                (invoice.discountAmounts ?? []) + [.init(discount: "di_preview", amount: off)]
        }
        invoice.amountDue = rest
        return invoice
    }

    /// The subscription as it would be billed next, and what a change would add.
    private func base(_ changes: [SubscriptionChange.Item], _ details: JSONTree) throws
        -> (Subscription, [InvoiceItem])
    {
        guard let id = call["subscription"].string else { return (try new(changes), []) }
        var subscription = try work.named(Subscription.self, id, by: "subscription")
        guard !subscription.status.isFinal, !subscription.cancelAtPeriodEnd else {
            throw ProcessorError(
                .invalidRequest, status: 404, code: "invoice_upcoming_none",
                message: "No upcoming invoices for customer: \(subscription.customer)")
        }
        var waiting: [InvoiceItem] = []
        if !changes.isEmpty {
            let before = subscription.allItems
            let after = try work.items(before, changed: changes, of: subscription)
            let wanted = details["proration_behavior"].string.flatMap(SubscriptionChange.Proration.init)
            waiting = try work.prorate(
                from: before, to: after, of: subscription, wanted ?? .createProrations, isDue: true)
            subscription.allItems = after
        }
        subscription.currentPeriodStart = subscription.currentPeriodEnd
        subscription.currentPeriodEnd = work.calendar(of: subscription).next(
            after: subscription.currentPeriodStart)
        return (subscription, waiting)
    }

    private func new(_ changes: [SubscriptionChange.Item]) throws -> Subscription {
        let customer = try call.required("customer")
        let prices = changes.compactMap(\.price)
        guard let first = prices.first else { throw ProcessorError.missing("subscription_details[items]") }
        try work.checkTogether(prices)
        var subscription = Subscription(
            id: try work.newID("sub"), created: work.now,
            customer: try work.living(customer, by: "customer").id, status: .incomplete, price: first,
            billingCycleAnchor: work.now, currentPeriodStart: work.now, currentPeriodEnd: work.now)
        subscription.items = changes.enumerated().compactMap { place, change in
            change.price.map {
                Subscription.Item(
                    id: "si_preview\(place)", created: work.now, price: $0, quantity: change.quantity ?? 1)
            }
        }
        subscription.quantity = subscription.items?.first?.quantity ?? 1
        subscription.currentPeriodEnd = work.calendar(of: subscription).next(after: work.now)
        return subscription
    }
}

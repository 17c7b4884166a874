import Processor
import TimeKit

/// The requested changes to a subscription. A field that is nil is not changed.
struct SubscriptionChange {
    /// Stripe's `proration_behavior`, which determines how changed items are charged for the rest of the
    /// billing period.
    enum Proration: String {
        case createProrations = "create_prorations"
        case alwaysInvoice = "always_invoice"
        case none
    }

    /// A change to an item, or a new item.
    struct Item {
        /// The item's id, `si_…`, or nil for a new item.
        var id: String?
        var price: Price?
        var quantity: Int64?
        var metadata: Metadata?
        var taxRates: [String]?
        var isDeleted = false
    }

    var items: [Item] = []
    var proration = Proration.createProrations
    /// The time from which the old items are credited and the new items are charged; nil for the current
    /// time.
    var prorationDate: Timestamp?
    /// Whether the change is reverted if its payment fails.
    var mustSucceed = false
    /// Whether the change starts a new billing period even if the billing interval stays the same.
    var restarts = false
    var trialEnd: Timestamp?
    var endsTrial = false
    var cancelAtPeriodEnd: Bool?
    var cancelAt: Timestamp??
    var pause: Subscription.Update.Pause?
    var pauseBehavior: String?
    var coupons: [String]?
    /// The promotion codes, `promo_…`, each with its position in the request's `discounts`.
    var promotionCodes: [(place: Int, id: String)] = []
}

extension EngineTransaction {
    /// Applies changes to a subscription and saves it.
    ///
    /// - Parameter changed: The subscription. Any other unsaved changes to it are saved as well.
    func change(_ changed: Subscription, _ change: SubscriptionChange) throws -> Written<Subscription> {
        var subscription = changed
        try expect(
            !subscription.status.isFinal,
            "A canceled subscription can only update its cancellation_details and metadata.")
        try checkNotScheduled(subscription, change)
        try plainChanges(change, of: &subscription)
        let before = subscription.allItems
        let after = try items(before, changed: change.items, of: subscription)
        if after != before { subscription.allItems = after }
        let (old, new) = (before[0].price, after[0].price)
        let isOtherPeriod = old.interval != new.interval || old.everyIntervals != new.everyIntervals
        let restarts =
            change.restarts || change.endsTrial || isOtherPeriod && subscription.status != .trialing
        let endsPeriod = restarts || change.trialEnd != nil
        // The credits are computed first, because a trial ends the period that they are for.
        let waiting = try prorate(
            from: before, to: endsPeriod ? [] : after, of: subscription, change.proration,
            isDue: endsPeriod || after != before, at: change.prorationDate)
        if let end = change.trialEnd { try moveTrial(to: end, of: &subscription) }
        for item in waiting { try emit("invoiceitem.created", put(item)) }
        var decline: Decline?
        if restarts, change.trialEnd == nil {
            decline = try restart(&subscription)
        } else if !waiting.isEmpty, change.proration == .alwaysInvoice {
            decline = try invoiceNow(&subscription, lines: [])
        }
        if change.mustSucceed, let decline { throw decline.error() }
        return try emit("customer.subscription.updated", put(subscription))
    }

    private func plainChanges(_ change: SubscriptionChange, of subscription: inout Subscription) throws {
        if let ends = change.cancelAtPeriodEnd {
            subscription.cancelAtPeriodEnd = ends
            subscription.canceledAt = ends ? now : nil
            if !ends { subscription.cancelAt = nil }
        }
        if let end = change.cancelAt {
            subscription.cancelAt = nil
            subscription.canceledAt = nil
            if let end {
                try checkFuture(end, "cancel_at")
                try schedule(cancellation: end, of: &subscription)
            }
        }
        if let pause = change.pause {
            try self.change(pause, of: &subscription)
            subscription.pausedUntil?.behavior = change.pauseBehavior
        }
        guard let coupons = change.coupons else { return }
        subscription.discounts = try redeem(
            coupons, change.promotionCodes,
            for: Purchase(
                amount: subscription.amount, currency: subscription.price.currency,
                customer: subscription.customer, subscription: subscription.id))
    }

    /// Returns a subscription's items after a change.
    func items(
        _ items: [Subscription.Item], changed: [SubscriptionChange.Item], of subscription: Subscription
    ) throws -> [Subscription.Item] {
        var items = items
        for (place, change) in changed.enumerated() {
            guard let id = change.id else {
                guard let price = change.price else {
                    throw ProcessorError.missing("items[\(place)][price]")
                }
                let new = SubscriptionTerms.Item(
                    price: price, quantity: change.quantity ?? 1, metadata: change.metadata ?? [:],
                    taxRates: change.taxRates)
                items.append(try newItem(new, of: subscription))
                continue
            }
            guard let own = items.firstIndex(where: { $0.id == id }) else {
                throw ProcessorError.noSuch("subscription_item", id, parameter: "items[\(place)][id]")
            }
            if change.isDeleted {
                items.remove(at: own)
                continue
            }
            items[own].price = change.price ?? items[own].price
            items[own].quantity = change.quantity ?? items[own].quantity
            items[own].metadata = change.metadata ?? items[own].metadata
            items[own].taxRates = change.taxRates ?? items[own].taxRates
        }
        try checkTogether(items.map(\.price))
        try require(
            items[0].price.currency == subscription.price.currency,
            "The price and the subscription have different currencies.", parameter: "items[0][price]")
        return items
    }

    /// Returns unsaved invoice items that credit the old items and charge the new items for the rest of the
    /// billing period. Returns an empty array if there is nothing to prorate, for example during a trial.
    ///
    /// If `after` is empty, the billing period ends early, for example because a trial begins. The result is
    /// then empty if the period was free.
    ///
    /// Source: Stripe documentation, "Prorations"; "Changing the subscription billing cycle".
    func prorate(
        from before: [Subscription.Item], to after: [Subscription.Item], of subscription: Subscription,
        _ proration: SubscriptionChange.Proration, isDue: Bool, at date: Timestamp? = nil
    ) throws -> [InvoiceItem] {
        let (start, end) = (subscription.currentPeriodStart, subscription.currentPeriodEnd)
        if let date, date < start || date > end {
            throw ProcessorError.invalid(
                "Invalid timestamp: proration_date must be within the current billing period.",
                parameter: "proration_date")
        }
        let date = date ?? now
        guard isDue, proration != .none, subscription.status != .trialing,
            subscription.status != .incomplete, end > date,
            !after.isEmpty || subscription.isPartialPeriodFree != true
                || calendar(of: subscription).beginsPeriod(at: start)
        else { return [] }
        let rest = Share(part: end - max(date, start), whole: end - start)
        var made: [InvoiceItem] = []
        for old in before {
            let new = after.first { $0.id == old.id }
            guard new?.price.id != old.price.id || new?.quantity != old.quantity else { continue }
            made.append(try prorated("Unused time on", old, rest, sign: -1, of: subscription, from: date))
            if let new {
                made.append(
                    try prorated("Remaining time on", new, rest, sign: 1, of: subscription, from: date))
            }
        }
        for new in after where !before.contains(where: { $0.id == new.id }) {
            made.append(try prorated("Remaining time on", new, rest, sign: 1, of: subscription, from: date))
        }
        return made.filter { $0.amount != 0 }
    }

    private func prorated(
        _ words: String, _ item: Subscription.Item, _ rest: Share, sign: Int64, of subscription: Subscription,
        from date: Timestamp
    ) throws -> InvoiceItem {
        let amount = sign * rest.of(item.price.amount(of: item.quantity))
        let product = try productName(item.price.product)
        return InvoiceItem(
            id: try newID("ii"), created: now, customer: subscription.customer,
            subscription: subscription.id, subscriptionItem: item.id, amount: amount,
            currency: item.price.currency, quantity: item.quantity, unitAmount: sign * item.price.unitAmount,
            price: item.price.id, product: item.price.product,
            description: "\(words) \(item.quantity) × \(product) after \(date.date.iso8601)",
            periodStart: date, periodEnd: subscription.currentPeriodEnd, isProration: true,
            taxRates: item.taxRates)
    }

    /// Starts a new billing period now and creates its invoice. If the payment is declined, returns the
    /// decline; otherwise returns nil.
    func restart(_ subscription: inout Subscription) throws -> Decline? {
        if subscription.status == .trialing {
            subscription.status = .active
            subscription.trialEnd = now
        }
        subscription.billingCycleAnchor = now
        subscription.anchorConfig = nil
        subscription.currentPeriodStart = now
        subscription.currentPeriodEnd = calendar(of: subscription).next(after: now)
        try scheduleRenewal(of: subscription)
        return try invoiceNow(&subscription, lines: nil)
    }

    /// Creates an invoice outside the renewal schedule, and charges or sends it immediately. If the payment
    /// is declined, returns the decline; otherwise returns nil.
    func invoiceNow(_ subscription: inout Subscription, lines: [Invoice.Line]?) throws -> Decline? {
        var invoice = try newInvoice(.subscriptionUpdate, of: subscription, lines: lines)
        subscription.latestInvoice = invoice.id
        try put(subscription)
        try emit("invoice.created", encoded(invoice))
        try open(&invoice)
        guard !invoice.isSent else {
            try send(&invoice, subscription)
            return nil
        }
        var owner: Subscription? = subscription
        let decline = try collect(&invoice, for: &owner, offSession: true)
        subscription = owner ?? subscription
        return decline
    }

    /// Resumes a subscription that the processor paused because its trial ended without a payment method.
    func resume(subscription id: String) throws -> Written<Subscription> {
        var subscription = try inPath(Subscription.self, id)
        try expect(
            subscription.status == .paused,
            "Only subscriptions with a status of paused may be resumed: this one is \(subscription.status.rawValue)."
        )
        subscription.status = .active
        _ = try restart(&subscription)
        return try emit("customer.subscription.resumed", put(subscription))
    }

    /// Cancels a subscription when its `cancel_at` time is reached.
    func cancellationComes(_ id: String) throws {
        guard let subscription = try find(Subscription.self, id), !subscription.status.isFinal,
            subscription.cancelAt == now
        else { return }
        try end(subscription)
    }
}

import Processor
import TimeKit

extension Work {
    /// Changes a subscription, from the next invoice on unless the difference is invoiced at once.
    func update(subscription id: String, _ request: Subscription.Update) throws -> Written<Subscription> {
        var subscription = try inPath(Subscription.self, id)
        guard !subscription.status.isFinal else {
            throw Executed(.invalid(nil, "A canceled subscription cannot be changed."))
        }
        try checkShare(request.applicationFeeBasisPoints)
        if let price = request.price, request.invoicesDifference == true {
            if let metadata = request.metadata {
                subscription.metadata = try MetadataRules.merged(subscription.metadata, with: metadata)
            }
            var change = SubscriptionChange(proration: .alwaysInvoice, mustSucceed: true)
            change.items = [.init(id: subscription.allItems[0].id, price: try recurring(price))]
            return try self.change(subscription, change)
        }
        if let price = request.price {
            let new = try recurring(price)
            guard new.currency == subscription.price.currency else {
                throw ProcessorError.invalid(
                    nil, "The price's currency is not the subscription's.", parameter: "items[0][price]")
            }
            subscription.setFirst(price: new)
        }
        if let method = request.defaultPaymentMethod {
            try checkMethod(method, of: living(subscription.customer, by: "customer"))
            subscription.defaultPaymentMethod = method
        }
        if let share = request.applicationFeeBasisPoints { subscription.applicationFeeBasisPoints = share }
        if let ends = request.cancelAtPeriodEnd {
            subscription.cancelAtPeriodEnd = ends
            subscription.canceledAt = ends ? now : nil
        }
        if let metadata = request.metadata {
            subscription.metadata = try MetadataRules.merged(subscription.metadata, with: metadata)
        }
        if let pause = request.pause { try change(pause, of: &subscription) }
        if let end = request.trialEnd { try moveTrial(to: end, of: &subscription) }
        return try emit("customer.subscription.updated", put(subscription))
    }

    func change(_ pause: Subscription.Update.Pause, of subscription: inout Subscription) throws {
        switch pause {
        case .resumed: subscription.pausedUntil = nil
        case .paused(let until):
            subscription.pausedUntil = .init(resumesAt: until, behavior: subscription.pausedUntil?.behavior)
            guard let until else { return }
            try checkFuture(until, "pause_collection[resumes_at]")
            try schedule(.resume, of: subscription.id, at: until)
        }
    }

    /// Ends a pause that is over.
    func resume(_ id: String) throws {
        guard var subscription = try find(Subscription.self, id), !subscription.status.isFinal,
            subscription.pausedUntil?.resumesAt == now
        else { return }
        subscription.pausedUntil = nil
        try emit("customer.subscription.updated", put(subscription))
    }

    /// Moves the end of the trial. Nothing is charged before it, and later periods are counted from it.
    func moveTrial(to end: Timestamp, of subscription: inout Subscription) throws {
        try checkFuture(end, "trial_end")
        guard subscription.status != .incomplete else {
            throw Executed(.invalid(nil, "A subscription whose first payment is open cannot have a trial."))
        }
        subscription.status = .trialing
        subscription.trialEnd = end
        subscription.billingCycleAnchor = end
        subscription.anchorConfig = nil
        subscription.currentPeriodStart = now
        subscription.currentPeriodEnd = end
        try scheduleTrialEnd(of: subscription)
    }

    /// Schedules the renewal at the end of a trial, and the reminder three days before it.
    func scheduleTrialEnd(of subscription: Subscription) throws {
        try scheduleRenewal(of: subscription)
        let reminder = max(now, subscription.currentPeriodEnd.adding(seconds: Self.trialNotice))
        try schedule(.trialReminder, of: subscription.id, at: reminder)
    }

    func trialWillEnd(_ id: String) throws {
        guard let subscription = try find(Subscription.self, id), subscription.status == .trialing,
            let end = subscription.trialEnd, end.adding(seconds: Self.trialNotice) <= now
        else { return }
        try emit("customer.subscription.trial_will_end", encoded(subscription))
    }

    /// Source: Stripe documentation, "Types of events", `customer.subscription.trial_will_end`.
    private static let trialNotice: Int64 = -3 * 86_400
}

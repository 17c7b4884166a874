import Processor
import TimeKit

extension EngineTransaction {
    /// Throws an error if a subscription has no payment method, or if its first payment must succeed but
    /// would fail.
    func checkFirstPayment(
        of subscription: Subscription, mustSucceed: Bool
    ) throws {
        guard let method = try collectionMethod(of: subscription) else {
            throw ProcessorError.invalid(
                "resource_missing", "This customer has no attached payment source or default payment method.",
                parameter: "default_payment_method")
        }
        guard mustSucceed else { return }
        switch ChargeOutcome.of(method, offSession: false, at: now) {
        case .succeeds, .processes: return
        case .declines(let decline): throw Executed(decline.error())
        case .needsAction:
            throw Executed(
                .card(
                    "subscription_payment_intent_requires_action",
                    "Payment for this subscription requires additional user action before it can be completed."
                ))
        }
    }

    /// Cancels a subscription immediately, without a credit and without a final invoice.
    func cancel(subscription id: String) throws -> Written<Subscription> {
        try cancel(inPath(Subscription.self, id), prorates: false, invoicesNow: false)
    }

    /// Cancels a subscription immediately.
    ///
    /// - Parameters:
    ///   - prorates: Whether to credit the rest of the billing period.
    ///   - invoicesNow: Whether to create a final invoice for the pending invoice items.
    func cancel(_ canceled: Subscription, prorates: Bool, invoicesNow: Bool) throws -> Written<Subscription> {
        var subscription = canceled
        guard !subscription.status.isFinal else { throw ProcessorError.noSuch("subscription", canceled.id) }
        if prorates {
            let credits = try prorate(
                from: subscription.allItems, to: [], of: subscription, .createProrations, isDue: true)
            for item in credits { try emit("invoiceitem.created", put(item)) }
        }
        if invoicesNow, try hasWaiting(subscription) { _ = try invoiceNow(&subscription, lines: []) }
        guard !subscription.status.isFinal else { return try encoded(subscription) }
        return try end(subscription)
    }

    /// Returns whether a subscription has pending invoice items for its next invoice.
    private func hasWaiting(_ subscription: Subscription) throws -> Bool {
        try children(InvoiceItem.self, of: subscription.customer).contains { item in
            item.isWaiting && item.currency == subscription.price.currency
                && (item.subscription ?? subscription.id) == subscription.id
        }
    }

    @discardableResult
    func end(_ subscription: Subscription, because reason: String = "cancellation_requested") throws
        -> Written<Subscription>
    {
        var subscription = subscription
        subscription.cancellationReason = reason
        subscription.status = .canceled
        subscription.canceledAt = subscription.canceledAt ?? now
        subscription.endedAt = now
        let written = try emit("customer.subscription.deleted", put(subscription))
        try scheduleEnds(with: subscription)
        return written
    }

    /// Expires a subscription whose first payment was not made in time, and voids its invoice.
    func incompleteExpires(_ id: String) throws {
        guard var subscription = try find(Subscription.self, id), subscription.status == .incomplete else {
            return
        }
        if var invoice = try find(Invoice.self, subscription.latestInvoice) {
            try void(&invoice)
            if let intent = try find(PaymentIntent.self, invoice.paymentIntent),
                intent.status != .processing
            {
                try close(intent)
            }
        }
        subscription.status = .incompleteExpired
        subscription.endedAt = now
        try emit("customer.subscription.updated", put(subscription))
    }

    /// Starts a new billing period. If the subscription is scheduled to end now, cancels it instead.
    ///
    /// The invoice for the new period starts as a draft. If payment collection is paused, the pause
    /// determines whether the invoice remains a draft, is voided or is marked as uncollectible. A free
    /// partial period has no invoice.
    func renew(_ id: String) throws {
        guard var subscription = try find(Subscription.self, id), subscription.currentPeriodEnd == now,
            !subscription.status.isFinal, subscription.status != .incomplete, subscription.status != .paused
        else { return }
        guard !subscription.cancelAtPeriodEnd, subscription.cancelAt.map({ now < $0 }) ?? true else {
            try end(subscription)
            return
        }
        let endsTrial = subscription.status == .trialing
        if endsTrial, try !goesOn(&subscription) { return }
        let calendar = calendar(of: subscription)
        let isPartial = endsTrial && !calendar.beginsPeriod(at: now)
        let part = partialPeriod(of: subscription)
        subscription.currentPeriodStart = now
        subscription.currentPeriodEnd = calendar.next(after: now)
        try scheduleRenewal(of: subscription)
        guard !isPartial || subscription.isPartialPeriodFree != true else {
            try emit("customer.subscription.updated", put(subscription))
            return
        }
        let lines =
            try isPartial ? periodLines(of: subscription, in: "in_\(id.dropFirst(4))", part: part) : nil
        var invoice = try newInvoice(.subscriptionCycle, of: subscription, lines: lines)
        invoice.finalizesAt = now.adding(seconds: configuration.draftLife)
        subscription.latestInvoice = invoice.id
        try emit("customer.subscription.updated", put(subscription))
        try emit("invoice.created", put(invoice))
        if let pause = subscription.pausedUntil {
            switch pause.behavior {
            case "keep_as_draft": break
            case "mark_uncollectible":
                try open(&invoice)
                try giveUp(&invoice)
            default: try void(&invoice)
            }
        } else if let finalizesAt = invoice.finalizesAt {
            try schedule(.finalization, of: invoice.id, at: finalizesAt)
        }
    }

    /// Returns the billing calendar of a subscription.
    func calendar(of subscription: Subscription) -> BillingCalendar {
        BillingCalendar(
            anchor: subscription.billingCycleAnchor, interval: subscription.price.interval ?? .month,
            count: subscription.price.everyIntervals, alignsBefore: subscription.anchorConfig != nil)
    }

    /// Schedules the renewal at the end of the period, and the `invoice.upcoming` event that precedes it.
    func scheduleRenewal(of subscription: Subscription) throws {
        let end = subscription.currentPeriodEnd
        try schedule(.renewal, of: subscription.id, at: end)
        let notice = end.adding(seconds: -configuration.renewalNotice)
        guard notice > now else { return }
        try schedule(.upcoming, of: subscription.id, at: notice)
    }

    /// Emits `invoice.upcoming` with an unsaved preview of the next invoice. Does nothing if payment
    /// collection is paused, or if no invoice follows.
    func announceRenewal(_ id: String) throws {
        guard var subscription = try find(Subscription.self, id), !subscription.status.isFinal,
            subscription.currentPeriodEnd - now == configuration.renewalNotice,
            !subscription.cancelAtPeriodEnd, subscription.pausedUntil == nil,
            subscription.isPartialPeriodFree != true
                || calendar(of: subscription).beginsPeriod(at: subscription.currentPeriodEnd)
        else { return }
        subscription.currentPeriodStart = subscription.currentPeriodEnd
        subscription.currentPeriodEnd = calendar(of: subscription).next(
            after: subscription.currentPeriodStart)
        let invoice = try newInvoice(.upcoming, of: subscription)
        try emit("invoice.upcoming", encoded(invoice))
    }

    /// Returns the payment method for a subscription's invoices: the subscription's default or, if the
    /// subscription has none, the customer's default.
    func collectionMethod(of subscription: Subscription) throws -> PaymentMethod? {
        try collectionMethod(ofCustomer: subscription.customer, subscription.defaultPaymentMethod)
    }

    private func collectionMethod(ofCustomer id: String, _ own: String? = nil) throws -> PaymentMethod? {
        let customer = try find(Customer.self, id)
        let method = own ?? customer?.defaultPaymentMethod ?? customer?.defaultSource
        return try find(PaymentMethod.self, method)
    }

    /// Returns the payment method for an invoice. The invoice's default takes precedence over the
    /// subscription's default, and the subscription's default over the customer's default.
    func collectionMethod(of invoice: Invoice, _ subscription: Subscription?) throws -> PaymentMethod? {
        if let method = try find(PaymentMethod.self, invoice.defaultPaymentMethod) { return method }
        if let subscription { return try collectionMethod(of: subscription) }
        return try collectionMethod(ofCustomer: invoice.customer)
    }

    /// Ends a trial, and returns whether the subscription becomes active. If there is no payment method, the
    /// trial settings determine whether the subscription becomes active, is canceled or is paused.
    private func goesOn(_ subscription: inout Subscription) throws -> Bool {
        if let wanted = subscription.withoutMethod, wanted != "create_invoice",
            try collectionMethod(of: subscription) == nil
        {
            if wanted == "cancel" {
                try end(subscription)
            } else {
                subscription.status = .paused
                let written = try emit("customer.subscription.updated", put(subscription))
                try emit("customer.subscription.paused", written)
            }
            return false
        }
        subscription.status = .active
        return true
    }

    func checkShare(_ basisPoints: Int64?) throws {
        try require(
            (0...10_000).contains(basisPoints ?? 0), "The application fee percent must be between 0 and 100.",
            parameter: "application_fee_percent")
    }

    /// Checks that a connected account pays the application fee. This account is the destination of the
    /// payment, or the account for which the request is made.
    ///
    /// Source: Stripe documentation, "Collect application fees".
    ///
    /// - Parameter fee: The amount or the percentage, or nil if there is no fee.
    func checkPayer(of fee: Int64?, destination: String?, by parameter: String) throws {
        try require(
            fee == nil || destination != nil || account != nil,
            "An application fee requires transfer_data[destination] or the Stripe-Account header.",
            parameter: parameter)
    }

    func checkFuture(_ moment: Timestamp, _ parameter: String) throws {
        try require(moment > now, "Invalid timestamp: must be in the future.", parameter: parameter)
    }

    func checkMethod(_ id: String, of customer: Customer) throws {
        guard let method = try find(PaymentMethod.self, id), method.customer == customer.id else {
            throw ProcessorError.invalid(
                "resource_missing", "The customer does not have a payment method with the ID \(id).",
                parameter: "default_payment_method")
        }
    }

    /// Changes a subscription. A new price takes effect with the next invoice, unless the request's
    /// `invoicesDifference` is true. In that case, the processor invoices the difference in price
    /// immediately.
    func update(subscription id: String, _ request: Subscription.Update) throws -> Written<Subscription> {
        var subscription = try inPath(Subscription.self, id)
        try expect(
            !subscription.status.isFinal,
            "A subscription with the status \(subscription.status.rawValue) cannot be changed.")
        try checkShare(request.applicationFeeBasisPoints)
        let isInvoiced = request.invoicesDifference == true
        if let price = request.price, !isInvoiced {
            let new = try recurring(price)
            try require(
                new.currency == subscription.price.currency,
                "The price and the subscription have different currencies.", parameter: "items[0][price]")
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
        if let price = request.price, isInvoiced {
            var change = SubscriptionChange(proration: .alwaysInvoice, mustSucceed: true)
            change.items = [.init(id: subscription.allItems[0].id, price: try recurring(price))]
            return try self.change(subscription, change)
        }
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

    /// Resumes a subscription's payment collection when the end of its pause is reached.
    func resume(_ id: String) throws {
        guard var subscription = try find(Subscription.self, id), !subscription.status.isFinal,
            subscription.pausedUntil?.resumesAt == now
        else { return }
        subscription.pausedUntil = nil
        try emit("customer.subscription.updated", put(subscription))
    }

    /// Changes the end of the trial. Nothing is charged before the new end. The new end also becomes the
    /// billing cycle anchor, from which later billing periods are computed.
    func moveTrial(to end: Timestamp, of subscription: inout Subscription) throws {
        try checkFuture(end, "trial_end")
        try expect(
            subscription.status != .incomplete,
            "A subscription cannot have a trial while its first payment is incomplete.")
        subscription.status = .trialing
        subscription.trialEnd = end
        subscription.billingCycleAnchor = end
        subscription.anchorConfig = nil
        subscription.currentPeriodStart = now
        subscription.currentPeriodEnd = end
        try scheduleTrialEnd(of: subscription)
    }

    /// Schedules the renewal at the end of a trial. Also schedules the reminder event, three days before the
    /// end. If less time is left, the reminder is due now.
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

    /// The time of the reminder relative to the end of the trial, in seconds.
    ///
    /// Source: Stripe documentation, "Types of events", `customer.subscription.trial_will_end`.
    private static let trialNotice: Int64 = -3 * 86_400
}

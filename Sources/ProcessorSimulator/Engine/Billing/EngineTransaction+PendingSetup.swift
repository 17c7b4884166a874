import Processor
import TimeKit

/// Setup intents of subscriptions whose first invoice is free.
///
/// Source: Stripe API reference, "Subscriptions", `pending_setup_intent`; documentation, "Subscription
/// payment behavior".
extension EngineTransaction {
    /// Returns the total price of a subscription's first period and its one-time items, after discounts, in
    /// minor units. If the total is 0, no payment method is needed.
    ///
    /// A partial first period counts as a full period or, if it is free, as 0. Discounts that apply only to
    /// some products are not deducted.
    func firstAmount(of subscription: Subscription, _ terms: SubscriptionTerms) throws -> Int64 {
        let hasPartialPeriod = terms.anchor != nil || terms.anchorConfig != nil
        let period = hasPartialPeriod && !terms.prorates ? 0 : subscription.amount
        var rest = terms.added.reduce(period) { $0 + $1.unitAmount * $1.quantity }
        for id in subscription.discounts ?? [] {
            guard let discount = try find(Discount.self, id), discount.coupon.products == nil
            else { continue }
            rest -= discount.amount(off: rest, subscription.price.currency)
        }
        return rest
    }

    /// Creates a setup intent for a subscription that has no first payment.
    ///
    /// The setup intent is created only if the payment method is missing or needs authentication, or if the
    /// client confirms the setup intent separately. Does nothing if ``SubscriptionTerms/showsTrial`` is
    /// false, if a Checkout session creates the subscription, or if the subscription's invoices are sent to
    /// the customer.
    func prepareSetup(of subscription: inout Subscription, _ terms: SubscriptionTerms) throws {
        guard terms.showsTrial, terms.checkoutSession == nil, terms.daysUntilDue == nil else { return }
        let method = try collectionMethod(of: subscription)
        let asksBank = method.map { SetupOutcome.of($0, challenged: false, at: now) == .needsAction } ?? false
        guard method == nil || asksBank || terms.behavior == .defaultIncomplete else { return }
        var intent = try newSetupIntent(method?.id)
        intent.customer = subscription.customer
        intent.onBehalfOf = subscription.onBehalfOf
        let isConfirmed = asksBank && terms.behavior != .defaultIncomplete
        subscription.pendingSetupIntent = try create(
            intent, confirm: isConfirmed, parent: subscription.id
        ).id
    }

    /// Removes a setup intent from its subscription after the setup has succeeded. If the subscription is
    /// configured to save its payment method, the intent's payment method becomes the default.
    func subscriptionSetUp(by intent: SetupIntent) throws {
        guard var subscription = try find(Subscription.self, parent(of: intent.id)),
            subscription.pendingSetupIntent == intent.id, !subscription.status.isFinal
        else { return }
        subscription.pendingSetupIntent = nil
        if subscription.savesMethod == true { subscription.defaultPaymentMethod = intent.paymentMethod }
        try emit("customer.subscription.updated", put(subscription))
    }
}

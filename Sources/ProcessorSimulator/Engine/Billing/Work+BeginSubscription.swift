import MoneyKit
import Processor
import TimeKit

/// What a subscription begins with.
struct SubscriptionTerms {
    /// What is done where the first payment does not succeed at once.
    enum PaymentBehavior: String {
        case allowIncomplete = "allow_incomplete"
        case errorIfIncomplete = "error_if_incomplete"
        /// Nothing is tried: somebody confirms the first invoice's intent.
        case defaultIncomplete = "default_incomplete"
    }

    /// A price and how many of it.
    struct Item {
        var price: Price
        var quantity: Int64 = 1
        var metadata: Metadata = [:]
    }

    var customer: String
    var items: [Item]
    var behavior = PaymentBehavior.allowIncomplete
    var defaultPaymentMethod: String?
    /// How many days the customer has for an invoice that is sent; nil where invoices are charged.
    var daysUntilDue: Int64?
    var trialEnd: Timestamp?
    /// A trial begins with an invoice of nothing.
    var showsTrial = false
    var anchor: Timestamp?
    /// A first period that is shorter is charged for its part; else it is free.
    var prorates = true
    var cancelAt: Timestamp?
    var cancelAtPeriodEnd = false
    var coupons: [String] = []
    var destination: String?
    var onBehalfOf: String?
    var applicationFeeBasisPoints: Int64?
    var withoutMethod: String?
    var savesMethod = false
    var checkoutSession: String?
    var description: String?
    var metadata: Metadata = [:]
}

extension Work {
    /// Begins a subscription: its first invoice is charged at once, or it has a trial.
    func create(_ request: Subscription.Create) throws -> Written<Subscription> {
        try MetadataRules.check(request.metadata)
        try checkShare(request.applicationFeeBasisPoints)
        _ = try living(request.customer, by: "customer")
        var terms = SubscriptionTerms(
            customer: request.customer, items: [.init(price: try recurring(request.price))],
            behavior: request.errorIfIncomplete ? .errorIfIncomplete : .allowIncomplete)
        terms.defaultPaymentMethod = request.defaultPaymentMethod
        terms.trialEnd = request.trialEnd
        terms.destination = request.destination
        terms.onBehalfOf = request.onBehalfOf
        terms.applicationFeeBasisPoints = request.applicationFeeBasisPoints
        terms.description = request.description
        terms.metadata = request.metadata
        return try begin(terms)
    }

    /// Begins a subscription on these terms.
    func begin(_ terms: SubscriptionTerms) throws -> Written<Subscription> {
        try MetadataRules.check(terms.metadata)
        try checkShare(terms.applicationFeeBasisPoints)
        let customer = try living(terms.customer, by: "customer")
        if let id = terms.destination { _ = try destination(id, by: "transfer_data[destination]") }
        if let id = terms.onBehalfOf { _ = try named(Account.self, id, by: "on_behalf_of") }
        if let id = terms.defaultPaymentMethod { try checkMethod(id, of: customer) }
        if let end = terms.trialEnd { try checkFuture(end, "trial_end") }
        if let end = terms.cancelAt { try checkFuture(end, "cancel_at") }
        if let anchor = terms.anchor { try check(anchor: anchor, of: terms) }
        try checkTogether(terms.items.map(\.price))

        let anchor = terms.trialEnd ?? terms.anchor ?? now
        var subscription = Subscription(
            id: try newID("sub"), created: now, customer: customer.id,
            status: terms.trialEnd == nil ? .incomplete : .trialing, price: terms.items[0].price,
            billingCycleAnchor: anchor, currentPeriodStart: now, currentPeriodEnd: anchor)
        try take(terms, into: &subscription)
        if terms.trialEnd != nil { return try beginTrial(subscription, showsTrial: terms.showsTrial) }
        if terms.behavior != .defaultIncomplete, terms.daysUntilDue == nil {
            try checkFirstPayment(of: subscription, mustSucceed: terms.behavior == .errorIfIncomplete)
        }
        subscription.currentPeriodEnd = calendar(of: subscription).next(after: now)
        if terms.daysUntilDue != nil {
            return try beginSending(subscription, lines: firstLines(of: subscription, terms))
        }
        return try beginPaying(subscription, terms)
    }

    private func take(_ terms: SubscriptionTerms, into subscription: inout Subscription) throws {
        subscription.trialEnd = terms.trialEnd
        subscription.trialStart = terms.trialEnd == nil ? nil : now
        subscription.defaultPaymentMethod = terms.defaultPaymentMethod
        subscription.daysUntilDue = terms.daysUntilDue
        subscription.destination = terms.destination
        subscription.onBehalfOf = terms.onBehalfOf
        subscription.applicationFeeBasisPoints = terms.applicationFeeBasisPoints
        subscription.description = terms.description
        subscription.metadata = terms.metadata
        subscription.withoutMethod = terms.withoutMethod
        subscription.savesMethod = terms.savesMethod ? true : nil
        subscription.checkoutSession = terms.checkoutSession
        subscription.cancelAtPeriodEnd = terms.cancelAtPeriodEnd
        if terms.cancelAtPeriodEnd { subscription.canceledAt = now }
        if let end = terms.cancelAt { try schedule(cancellation: end, of: &subscription) }
        let isPlain =
            terms.items.count == 1 && terms.items[0].quantity == 1 && terms.items[0].metadata.isEmpty
        if !isPlain {
            var items = subscription.allItems
            items[0].quantity = terms.items[0].quantity
            items[0].metadata = terms.items[0].metadata
            for item in terms.items.dropFirst() { items.append(try newItem(item, of: subscription)) }
            subscription.allItems = items
        }
        let taken = try terms.coupons.enumerated().map { place, code in
            try redeem(
                code, by: "discounts[\(place)][coupon]", of: subscription.price.currency,
                customer: subscription.customer, subscription: subscription.id)
        }
        if !taken.isEmpty { subscription.discounts = taken.map(\.id) }
    }

    /// A further item of a subscription.
    func newItem(_ item: SubscriptionTerms.Item, of subscription: Subscription) throws -> Subscription.Item {
        let id = try newID("si")
        try put(SubscriptionItemPlace(id: id, created: now, subscription: subscription.id))
        return Subscription.Item(
            id: id, created: now, price: item.price, quantity: item.quantity, metadata: item.metadata)
    }

    func schedule(cancellation end: Timestamp, of subscription: inout Subscription) throws {
        subscription.cancelAt = end
        subscription.canceledAt = now
        try schedule(Due(at: end, kind: .cancellation, subject: subscription.id))
    }

    private func beginTrial(_ new: Subscription, showsTrial: Bool) throws -> Written<Subscription> {
        var subscription = new
        guard showsTrial else {
            let written = try put(subscription)
            try emit("customer.subscription.created", written)
            try scheduleTrialEnd(of: subscription)
            return written
        }
        try emit("customer.subscription.created", encoded(subscription))
        var invoice = try newInvoice(.subscriptionCreate, of: subscription, lines: [])
        invoice.lines = try periodLines(of: subscription, in: invoice.id, part: Share.none)
        invoice.amountDue = 0
        subscription.latestInvoice = invoice.id
        try emit("invoice.created", encoded(invoice))
        try open(&invoice)
        try scheduleTrialEnd(of: subscription)
        try put(subscription)
        var owner: Subscription? = subscription
        try markPaid(&invoice, &owner, by: nil)
        return try encoded(owner ?? subscription)
    }

    private func beginPaying(_ new: Subscription, _ terms: SubscriptionTerms) throws -> Written<Subscription>
    {
        var subscription = new
        try emit("customer.subscription.created", encoded(subscription))
        var invoice = try newInvoice(
            .subscriptionCreate, of: subscription, lines: firstLines(of: subscription, terms))
        subscription.latestInvoice = invoice.id
        try emit("invoice.created", encoded(invoice))
        try open(&invoice)
        try scheduleRenewal(of: subscription)
        try schedule(
            Due(
                at: now.adding(seconds: configuration.incompleteLife), kind: .incompleteExpiry,
                subject: subscription.id))
        try put(subscription)
        if terms.behavior == .defaultIncomplete, invoice.amountDue > 0 {
            try prepareIntent(of: &invoice, subscription)
            try put(invoice)
            return try encoded(subscription)
        }
        var owner: Subscription? = subscription
        try collect(&invoice, for: &owner, offSession: false)
        return try encoded(owner ?? subscription)
    }

    /// The lines of a first period that is shorter than the others; nil for a whole one.
    private func firstLines(of subscription: Subscription, _ terms: SubscriptionTerms) throws
        -> [Invoice.Line]?
    {
        guard let anchor = terms.anchor, anchor > now else { return nil }
        var whole = calendar(of: subscription)
        whole.anchor = anchor
        let part =
            terms.prorates ? Share(part: anchor - now, whole: whole.next(after: anchor) - anchor) : Share.none
        return try periodLines(of: subscription, in: "in_\(subscription.id.dropFirst(4))", part: part)
    }

    private func check(anchor: Timestamp, of terms: SubscriptionTerms) throws {
        try checkFuture(anchor, "billing_cycle_anchor")
        let natural = BillingCalendar(
            anchor: now, interval: terms.items[0].price.interval ?? .month,
            count: terms.items[0].price.everyIntervals
        ).next(after: now)
        guard anchor <= natural else {
            throw ProcessorError.invalid(
                nil,
                "billing_cycle_anchor cannot be later than next natural billing date (\(natural.seconds)) for plan",
                parameter: "billing_cycle_anchor")
        }
    }

    /// The prices of one subscription have one currency and one interval.
    func checkTogether(_ prices: [Price]) throws {
        guard let first = prices.first else {
            throw ProcessorError.invalid(
                nil,
                "A subscription must have at least one active item. Please use the cancel subscription API to cancel the subscription.",
                parameter: "items")
        }
        for (place, price) in prices.enumerated() {
            guard price.currency == first.currency else {
                throw ProcessorError.invalid(
                    nil,
                    "The price specified only supports `\(price.currency.code)`. This doesn't match the expected currency: `\(first.currency.code)`.",
                    parameter: "items[\(place)][price]")
            }
            guard price.interval == first.interval, price.everyIntervals == first.everyIntervals else {
                throw ProcessorError.invalid(
                    nil,
                    "Currency and interval fields must match across all plans on this subscription. Found mismatched interval field.",
                    parameter: "items[\(place)][price]")
            }
        }
        guard Set(prices.map(\.id)).count == prices.count, prices.count <= 20 else {
            throw ProcessorError.invalid(
                nil, "Cannot add multiple subscription items with the same plan, or more than 20.",
                parameter: "items")
        }
    }
}

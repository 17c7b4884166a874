import MoneyKit
import Processor
import TimeKit

/// The terms on which a subscription starts.
struct SubscriptionTerms {
    /// The behavior if the first payment does not succeed immediately.
    enum PaymentBehavior: String {
        case allowIncomplete = "allow_incomplete"
        case errorIfIncomplete = "error_if_incomplete"
        /// The processor does not attempt a payment. The client confirms the payment intent of the first
        /// invoice separately.
        case defaultIncomplete = "default_incomplete"
    }

    /// A price and its quantity.
    struct Item {
        var price: Price
        var quantity: Int64 = 1
        var metadata: Metadata = [:]
        var taxRates: [String]?
    }

    /// An item that is charged only once. If `price` is nil, the request specified a product and an amount
    /// instead of a price.
    struct Added {
        var price: String?
        var product: String
        var unitAmount: Int64
        var currency: Currency
        var quantity: Int64 = 1
        var metadata: Metadata = [:]
        var taxRates: [String]?
    }

    var customer: String
    var items: [Item]
    var behavior = PaymentBehavior.allowIncomplete
    var defaultPaymentMethod: String?
    /// The number of days within which the customer must pay an invoice. Nil if invoices are charged
    /// automatically.
    var daysUntilDue: Int64?
    var trialEnd: Timestamp?
    /// Whether the first invoice starts as a draft instead of being charged immediately.
    var startsWithDraft = false
    /// Whether a trial starts with an invoice for a zero amount.
    var showsTrial = false
    var anchor: Timestamp?
    /// The configuration from which the billing cycle anchor is computed. Nil if the request contains no
    /// configuration.
    var anchorConfig: BillingAnchor?
    /// The items that are charged only once, on the first invoice.
    var added: [Added] = []
    /// Whether the customer pays for a shortened first period in proportion to its length. If false, that
    /// period is free.
    var prorates = true
    var cancelAt: Timestamp?
    var cancelAtPeriodEnd = false
    var coupons: [String] = []
    /// The promotion codes, `promo_…`, each with its position in the request's `discounts`.
    var promotionCodes: [(place: Int, id: String)] = []
    var defaultTaxRates: [String]?
    var destination: String?
    var onBehalfOf: String?
    var applicationFeeBasisPoints: Int64?
    var withoutMethod: String?
    var savesMethod = false
    var checkoutSession: String?
    /// The id of the schedule that starts the subscription, `sub_sched_…`, or nil.
    var schedule: String?
    var description: String?
    var metadata: Metadata = [:]
}

extension EngineTransaction {
    /// Creates a subscription. The first invoice is charged immediately. If there is a trial, only a one-time
    /// amount is charged before the trial ends.
    func create(_ request: Subscription.Create) throws -> Written<Subscription> {
        try MetadataRules.check(request.metadata)
        try checkPayer(
            of: request.applicationFeeBasisPoints, destination: request.destination,
            by: "application_fee_percent")
        _ = try living(request.customer, by: "customer")
        var terms = SubscriptionTerms(
            customer: request.customer, items: [.init(price: try recurring(request.price))],
            behavior: request.errorIfIncomplete ? .errorIfIncomplete : .allowIncomplete)
        terms.defaultPaymentMethod = request.defaultPaymentMethod
        terms.trialEnd = request.trialEnd
        terms.anchorConfig = request.anchor
        terms.prorates = request.anchor == nil
        if let added = request.addedAmount {
            terms.added = [
                .init(
                    product: try named(Product.self, added.product, by: "add_invoice_items").id,
                    unitAmount: added.amount, currency: added.currency)
            ]
        }
        terms.destination = request.destination
        terms.onBehalfOf = request.onBehalfOf
        terms.applicationFeeBasisPoints = request.applicationFeeBasisPoints
        terms.description = request.description
        terms.metadata = request.metadata
        terms.promotionCodes = request.promotionCode.map { [(0, $0)] } ?? []
        return try begin(terms)
    }

    /// Creates a subscription with these terms.
    func begin(_ terms: SubscriptionTerms) throws -> Written<Subscription> {
        try MetadataRules.check(terms.metadata)
        try checkShare(terms.applicationFeeBasisPoints)
        let customer = try living(terms.customer, by: "customer")
        try checkAccounts(destination: terms.destination, onBehalfOf: terms.onBehalfOf)
        if let id = terms.defaultPaymentMethod { try checkMethod(id, of: customer) }
        if let end = terms.trialEnd { try checkFuture(end, "trial_end") }
        if let end = terms.cancelAt { try checkFuture(end, "cancel_at") }
        try checkTogether(terms.items.map(\.price))
        if let anchor = terms.anchor { try check(anchor: anchor, of: terms) }
        for (place, added) in terms.added.enumerated() { try check(added, of: terms, place) }
        let configured = try terms.anchorConfig.map { try self.anchor(by: $0, of: terms) }

        let anchor = configured ?? terms.anchor ?? terms.trialEnd ?? now
        var subscription = Subscription(
            id: try newID("sub"), created: now, customer: customer.id,
            status: terms.trialEnd == nil ? .incomplete : .trialing, price: terms.items[0].price,
            billingCycleAnchor: anchor, currentPeriodStart: now, currentPeriodEnd: terms.trialEnd ?? anchor)
        try take(terms, into: &subscription)
        if terms.trialEnd != nil { return try beginTrial(subscription, terms) }
        let isDraft = terms.daysUntilDue != nil || terms.startsWithDraft
        if terms.behavior != .defaultIncomplete, !isDraft, try firstAmount(of: subscription, terms) > 0 {
            try checkFirstPayment(of: subscription, mustSucceed: terms.behavior == .errorIfIncomplete)
        }
        subscription.currentPeriodEnd = calendar(of: subscription).next(after: now)
        try add(terms.added, to: subscription)
        if isDraft {
            return try beginSending(subscription, lines: firstLines(of: subscription, terms))
        }
        return try beginPaying(subscription, terms)
    }

    private func take(_ terms: SubscriptionTerms, into subscription: inout Subscription) throws {
        subscription.trialEnd = terms.trialEnd
        subscription.trialStart = terms.trialEnd == nil ? nil : now
        subscription.anchorConfig = terms.anchorConfig
        subscription.isPartialPeriodFree = terms.prorates ? nil : true
        subscription.defaultPaymentMethod = terms.defaultPaymentMethod
        subscription.daysUntilDue = terms.daysUntilDue
        subscription.defaultTaxRates = terms.defaultTaxRates
        subscription.destination = terms.destination
        subscription.onBehalfOf = terms.onBehalfOf
        subscription.applicationFeeBasisPoints = terms.applicationFeeBasisPoints
        subscription.description = terms.description
        subscription.metadata = terms.metadata
        subscription.withoutMethod = terms.withoutMethod
        subscription.savesMethod = terms.savesMethod ? true : nil
        subscription.checkoutSession = terms.checkoutSession
        subscription.schedule = terms.schedule
        subscription.cancelAtPeriodEnd = terms.cancelAtPeriodEnd
        if terms.cancelAtPeriodEnd { subscription.canceledAt = now }
        if let end = terms.cancelAt { try schedule(cancellation: end, of: &subscription) }
        let isPlain =
            terms.items.count == 1 && terms.items[0].quantity == 1 && terms.items[0].metadata.isEmpty
            && terms.items[0].taxRates == nil
        if !isPlain {
            var items = subscription.allItems
            items[0].quantity = terms.items[0].quantity
            items[0].metadata = terms.items[0].metadata
            items[0].taxRates = terms.items[0].taxRates
            for item in terms.items.dropFirst() { items.append(try newItem(item, of: subscription)) }
            subscription.allItems = items
        }
        let amount = terms.added.reduce(subscription.amount) { $0 + $1.unitAmount * $1.quantity }
        let discounts = try redeem(
            terms.coupons, terms.promotionCodes,
            for: Purchase(
                amount: amount, currency: subscription.price.currency, customer: subscription.customer,
                subscription: subscription.id))
        if !discounts.isEmpty { subscription.discounts = discounts }
    }

    /// Creates an additional item of a subscription.
    func newItem(_ item: SubscriptionTerms.Item, of subscription: Subscription) throws -> Subscription.Item {
        let id = try newID("si")
        try put(SubscriptionItemPlace(id: id, created: now, subscription: subscription.id))
        var new = Subscription.Item(
            id: id, created: now, price: item.price, quantity: item.quantity, metadata: item.metadata)
        new.taxRates = item.taxRates
        return new
    }

    func schedule(cancellation end: Timestamp, of subscription: inout Subscription) throws {
        subscription.cancelAt = end
        subscription.canceledAt = now
        try schedule(.cancellation, of: subscription.id, at: end)
    }

    /// Starts a trial. If one-time items must be paid for, also creates an invoice for them. Otherwise,
    /// creates an invoice for a zero amount if ``SubscriptionTerms/showsTrial`` is true.
    private func beginTrial(_ new: Subscription, _ terms: SubscriptionTerms) throws -> Written<Subscription> {
        var subscription = new
        let isDue = terms.added.contains { $0.unitAmount > 0 }
        if isDue, terms.behavior == .errorIfIncomplete, terms.daysUntilDue == nil {
            try checkFirstPayment(of: subscription, mustSucceed: true)
        }
        if !isDue { try prepareSetup(of: &subscription, terms) }
        guard terms.showsTrial || isDue else {
            let written = try emit("customer.subscription.created", put(subscription))
            try scheduleTrialEnd(of: subscription)
            return written
        }
        try emit("customer.subscription.created", encoded(subscription))
        try add(terms.added, to: subscription)
        let lines = try periodLines(
            of: subscription, in: "in_\(subscription.id.dropFirst(4))", part: Share.none)
        var invoice = try newInvoice(.subscriptionCreate, of: subscription, lines: lines)
        subscription.latestInvoice = invoice.id
        try emit("invoice.created", encoded(invoice))
        try open(&invoice)
        try scheduleTrialEnd(of: subscription)
        try put(subscription)
        guard !invoice.isSent else {
            try send(&invoice, subscription)
            return try encoded(subscription)
        }
        return try payFirst(&invoice, of: subscription, terms)
    }

    /// Creates pending invoice items for the one-time items. The subscription's next invoice includes them.
    func add(_ added: [SubscriptionTerms.Added], to subscription: Subscription) throws {
        for one in added {
            let item = InvoiceItem(
                id: try newID("ii"), created: now, customer: subscription.customer,
                subscription: subscription.id, amount: one.unitAmount * one.quantity, currency: one.currency,
                quantity: one.quantity, unitAmount: one.unitAmount, price: one.price, product: one.product,
                description: try productName(one.product), periodStart: now, periodEnd: now,
                taxRates: one.taxRates, metadata: one.metadata)
            try emit("invoiceitem.created", put(item))
        }
    }

    private func check(_ added: SubscriptionTerms.Added, of terms: SubscriptionTerms, _ place: Int) throws {
        let owner = "add_invoice_items[\(place)]"
        try require(
            added.currency == terms.items[0].price.currency,
            "The price specified only supports `\(added.currency.code)`. This doesn't match the expected currency: `\(terms.items[0].price.currency.code)`.",
            parameter: "\(owner)[price]")
        try require(
            (0...AmountRules.most).contains(added.unitAmount), "parameter_invalid_integer",
            "Invalid integer: unit_amount must be between 0 and \(AmountRules.most).",
            parameter: "\(owner)[price_data][unit_amount]")
    }

    /// Computes the billing cycle anchor from a configuration.
    ///
    /// Source: Stripe API reference, "Create a subscription", `billing_cycle_anchor_config`.
    private func anchor(by config: BillingAnchor, of terms: SubscriptionTerms) throws -> Timestamp {
        let name = "billing_cycle_anchor_config"
        try require(
            terms.anchor == nil,
            "You may only specify one of these parameters: billing_cycle_anchor, billing_cycle_anchor_config.",
            parameter: name)
        let price = terms.items[0].price
        try require(
            price.interval == .month || price.interval == .year,
            "billing_cycle_anchor_config is only valid with monthly and yearly price intervals.",
            parameter: name)
        let parts: [(String, Int?, ClosedRange<Int>)] = [
            ("day_of_month", config.dayOfMonth, 1...31), ("month", config.month, 1...12),
            ("hour", config.hour, 0...23), ("minute", config.minute, 0...59),
            ("second", config.second, 0...59),
        ]
        for (part, value, range) in parts {
            guard let value, !range.contains(value) else { continue }
            throw ProcessorError.invalid(
                "parameter_invalid_integer",
                "Invalid integer: \(part) must be between \(range.lowerBound) and \(range.upperBound).",
                parameter: "\(name)[\(part)]")
        }
        return config.anchor(
            after: terms.trialEnd ?? now, made: now,
            everyMonths: Int(price.everyIntervals) * (price.interval == .year ? 12 : 1))
    }

    private func beginPaying(_ new: Subscription, _ terms: SubscriptionTerms) throws -> Written<Subscription>
    {
        var subscription = new
        try emit("customer.subscription.created", encoded(subscription))
        var invoice = try newInvoice(
            .subscriptionCreate, of: subscription, lines: firstLines(of: subscription, terms))
        subscription.latestInvoice = invoice.id
        if invoice.total <= 0 { try prepareSetup(of: &subscription, terms) }
        try emit("invoice.created", encoded(invoice))
        try open(&invoice)
        try scheduleRenewal(of: subscription)
        try schedule(
            .incompleteExpiry, of: subscription.id, after: configuration.incompleteLife)
        try put(subscription)
        return try payFirst(&invoice, of: subscription, terms)
    }

    /// Charges the first invoice. If the payment behavior is `default_incomplete`, only prepares the payment.
    private func payFirst(_ invoice: inout Invoice, of subscription: Subscription, _ terms: SubscriptionTerms)
        throws -> Written<Subscription>
    {
        if terms.behavior == .defaultIncomplete, invoice.amountDue > 0 {
            try prepareIntent(of: &invoice, subscription)
            try put(invoice)
            return try encoded(subscription)
        }
        var owner: Subscription? = subscription
        try collect(&invoice, for: &owner, offSession: false)
        return try encoded(owner ?? subscription)
    }

    /// Returns the invoice lines for the first period, which ends at the requested billing cycle anchor.
    /// Returns nil if the request does not specify an anchor.
    private func firstLines(of subscription: Subscription, _ terms: SubscriptionTerms) throws
        -> [Invoice.Line]?
    {
        guard terms.anchor != nil || terms.anchorConfig != nil else { return nil }
        let part = terms.prorates ? partialPeriod(of: subscription) : Share.none
        return try periodLines(of: subscription, in: "in_\(subscription.id.dropFirst(4))", part: part)
    }

    /// Returns the time until the first full period, as a fraction of a full period.
    func partialPeriod(of subscription: Subscription) -> Share {
        let calendar = calendar(of: subscription)
        let first = calendar.next(after: now)
        return Share(part: first - now, whole: calendar.next(after: first) - first)
    }

    private func check(anchor: Timestamp, of terms: SubscriptionTerms) throws {
        try checkFuture(anchor, "billing_cycle_anchor")
        let start = terms.trialEnd ?? now
        let natural = BillingCalendar(
            anchor: start, interval: terms.items[0].price.interval ?? .month,
            count: terms.items[0].price.everyIntervals
        ).next(after: start)
        try require(
            anchor <= natural,
            "billing_cycle_anchor cannot be later than next natural billing date (\(natural.seconds)) for plan",
            parameter: "billing_cycle_anchor")
    }

    /// Checks the prices of a subscription. There must be 1 to 20 different prices, all with the same
    /// currency and billing period.
    func checkTogether(_ prices: [Price]) throws {
        guard let first = prices.first else {
            throw ProcessorError.invalid(
                "A subscription must have at least one active item. Please use the cancel subscription API to cancel the subscription.",
                parameter: "items")
        }
        for (place, price) in prices.enumerated() {
            try require(
                price.currency == first.currency,
                "The price specified only supports `\(price.currency.code)`. This doesn't match the expected currency: `\(first.currency.code)`.",
                parameter: "items[\(place)][price]")
            try require(
                price.interval == first.interval && price.everyIntervals == first.everyIntervals,
                "Currency and interval fields must match across all plans on this subscription. Found mismatched interval field.",
                parameter: "items[\(place)][price]")
        }
        try require(
            Set(prices.map(\.id)).count == prices.count && prices.count <= 20,
            "Cannot add multiple subscription items with the same plan, or more than 20 items.",
            parameter: "items")
    }
}

extension SubscriptionTerms {
    /// Creates the terms of a subscription that begins with a Checkout session or a quote.
    init(
        customer: String, _ items: [CheckoutSession.Item], _ terms: CheckoutSession.Terms, coupons: [String],
        promotionCodes: [String]
    ) {
        self.init(
            customer: customer,
            items: items.map { .init(price: $0.price, quantity: $0.quantity, taxRates: $0.taxRates) })
        showsTrial = true
        self.coupons = coupons
        self.promotionCodes = promotionCodes.placed
        defaultTaxRates = terms.defaultTaxRates
        destination = terms.destination
        onBehalfOf = terms.onBehalfOf
        applicationFeeBasisPoints = terms.applicationFeeBasisPoints
        description = terms.description
        metadata = terms.metadata
    }
}

extension [String] {
    /// The promotion codes, each with its position.
    var placed: [(place: Int, id: String)] { enumerated().map { ($0.offset, $0.element) } }
}
